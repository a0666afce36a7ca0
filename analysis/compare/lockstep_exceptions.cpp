// Exceptions: a call that both versions make throws the same in both, and leads to whoever catches it.

#include "analysis/compare/lockstep_proof.h"

#include <array>

namespace beagle::compare {

using logic::Sort;

std::optional<Handler> LockstepProof::handlerAbove(Pair& pair, bool isBase, bool leavesFirst) {
  Track& own = track(pair, isBase);
  for (bool leaves = leavesFirst; own.isCaught(leaves); leaves = true) {
    if (leaves && tracker(isBase).leaveThrowing(own)) return {};
    const Handler handler = tracker(isBase).handler(own);
    if (handler.at != ir::none) return handler;
  }
  return Handler(); // the functions stay as they are: nobody asks for them any more
}

LockstepProof::Result LockstepProof::raise(Pair pair, Term exception, bool leavesFirst, std::vector<Pair>& waiting) {
  logic::TermManager& terms = tools_.terms;
  for (bool leaves = leavesFirst;; leaves = true) {
    const auto base = handlerAbove(pair, true, leaves), head = handlerAbove(pair, false, leaves);
    if (!base || !head) return inTheWay(pair, "an exception leaves a local object that others may still know of");
    if (base->at == ir::none && head->at == ir::none)
      return same(pair.facts, pair.base.memory, pair.head.memory) ? settle(pair)
                                                                  : inTheWay(pair, "memory is not the same");
    if (base->at == ir::none || head->at == ir::none) return inTheWay(pair, "only one version catches an exception");
    const bool takeAll = base->takesAll && head->takesAll;
    if (!takeAll && (base->takesAll || head->takesAll || base->types != head->types))
      return inTheWay(pair, "an exception is caught in another way");
    Pair lands = pair;
    if (!takeAll) { // else it goes on, in both
      const std::array sorts{Sort::bits(64)};
      const std::array parts{exception};
      const Term isCaught = terms.apply(terms.function("caught" + base->types, sorts, Sort::boolean()), parts);
      lands.facts.push_back(isCaught);
      pair.facts.push_back(terms.logicalNot(isCaught));
    }
    if (auto wrong = tools_.base.land(lands.base, *base, exception)) return inTheWay(pair, *wrong);
    if (auto wrong = tools_.head.land(lands.head, *head, exception)) return inTheWay(pair, *wrong);
    waiting.push_back(std::move(lands));
    if (takeAll) return {};
  }
}

LockstepProof::Result LockstepProof::raiseAgain(Pair& pair, std::vector<Pair>& waiting) {
  const Term base = tools_.base.bits(pair.base, pair.base.next().a, 64);
  const Term head = tools_.head.bits(pair.head, pair.head.next().a, 64);
  if (!same(pair.facts, base, head)) return inTheWay(pair, "another exception");
  if (auto wrong = settle(pair)) return wrong;
  return raise(std::move(pair), base, true, waiting);
}

} // namespace beagle::compare
