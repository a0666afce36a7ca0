#pragma once

#include <span>
#include <string_view>

namespace beagle::exec::runtime {

/// A source of this folder as bitcode; the program's own memory.
struct EmbeddedUnit {
  std::string_view name; ///< "runtime/string.c"
  std::string_view bitcode;
};
[[nodiscard]] std::span<const EmbeddedUnit> embeddedUnits();

} // namespace beagle::exec::runtime
