#pragma once

#include <string_view>

namespace beagle::build {

/// Where a version's tree and its build folder are seen by everything that builds or compiles it. Both
/// versions share these, so `__FILE__`, debug info and cache keys do not tell them apart.
inline constexpr std::string_view sourceRoot = "/beagle/src";
inline constexpr std::string_view buildRoot = "/beagle/build";

} // namespace beagle::build
