// std::exception_ptr: a reference to an exception object.

#include "analysis/exec/runtime/cxx/exceptions.h"

using namespace beagle;

namespace std {

namespace __exception_ptr {

exception_ptr::exception_ptr(void* object) noexcept : _M_exception_object(object) { _M_addref(); }
void exception_ptr::_M_addref() noexcept { keep(exceptionOf(_M_exception_object)); }
void exception_ptr::_M_release() noexcept { release(exceptionOf(_M_exception_object)); }
void* exception_ptr::_M_get() const noexcept { return _M_exception_object; }
const type_info* exception_ptr::__cxa_exception_type() const noexcept { return exceptionOf(_M_exception_object)->type; }

} // namespace __exception_ptr

exception_ptr current_exception() noexcept {
  return flights.caught ? exception_ptr(flights.caught->exception->object) : exception_ptr();
}

void rethrow_exception(exception_ptr pointer) {
  Flight* flight = nullptr;
  {
    Exception* exception = exceptionOf(pointer._M_get());
    keep(exception);
    flight = takeOff(exception);
  }
  raise(flight);
  crash(flight);
}

nested_exception::~nested_exception() noexcept = default;

} // namespace std
