#pragma once

#include <cstdio>
#include <cstdlib>

namespace beagle::fuzz {

/// Ends the program, which is how a fuzzer hears of a mistake.
inline void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

} // namespace beagle::fuzz
