// Locals that are static: the first byte of a guard says that its variable is initialised, the second that
// this is under way.

#include "analysis/exec/runtime/cxx/engine.h"

#include <cxxabi.h>

namespace {

char& isDone(__cxxabiv1::__guard* guard) { return reinterpret_cast<char*>(guard)[0]; }
char& isUnderWay(__cxxabiv1::__guard* guard) { return reinterpret_cast<char*>(guard)[1]; }

} // namespace

namespace __gnu_cxx {

recursive_init_error::recursive_init_error() noexcept = default;
recursive_init_error::~recursive_init_error() noexcept = default;

} // namespace __gnu_cxx

extern "C" {

int __cxa_guard_acquire(__cxxabiv1::__guard* guard) {
  if (isDone(guard)) return 0;
  // With threads, it would wait for itself.
  if (isUnderWay(guard)) throw __gnu_cxx::recursive_init_error();
  isUnderWay(guard) = 1;
  return 1;
}

void __cxa_guard_release(__cxxabiv1::__guard* guard) noexcept {
  isUnderWay(guard) = 0;
  isDone(guard) = 1;
}

void __cxa_guard_abort(__cxxabiv1::__guard* guard) noexcept { isUnderWay(guard) = 0; }
}
