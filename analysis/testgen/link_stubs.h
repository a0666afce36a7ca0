#pragma once

#include "analysis/testgen/native_interface.h"

#include <string>
#include <string_view>
#include <vector>

namespace beagle::testgen {

/// C definitions of symbols that a linker missed: variables are zeros, functions call
/// `beagle_missing` (runner/types.h).
[[nodiscard]] std::string stubSource(const std::vector<std::string>& symbols, const NativeInterface& interface);
/// What `beagle_missing` says before the name of the function.
inline constexpr std::string_view missingMessage = "beagle: there is no function ";

/// Whether assembly can speak of it.
[[nodiscard]] bool isPlainSymbol(std::string_view symbol);

} // namespace beagle::testgen
