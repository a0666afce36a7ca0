#pragma once

#include "analysis/ir/program.h"

#include <optional>

namespace beagle::compare {

/// The body with `memset` and `memcpy` of a number of bytes that is not known as the loops that somebody would write
/// for them, so that they can go side by side with such loops. Copies only where both are apart, as by `restrict`: what
/// overlaps is an error of `memcpy`, but not of a loop. It does what the function does. Nothing when there are
/// none.
[[nodiscard]] std::optional<ir::Function> writesAsLoops(const ir::Function& function);

} // namespace beagle::compare
