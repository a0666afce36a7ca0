#pragma once

#include "analysis/support/error.h"
#include "test/oracle/program.h"

#include <cstdint>
#include <optional>
#include <string>

namespace beagle::oracle {

/// A program of csmith, some of its globals turned into inputs, its checksum the result. Nothing when the
/// program has no global that could be one. It fills a file of its own.
[[nodiscard]] support::Result<std::optional<GeneratedProgram>> csmithProgram(const std::string& csmith,
                                                                             std::uint64_t seed);

} // namespace beagle::oracle
