#pragma once

// The sources of this folder are the C++ runtime and the part of the C++ library that is not in headers, for
// programs that are compiled against the headers of libstdc++. They are executed by the engine, and follow
// the rules in
// ../runtime.h: results are those of libstdc++ in the locale "C", and what is missing is missing by name.

#include <cstddef>
#include <typeinfo>

/// Instead of what the headers have.
#define BEAGLE_REPLACEMENT __attribute__((section("beagle.replacement")))

extern "C" {

// --- of the engine ---

[[noreturn]] void beagle_unsupported(const char* what);
void beagle_approximate(const char* what);
void beagle_write(int descriptor, const void* bytes, std::size_t count);
/// abort(), with the reason.
[[noreturn]] void beagle_abort(const char* why);

/// Whether two pointers lead to one object. Their order tells that only by their addresses, which nobody knows.
bool beagle_same_object(const void* a, const void* b);

enum beagle_Allocator { beagle_New = 1, beagle_NewArray = 2, beagle_Runtime = 3, beagle_Exception = 4 };
/// Null when there is no memory, which the runtime's own never meets.
void* beagle_allocate(beagle_Allocator by, std::size_t size, std::size_t alignment);
/// An error when the block is not from that allocator.
void beagle_release(beagle_Allocator by, void* block);
/// A block of beagle_New becomes one of beagle_NewArray, and the other way round, which is an error for any
/// that is none. Nothing happens to a block that comes from elsewhere.
void beagle_mark_array(void* block);
void beagle_unmark_array(void* block);
/// An error when a block of beagle_New has another size.
void beagle_expect_size(void* block, std::size_t size);

// Frames that wait for a call with a landing pad: analysis/exec/models_unwind.cpp.
enum { beagle_thisFrame = -1, beagle_noFrame = -1 };
int beagle_find_pad(int frame);
bool beagle_pad_cleans(int frame);
int beagle_pad_clauses(int frame);
int beagle_clause_types(int frame, int clause);
const std::type_info* beagle_clause_type(int frame, int clause, int number);
int beagle_selector(const std::type_info* type);
[[noreturn]] void beagle_land(int frame, void* exception, int selector);
/// Whether an exception may leave the entry, and out of it: beagle_left is called.
bool beagle_may_leave();
[[noreturn]] void beagle_leave(void* exception);
/// A piece of what(): so many characters, or (without a text) the number in decimal.
struct beagle_Piece {
  const char* text;
  std::size_t number;
};
/// Ends the run by an exception. Without a what(), there are no pieces.
[[noreturn]] void beagle_thrown(const char* type, const void* object, const beagle_Piece* pieces, int count);

std::size_t beagle_demangle(char* text, std::size_t size, const char* mangled);
}
