#include "analysis/logic/substitute.h"

namespace beagle::logic {

Term Substitution::apply(Term term) {
  waiting_.assign(1, term);
  std::vector<Term> operands;
  while (!waiting_.empty()) {
    const Term next = waiting_.back();
    if (done_.contains(next)) {
      waiting_.pop_back();
      continue;
    }
    operands.clear();
    bool ready = true, changed = false;
    for (const Term operand : m_.operands(next)) {
      const auto found = done_.find(operand);
      if (found == done_.end()) {
        waiting_.push_back(operand);
        ready = false;
        continue;
      }
      operands.push_back(found->second);
      changed = changed || found->second != operand;
    }
    if (!ready) continue;
    waiting_.pop_back();
    done_.emplace(next, changed ? m_.rebuild(next, operands) : next);
  }
  return done_.at(term);
}

} // namespace beagle::logic
