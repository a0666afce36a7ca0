// abi::__cxa_demangle

#include "analysis/exec/runtime/cxx/engine.h"

#include <cxxabi.h>

#include <cstdlib>

extern "C" char* __cxxabiv1::__cxa_demangle(const char* mangled, char* buffer, std::size_t* length, int* status) {
  const auto leave = [&](int how, char* result) {
    if (status) *status = how;
    return result;
  };
  constexpr int outOfMemory = -1, noName = -2, wrongArgument = -3;
  if (!mangled || (buffer && !length)) return leave(wrongArgument, nullptr);
  char none = 0;
  const std::size_t named = beagle_demangle(&none, 1, mangled);
  if (named == 0) return leave(noName, nullptr);
  const std::size_t needed = named + 1;
  if (!buffer || *length < needed) {
    buffer = static_cast<char*>(std::realloc(buffer, needed));
    if (!buffer) return leave(outOfMemory, nullptr);
    if (length) *length = needed;
  }
  beagle_demangle(buffer, needed, mangled);
  return leave(0, buffer);
}
