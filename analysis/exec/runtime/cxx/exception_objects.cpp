// Exception objects, and how they are thrown and caught.

#include "analysis/exec/runtime/cxx/exceptions.h"

namespace beagle {

Flights flights;

static Exception* exceptions;

template <class T> static T* make() { return static_cast<T*>(beagle_allocate(beagle_Runtime, sizeof(T), alignof(T))); }
static void drop(void* block) { beagle_release(beagle_Runtime, block); }

Exception* exceptionOf(const void* object) {
  Exception* exception = exceptions;
  while (exception->object != object) exception = exception->next;
  return exception;
}

static void forget(Exception* exception) {
  Exception** link = &exceptions;
  while (*link != exception) link = &(*link)->next;
  *link = exception->next;
  beagle_release(beagle_Exception, exception->object);
  drop(exception);
}

void keep(Exception* exception) { ++exception->references; }

void release(Exception* exception) {
  if (--exception->references > 0) return;
  if (exception->destroy) exception->destroy(exception->object);
  forget(exception);
}

Flight* takeOff(Exception* exception) {
  auto* flight = make<Flight>();
  *flight = {exception, nullptr, 0, beagle_noFrame, 0, nullptr};
  ++flights.uncaught;
  return flight;
}

void crash(Flight* flight) {
  __cxa_begin_catch(flight);
  std::terminate();
}

} // namespace beagle

using namespace beagle;

extern "C" {

void* __cxa_allocate_exception(std::size_t size) noexcept {
  auto* exception = make<Exception>();
  constexpr std::size_t alignment = 16;
  *exception = {exceptions, beagle_allocate(beagle_Exception, size, alignment), nullptr, nullptr, 0};
  exceptions = exception;
  return exception->object;
}

void __cxa_free_exception(void* object) noexcept { forget(exceptionOf(object)); }

__cxxabiv1::__cxa_refcounted_exception* __cxa_init_primary_exception(void* object, std::type_info* type,
                                                                     void (*destroy)(void*)) noexcept {
  Exception* exception = exceptionOf(object);
  exception->type = type;
  exception->destroy = destroy;
  return reinterpret_cast<__cxxabiv1::__cxa_refcounted_exception*>(exception);
}

void __cxa_throw(void* object, std::type_info* type, void (*destroy)(void*)) {
  Exception* exception = exceptionOf(object);
  exception->type = type;
  exception->destroy = destroy;
  exception->references = 1;
  Flight* flight = takeOff(exception);
  raise(flight);
  crash(flight);
}

void* __cxa_begin_catch(void* landed) noexcept {
  auto* flight = static_cast<Flight*>(landed);
  flight->handlers = (flight->handlers < 0 ? -flight->handlers : flight->handlers) + 1;
  --flights.uncaught;
  if (flights.caught != flight) {
    flight->caughtBefore = flights.caught;
    flights.caught = flight;
  }
  return flight->caught;
}

void __cxa_end_catch() {
  Flight* flight = flights.caught;
  if (!flight) return;
  if (flight->handlers < 0) { // on its way out of this handler
    if (++flight->handlers == 0) flights.caught = flight->caughtBefore;
    return;
  }
  if (--flight->handlers > 0) return;
  flights.caught = flight->caughtBefore;
  Exception* exception = flight->exception;
  drop(flight);
  release(exception);
}

void __cxa_rethrow() {
  Flight* flight = flights.caught;
  if (!flight) std::terminate();
  ++flights.uncaught;
  flight->handlers = -flight->handlers;
  raise(flight);
  crash(flight);
}

void* __cxa_get_exception_ptr(void* flight) noexcept { return static_cast<Flight*>(flight)->caught; }

std::type_info* __cxa_current_exception_type() noexcept {
  return flights.caught ? const_cast<std::type_info*>(flights.caught->exception->type) : nullptr;
}
}

namespace std {

bool uncaught_exception() noexcept { return flights.uncaught > 0; }
int uncaught_exceptions() noexcept { return flights.uncaught; }

} // namespace std
