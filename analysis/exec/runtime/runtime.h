#pragma once

// What the sources of this folder share. They are the C library of analysed programs, and are executed by the
// engine:
//  - Loops look at one byte at a time, because bytes are what the engine knows best, and branch once for
//  each. Where
//    two tests end a loop, `|` makes them one branch, so that fewer paths come of it.
//  - Results are those of glibc in the locale "C", down to the numbers that standards leave open.
//  - A name that is missing here is a path that ends as unsupported, with that name. So nothing is half done.
// The locations of errors are those of the calls from the project: there is no debug information here.

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ssize_t;
typedef __UINT64_TYPE__ u64;
typedef __UINT32_TYPE__ u32;
typedef __UINT16_TYPE__ u16;
typedef unsigned char byte;

#define NOTHING ((void*)0)

enum { E_INVAL = 22, E_RANGE = 34, E_NOMEM = 12, E_OVERFLOW = 75 };

// --- of the engine (analysis/exec/models_process.cpp) ---

__attribute__((noreturn)) void beagle_exit(int status);
void beagle_write(int descriptor, const void* bytes, size_t count);
/// Ends the path: the text says at what.
__attribute__((noreturn)) void beagle_unsupported(const char* what);
/// Goes on, with something that qualifies what is found on this path.
void beagle_approximate(const char* what);
/// What the program finds outside of itself: bytes that are not to be written; null when there is no such thing. The
/// same for the same name.
const void* beagle_stdin(void);
const void* beagle_file(const char* name);
const void* beagle_variable(const char* name);
/// How many bytes stand there.
size_t beagle_size(const void* root);
/// Whether they are known to lead to one object.
int beagle_same_object(const void* left, const void* right);
/// A copy there between ranges that overlap.
__attribute__((noreturn)) void beagle_overlap(const void* where);
/// What stands in a block is nobody's business.
void beagle_make_opaque(void* block);
/// What becomes of the file that such bytes were found under.
void beagle_write_file(const void* root, size_t position, const void* bytes, size_t count);
void beagle_cut_file(const void* root, size_t size);
void beagle_remove_file(const void* root);
/// What was written to it until now is there, also where the run breaks off; null: what was written to all of them.
void beagle_keep_file(const void* root);
/// Whether it is the same for all inputs of the path.
int beagle_is_known(long number);
/// Notes that a call about a file was answered, and not by a file of the input.
void beagle_without_file(void);
/// Leaves the call of the function that calls this to the engine, as one of a function that has no code.
__attribute__((noreturn)) void beagle_elsewhere(void);
/// snprintf of one number: `spec` is a whole conversion, as "%-8.3f"; `value` points to a double, or with an
/// L in `spec` to a long double. Returns the length of the text, which is written up to `size`, NUL included.
size_t beagle_format_float(char* text, size_t size, const char* spec, const void* value);
/// strtod of the text, whose end is a NUL: how many bytes are the number (0: there is none). Stores a float,
/// double or long double of `size` bytes at `value`, and in `isOutOfRange` whether that overflowed or
/// underflowed.
size_t beagle_parse_float(const char* text, void* value, size_t size, int* isOutOfRange);

void* malloc(size_t size);
void* beagle_ask(size_t size); // the same for the program, whose allocations may fail
void* realloc(void* block, size_t size);
void free(void* block);
__attribute__((noreturn)) void abort(void);

// --- for the engine ---

/// Runs what was registered to be called at exit.
void beagle_run_handlers(int status);

// --- of each other ---

int* __errno_location(void);
size_t strlen(const char* text);
size_t strnlen(const char* text, size_t most);
int strcmp(const char* left, const char* right);
char* strchr(const char* text, int wanted);
int memcmp(const void* left, const void* right, size_t count);
int tolower(int c);
char* strerror(int number);
__attribute__((noreturn)) void __chk_fail(void);
