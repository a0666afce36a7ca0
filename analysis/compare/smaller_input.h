#pragma once

#include "analysis/compare/input_maker.h"

#include <functional>
#include <optional>

namespace beagle::compare {

/// Tries an input; what it has when it shows the same as before, as far as runs came upon it.
using StillShows = std::function<std::optional<InputValues>(const InputValues&)>;

/// An input that shows the same and is simpler for people: fewer objects, shorter buffers, numbers near zero,
/// printable text. `tries`: at most so many.
[[nodiscard]] InputValues smallerInput(InputValues input, const input::Leaves& leaves, std::size_t tries,
                                       const StillShows& stillShows);

} // namespace beagle::compare
