#pragma once

// Internal to analysis/build.

#include <algorithm>
#include <span>
#include <string_view>

namespace beagle::build {

[[nodiscard]] inline bool isOneOf(std::string_view name, std::span<const std::string_view> names) {
  return std::ranges::find(names, name) != names.end();
}

} // namespace beagle::build
