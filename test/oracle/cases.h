#pragma once

#include "analysis/support/error.h"
#include "test/oracle/program.h"

#include <string>

namespace beagle::oracle {

/// A program that stands in a file, as `describeCase` writes it:
///
///   // Why this is a test.
///   // parameters: int16_t in0 : 4, _Bool in1 : 1     (name and bits that count)
///   // result: 64                                     (bits of what `entry` returns)
///   // watched: g0, g1                                (globals; may be left out)
///
/// and then C code, which includes nothing.
[[nodiscard]] support::Result<GeneratedProgram> readCase(const std::string& path);
[[nodiscard]] std::string describeCase(const GeneratedProgram& program);

} // namespace beagle::oracle
