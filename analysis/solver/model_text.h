#pragma once

#include "analysis/logic/evaluate.h"
#include "analysis/logic/term_manager.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace beagle::solver {

/// A model as text without names: the values of the constraints' variables and functions, by name. Whoever
/// reads it has the same constraints.
[[nodiscard]] std::string modelText(logic::TermManager& terms, std::span<const logic::Term> constraints,
                                    const logic::Assignment& model);
/// Nothing when the text does not fit the constraints.
[[nodiscard]] std::optional<logic::Assignment>
readModelText(logic::TermManager& terms, std::span<const logic::Term> constraints, std::string_view text);

/// Decimal numbers between blanks; nothing when something else is there.
[[nodiscard]] std::optional<std::vector<std::uint64_t>> readNumbers(std::string_view text);

} // namespace beagle::solver
