#include "analysis/compare/maybe_unwritten.h"

#include "analysis/exec/unwritten.h"

#include <algorithm>

namespace beagle::compare {

using logic::Op;

void MaybeUnwritten::addThoseOfRuns() {
  for (; looked_ < terms_.variableCount(); ++looked_) {
    const Term variable = terms_.variableAt(looked_);
    if (!variable) continue;
    if (terms_.name(variable).starts_with(exec::unwrittenPrefix)) numbers_.insert(looked_);
    if (terms_.name(variable).starts_with(localPrefix)) locals_.insert(looked_);
  }
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

bool MaybeUnwritten::isUnwritten(Term load) {
  const Term before = beginning(terms_.operand(load, 0));
  if (isIn(before)) return true;
  const Term object = common_.contains(before) ? memory_.placeOf(terms_.operand(load, 1)).object : Term();
  return object && terms_.name(object).starts_with(localPrefix);
}

std::vector<Term> MaybeUnwritten::partsOf(Term value) {
  addThoseOfRuns();
  std::vector<Term> found, waiting{value};
  std::unordered_set<Term> seen;
  while (!waiting.empty()) {
    const Term term = waiting.back();
    waiting.pop_back();
    const auto isOfNote = [&](std::uint32_t number) { return numbers_.contains(number) || locals_.contains(number); };
    if (!seen.insert(term).second || std::ranges::none_of(terms_.support(term), isOfNote)) continue;
    if (terms_.op(term) == Op::Variable ? isIn(term) : memory_.isLoad(term) && isUnwritten(term)) found.push_back(term);
    else if (memory_.isLoad(term)) waiting.push_back(terms_.operand(term, 1));
    else if (terms_.op(term) != Op::Apply) // what a call gives was written
      for (const Term part : terms_.operands(term)) waiting.push_back(part);
  }
  return found;
}

} // namespace beagle::compare
