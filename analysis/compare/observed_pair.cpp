#include "analysis/compare/observed_pair.h"

namespace beagle::compare {

std::set<std::string> undefinedValues(const Outcome& outcome) {
  std::set<std::string> paths;
  for (const exec::Observed& observed : outcome.values)
    if (!observed.value.isDefined()) paths.insert(observed.path);
  return paths;
}

ObservedPair observeBoth(Version base, const State& baseEnd, Version head, const State& headEnd,
                         const Relation& relation) {
  logic::TermManager& terms = base.machine.terms;
  ObservedPair pair{baseEnd, headEnd, {}, {}, {}, {}, {}, false};
  base.machine.attach(pair.base);
  base.harness.adopt(pair.base, head.harness.aliases(headEnd), head.harness);
  head.machine.attach(pair.head);
  head.harness.adopt(pair.head, base.harness.aliases(baseEnd), base.harness);
  // What one version touched is compared with what the other left untouched.
  exec::Touched touched;
  addTouched(base.machine, base.harness, pair.base, touched);
  addTouched(head.machine, head.harness, pair.head, touched);
  pair.baseOutcome = observe(base.machine, base.harness, pair.base, base.entry, touched);
  pair.headOutcome = observe(head.machine, head.harness, pair.head, head.entry, touched);
  const OutcomePair both{base.machine,     head.machine, pair.base,    pair.head,   pair.baseOutcome,
                         pair.headOutcome, base.harness, head.harness, base.layouts};
  pair.parts = relation.relate(terms, both);
  const std::set<std::string> undefined = undefinedValues(pair.baseOutcome);
  Term holds = terms.truth(true);
  Term definedHold = terms.truth(true);
  for (const Part& part : pair.parts) {
    if (part.path == leakedMemory) {
      pair.leaksApart = true;
      continue; // else it would be all that is seen of pairs that differ in more
    }
    holds = terms.logicalAnd(holds, part.holds);
    if (!undefined.contains(part.path)) definedHold = terms.logicalAnd(definedHold, part.holds);
  }
  const Term assume = relation.assume(terms, both);
  pair.differ = terms.logicalAnd(assume, terms.logicalNot(holds));
  pair.defined = terms.isFalse(pair.differ)
                     ? pair.differ
                     : terms.logicalAnd(terms.logicalAnd(assume, terms.logicalNot(definedHold)),
                                        terms.logicalNot(relation.undefinedWhen(terms, pair.base)));
  return pair;
}

} // namespace beagle::compare
