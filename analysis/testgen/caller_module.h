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

/// The part of a runner that knows the function that is called, in LLVM's assembly: `beagle_entry` (runner/types.h).
/// `outside` are functions that do what an input says of their calls; those in `instead` go by `calledInstead`.
[[nodiscard]] std::string callerModule(const NativeInterface& interface, CallerOf of,
                                       const std::set<std::string>& outside = {},
                                       const std::set<std::string>& instead = {});

} // namespace beagle::testgen
