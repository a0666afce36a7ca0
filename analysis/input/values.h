#pragma once

#include "analysis/input/leaves.h"
#include "analysis/logic/evaluate.h"

#include <cstdint>
#include <string>

namespace beagle::input {

/// The leaf's value as its source type writes it: -3, 250, 'a', 1.5, true, an enumerator's name; of a choice that
/// holds, what was chosen.
[[nodiscard]] std::string printed(const Leaf& leaf, const logic::Assignment& values);

/// The number with these bits, in a format of that width.
[[nodiscard]] std::string printedFloat(std::uint64_t bits, std::uint32_t width);

} // namespace beagle::input
