#pragma once

#include "analysis/support/error.h"

#include <CLI/CLI.hpp>

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace beagle::pipeline {

// Values of options as they are written. Errors name the option and show what would be right.
[[nodiscard]] support::Result<std::chrono::milliseconds> readDuration(std::string_view option, const std::string& text);
[[nodiscard]] support::Result<std::uint64_t> readSize(std::string_view option, const std::string& text);
[[nodiscard]] support::Result<std::uint64_t> readCount(std::string_view option, const std::string& text,
                                                       std::uint64_t most);
/// A pattern that files are compared with.
[[nodiscard]] support::Result<void> checkGlob(std::string_view option, const std::string& pattern);
[[nodiscard]] support::Result<void> oneOf(std::string_view option, const std::string& value,
                                          std::vector<std::string> values);

/// The option may be given again and again, each time with one word: what stands behind that is not its own.
void mayBeRepeated(CLI::Option* option);

} // namespace beagle::pipeline
