#pragma once

#include "analysis/logic/evaluate.h"
#include "analysis/solver/solver.h"

#include <string_view>

namespace beagle::exec {

/// What the variables are called that stand for what was never written, or for another value of it.
constexpr std::string_view unwrittenPrefix = "uninitialised!";

/// Whether the condition is about what was never written.
[[nodiscard]] bool isAboutUnwritten(logic::TermManager& terms, logic::Term condition);

/// Whether the condition holds for the model's inputs and some contents of what was never written. True when that
/// could not be decided.
[[nodiscard]] bool holdsForSomeUnwritten(logic::TermManager& terms, solver::Solver& solver, logic::Term condition,
                                         const logic::Assignment& model);

} // namespace beagle::exec
