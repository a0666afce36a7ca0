#pragma once

#include "analysis/exec/machine.h"

#include <cstdint>
#include <functional>
#include <optional>

namespace beagle::exec {

/// What answers a run's question without leaving out an input that it speaks of; nothing: there is more than one
/// answer.
using OnlyAnswer = std::function<std::optional<std::uint32_t>(const State&, const Choice&)>;

/// The first place of the circle in which a run goes that stands between two instructions: within so many of them it
/// comes back to where it was before, with everything as it was but for what it never looks at. It goes round for ever
/// then: nobody who might change something is there, no function without code is called, and nothing that is volatile
/// or atomic is looked at. Nothing: it is not known to.
[[nodiscard]] std::optional<Site> circleOf(Machine& machine, State& state, std::uint64_t mostSteps,
                                           const OnlyAnswer& answer);

/// Ends such a run.
void endInCircle(State& state, Site place);

} // namespace beagle::exec
