#pragma once

#include "analysis/logic/term_manager.h"

#include <unordered_set>
#include <vector>

namespace beagle::logic {

/// Whether something holds of the term or of anything that it is made of; each is asked once.
template <class Holds> [[nodiscard]] bool anyPart(const TermManager& terms, Term term, Holds holds) {
  std::unordered_set<std::uint32_t> seen;
  std::vector<Term> open{term};
  while (!open.empty()) {
    const Term next = open.back();
    open.pop_back();
    if (!seen.insert(next.id()).second) continue;
    if (holds(next)) return true;
    for (const Term operand : terms.operands(next)) open.push_back(operand);
  }
  return false;
}

} // namespace beagle::logic
