#pragma once

#include "analysis/logic/evaluate.h"
#include "analysis/solver/z3_translate.h"

#include <expected>
#include <span>
#include <string>

namespace beagle::solver {

/// The values that Z3's model has for the variables and functions of the constraints. What it leaves out does
/// not matter to it and is left out here. The error says what could not be read.
[[nodiscard]] std::expected<logic::Assignment, std::string> readModel(Z3Context& context,
                                                                      const Z3Translator& translator,
                                                                      logic::TermManager& terms, Z3_model model,
                                                                      std::span<const logic::Term> constraints);

} // namespace beagle::solver
