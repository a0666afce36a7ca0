#pragma once

#include "test/oracle/program.h"

#include <functional>

namespace beagle::oracle {

/// Whether a smaller program still shows what the original shows. It may well not compile.
using StillShows = std::function<bool(const GeneratedProgram&)>;

/// Leaves out statements and replaces expressions by parts of them or by numbers, as long as the program
/// still shows it, with at most `tries` questions.
[[nodiscard]] GeneratedProgram reduce(GeneratedProgram program, const StillShows& stillShows, unsigned tries);

} // namespace beagle::oracle
