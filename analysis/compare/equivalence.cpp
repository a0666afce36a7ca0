#include "analysis/compare/equivalence.h"

#include <algorithm>

namespace beagle::compare {

Equivalence::Equivalence(logic::TermManager& terms, const ir::Program& base, const ir::Program& head,
                         solver::Solver* solver)
    : terms_(terms), memory_(terms), names_(terms, memory_, base, head),
      base_(terms, memory_, names_, base, true), head_(terms, memory_, names_, head, false), solver_(solver) {
}

Equivalence::Known Equivalence::look(FunctionPairing pair, const support::Budget& budget) {
  // What is not known to differ may be equal; whether it is comes out in its turn.
  const auto isTrusted = [&](FunctionPairing other) {
    const auto known = known_.find(other);
    return known == known_.end() || known->second.obstacle.empty();
  };
  LockstepProof proof({terms_, memory_, names_, base_, head_, solver_}, isTrusted);
  auto obstacle = proof.prove(pair.first, pair.second, budget);
  Known known;
  if (obstacle) {
    known.obstacle = std::move(*obstacle);
    return known;
  }
  known.obstacle = names_.obstacle();
  known.trusted = proof.trusted();
  known.outside = proof.outside();
  known.entered = proof.entered();
  // Whose address is known may be called by anybody.
  for (const FunctionPairing& addressed : names_.addressed()) {
    const ir::FunctionInfo& info = base_.program().functions()[addressed.first];
    const ir::FunctionInfo& other = head_.program().functions()[addressed.second];
    if (info.isDefined && other.isDefined && !info.isRuntime && !other.isRuntime)
      known.trusted.insert(addressed);
  }
  return known;
}

std::set<FunctionPairing> Equivalence::restsOn(FunctionPairing pair) const {
  std::set<FunctionPairing> all;
  std::vector<FunctionPairing> waiting{pair};
  while (!waiting.empty()) {
    const FunctionPairing next = waiting.back();
    waiting.pop_back();
    if (!all.insert(next).second) continue;
    const auto known = known_.find(next);
    if (known == known_.end()) continue;
    for (const FunctionPairing& other : known->second.trusted) waiting.push_back(other);
  }
  return all;
}

Equivalence::Answer Equivalence::prove(ir::FunctionIndex base, ir::FunctionIndex head,
                                       const support::Budget& budget) {
  const FunctionPairing wanted{base, head};
  while (true) {
    if (budget.exhausted()) return {false, "time", {}, {}};
    const std::set<FunctionPairing> all = restsOn(wanted);
    const auto unseen =
        std::ranges::find_if(all, [&](const FunctionPairing& pair) { return !known_.contains(pair); });
    if (unseen != all.end()) {
      Known known = look(*unseen, budget);
      if (known.obstacle == "time") return {false, "time", {}, {}};
      known_[*unseen] = std::move(known);
      continue;
    }
    if (const Known& known = known_[wanted]; !known.obstacle.empty()) return {false, known.obstacle, {}, {}};
    // Those that took for equal what is not have to be looked at again.
    bool isStable = true;
    for (const FunctionPairing& pair : all) {
      const Known& known = known_[pair];
      if (!known.obstacle.empty()) continue;
      const auto isWrong = [&](const FunctionPairing& other) { return !known_[other].obstacle.empty(); };
      if (std::ranges::none_of(known.trusted, isWrong)) continue;
      known_[pair] = look(pair, budget);
      if (known_[pair].obstacle == "time") {
        known_.erase(pair);
        return {false, "time", {}, {}};
      }
      // It still has to trust what others may call by its address.
      const auto wrong = std::ranges::find_if(known_[pair].trusted, isWrong);
      if (known_[pair].obstacle.empty() && wrong != known_[pair].trusted.end())
        known_[pair].obstacle = "the address of " + base_.program().functions()[wrong->first].sourceName +
                                " is used, which is not shown to be equal";
      isStable = false;
    }
    if (!isStable) continue;
    Answer answer{true, {}, {}, {}};
    for (const FunctionPairing& pair : all) {
      const Known& known = known_[pair];
      answer.outside.insert(known.outside.begin(), known.outside.end());
      answer.looked.insert(pair.second);
      answer.looked.insert(known.entered.begin(), known.entered.end());
    }
    return answer;
  }
}

} // namespace beagle::compare
