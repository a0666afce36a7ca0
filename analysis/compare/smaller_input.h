#pragma once

#include "analysis/compare/input_maker.h"
#include "analysis/compare/input_run.h"
#include "analysis/logic/evaluate.h"

#include <functional>
#include <optional>
#include <vector>

namespace beagle::compare {

/// Tries an input; what it has when it shows the same as before, as far as runs came upon it.
using StillShows = std::function<std::optional<InputValues>(const InputValues&)>;

/// An input that shows the same and is simpler for people: fewer objects, shorter buffers, numbers near zero,
/// printable text. `tries`: at most so many.
[[nodiscard]] InputValues smallerInput(InputValues input, const input::Leaves& leaves, std::size_t tries,
                                       const StillShows& stillShows);

/// Values of leaves for which all conditions hold, simpler than known ones in the same way, as far as the budget goes.
/// It asks no solver.
[[nodiscard]] logic::Assignment smallerModel(const logic::Assignment& known, const std::vector<Term>& conditions,
                                             logic::TermManager& terms, const input::Leaves& leaves, std::size_t tries,
                                             const support::Budget& budget);

} // namespace beagle::compare
