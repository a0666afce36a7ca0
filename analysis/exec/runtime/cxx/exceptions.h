#pragma once

// Exceptions of the Itanium C++ ABI. An exception object lives until nothing refers to it; each throw of it
// is a flight, which lasts until the last handler that caught it has ended. What landing pads get and hand on
// is the flight.

#include "analysis/exec/runtime/cxx/engine.h"

#include <exception>

namespace beagle {

struct Exception {
  Exception* next; ///< of all that there are
  void* object;
  const std::type_info* type; ///< null: not thrown yet
  void (*destroy)(void*);
  int references;
};

struct Flight {
  Exception* exception;
  Flight* caughtBefore; ///< the next outer one of those with a handler
  int handlers;         ///< that it is in; negative while it is thrown again
  // Where it is going.
  int frame; ///< noFrame: out of the entry
  int selector;
  void* caught; ///< what the handler sees of the object: a base, or the pointer that was thrown
};

/// What is in flight.
struct Flights {
  Flight* caught;
  int uncaught;
};
extern Flights flights;

[[nodiscard]] Exception* exceptionOf(const void* object);
void keep(Exception* exception);
void release(Exception* exception);
/// The exception belongs to it from then on.
[[nodiscard]] Flight* takeOff(Exception* exception);
/// Returns when nothing catches it.
void raise(Flight* flight);
/// std::terminate for one that nothing catches.
[[noreturn]] void crash(Flight* flight);

} // namespace beagle

extern "C" {
void* __cxa_allocate_exception(std::size_t size) noexcept;
void __cxa_free_exception(void* object) noexcept;
[[noreturn]] void __cxa_throw(void* object, std::type_info* type, void (*destroy)(void*));
void* __cxa_begin_catch(void* flight) noexcept;
void __cxa_end_catch();
[[noreturn]] void __cxa_rethrow();
}
