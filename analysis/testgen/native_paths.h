#pragma once

#include <string>
#include <string_view>

namespace beagle::testgen {

/// Where the sandbox shows the folder of executables and what they are made from.
inline constexpr std::string_view nativeRoot = "/beagle/native";

/// And that of our own programs.
inline constexpr std::string_view programRoot = "/beagle/bin";

[[nodiscard]] std::string clangProgram();
[[nodiscard]] std::string symbolizerProgram();

} // namespace beagle::testgen
