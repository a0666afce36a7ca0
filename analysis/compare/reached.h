#pragma once

#include "analysis/ir/program.h"

#include <functional>

namespace beagle::compare {

/// Whether it is so for the function, or for one of the project's that it calls, as far as a first look goes.
[[nodiscard]] bool isAnyReached(const ir::Program& program, ir::FunctionIndex function,
                                const std::function<bool(ir::FunctionIndex)>& is);

/// Whether numbers may make what the function computes undefined.
[[nodiscard]] bool mayBeUndefined(const ir::Program& program, ir::FunctionIndex function);

} // namespace beagle::compare
