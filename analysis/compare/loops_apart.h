#pragma once

#include "analysis/ir/program.h"

#include <optional>

namespace beagle::compare {

/// The body with a loop for each thing that a straight loop does, one after the other, where none of them has to do
/// with another; and upwards what counts down, where the order of the turns does not matter. So loops that were joined,
/// split or turned round can go side by side. It does what the function does, but for which of several wrong accesses
/// comes first. Nothing when there is no such loop.
[[nodiscard]] std::optional<ir::Function> loopsApart(const ir::Function& function);

} // namespace beagle::compare
