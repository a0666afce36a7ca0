#pragma once

#include "analysis/logic/term_manager.h"

namespace beagle::solver {

/// Whether `older` says nothing that `newer` does not say as well, which is told for comparisons of one term with
/// constants: `2 < n` and `3 < n`, as a loop asks one after the other.
[[nodiscard]] bool isImplied(const logic::TermManager& terms, logic::Term older, logic::Term newer);

} // namespace beagle::solver
