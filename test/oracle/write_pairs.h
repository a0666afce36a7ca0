#pragma once

#include "test/oracle/native.h"

#include <cstdint>
#include <string>

namespace beagle::oracle {

/// Writes pairs of programs to `folder`: NUMBER.base.c, NUMBER.head.c, each with the entry `entry`, and a
/// line in pairs.txt, `NUMBER equal|different rewritten|mutated WHERE`: the truth, by running both on every
/// input. WHERE is the first input on which they differ, as arguments.
[[nodiscard]] support::Result<void> writePairs(const Tools& tools, const std::string& folder, std::uint64_t seed,
                                               std::uint64_t first, std::uint64_t count);

} // namespace beagle::oracle
