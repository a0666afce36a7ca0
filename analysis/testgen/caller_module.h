#pragma once

#include "analysis/testgen/native_interface.h"

#include <set>
#include <string>

namespace beagle::testgen {

/// What code a version is called from.
enum class CallerOf {
  Program, ///< linked to the runner
  Library, ///< a shared object, which says where libFuzzer counts
};

/// Functions that do what an input says of their calls.
struct OutsideFunctions {
  std::set<std::string> all;
  std::set<std::string> instead;   ///< of these, what libraries have: they go by `calledInstead`
  std::set<std::string> sometimes; ///< of those, what is the library's again where the input says nothing more of it
};

/// The part of a runner that knows the function that is called, in LLVM's assembly: `beagle_entry` (runner/types.h).
[[nodiscard]] std::string callerModule(const NativeInterface& interface, CallerOf of,
                                       const OutsideFunctions& outside = {});

} // namespace beagle::testgen
