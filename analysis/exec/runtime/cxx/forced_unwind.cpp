// Exceptions that are none of C++: there is no thread that could be cancelled.

#include <bits/cxxabi_forced.h>
#include <cxxabi.h>

namespace __cxxabiv1 {

__forced_unwind::~__forced_unwind() noexcept = default;
__foreign_exception::~__foreign_exception() noexcept = default;

} // namespace __cxxabiv1
