#pragma once

#include "analysis/logic/evaluate.h"
#include "analysis/logic/term_manager.h"

#include <cstdint>
#include <span>

namespace beagle::solver {

/// Gives the variables and functions of a support set (as TermManager::support numbers them) the values that
/// `from` has for them, absent ones included.
void copyValues(const logic::TermManager& terms, std::span<const std::uint32_t> support,
                const logic::Assignment& from, logic::Assignment& to);

/// Whether all constraints hold.
[[nodiscard]] bool satisfies(logic::TermManager& terms, const logic::Assignment& model,
                             std::span<const logic::Term> constraints);

} // namespace beagle::solver
