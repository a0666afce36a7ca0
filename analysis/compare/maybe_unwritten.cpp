#include "analysis/compare/maybe_unwritten.h"

#include "analysis/exec/unwritten.h"

#include <algorithm>

namespace beagle::compare {

using logic::Op;

void MaybeUnwritten::addThoseOfRuns() {
  for (; looked_ < terms_.variableCount(); ++looked_)
    if (const Term variable = terms_.variableAt(looked_);
        variable && terms_.name(variable).starts_with(exec::unwrittenPrefix))
      numbers_.insert(looked_);
}

bool MaybeUnwritten::isIn(Term value) {
  addThoseOfRuns();
  return std::ranges::any_of(terms_.support(value), [&](std::uint32_t number) { return numbers_.contains(number); });
}

/// What the memory was before all that was done to it.
Term MaybeUnwritten::beginning(Term memory) const {
  while (terms_.op(memory) == Op::Apply) memory = terms_.operand(memory, 0);
  return memory;
}

std::vector<Term> MaybeUnwritten::partsOf(Term value) {
  std::vector<Term> found, waiting{value};
  std::unordered_set<Term> seen;
  while (!waiting.empty()) {
    const Term term = waiting.back();
    waiting.pop_back();
    if (!seen.insert(term).second || !isIn(term)) continue;
    if (terms_.op(term) == Op::Variable || (memory_.isLoad(term) && isIn(beginning(terms_.operand(term, 0)))))
      found.push_back(term);
    else if (memory_.isLoad(term)) waiting.push_back(terms_.operand(term, 1));
    else if (terms_.op(term) != Op::Apply) // what a call gives was written
      for (const Term part : terms_.operands(term)) waiting.push_back(part);
  }
  return found;
}

} // namespace beagle::compare
