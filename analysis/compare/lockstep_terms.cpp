// What holds where certain facts do.

#include "analysis/compare/lockstep_proof.h"
#include "analysis/compare/loose_terms.h"
#include "analysis/logic/substitute.h"

#include <fmt/format.h>

namespace beagle::compare {

using logic::Op;

namespace {

constexpr std::uint32_t mostQuestions = 600;
constexpr std::uint32_t mostHardQuestions = 30;
constexpr solver::Limits questionLimits{400'000};

} // namespace

Term LockstepProof::under(const std::vector<Term>& facts, Term term) {
  if (facts.empty() || tools_.terms.isConstant(term)) return term;
  logic::TermManager& terms = tools_.terms;
  logic::Substitution known(terms);
  std::vector<Term> waiting = facts;
  while (!waiting.empty()) {
    const Term fact = waiting.back();
    waiting.pop_back();
    if (terms.isConstant(fact)) continue;
    if (terms.op(fact) == Op::And) {
      for (const Term part : terms.operands(fact)) waiting.push_back(part);
      continue;
    }
    if (terms.op(fact) == Op::Not)
      known.replace(terms.operand(fact, 0), terms.truth(false));
    else
      known.replace(fact, terms.truth(true));
    if (terms.op(fact) != Op::Equal) continue;
    const Term left = terms.operand(fact, 0);
    const Term right = terms.operand(fact, 1);
    if (terms.isConstant(right))
      known.replace(left, right);
    else if (terms.isConstant(left))
      known.replace(right, left);
  }
  return known.apply(term);
}

bool LockstepProof::same(const std::vector<Term>& facts, Term a, Term b) {
  if (a == b) return true;
  const Term x = under(facts, a);
  const Term y = under(facts, b);
  return x == y || holds(facts, tools_.terms.equal(x, y));
}

bool LockstepProof::holds(const std::vector<Term>& facts, Term condition) {
  const Term now = under(facts, condition);
  if (tools_.terms.isTrue(now)) return true;
  if (tools_.terms.isFalse(now)) return false;
  return !isPossible(facts, tools_.terms.logicalNot(now));
}

/// True when nobody knows.
bool LockstepProof::isPossible(const std::vector<Term>& facts, Term condition) {
  if (!tools_.solver || ++questions_ > mostQuestions) return true;
  const auto hasNone = [&](Term goal) {
    solver::Query query;
    query.name = "proof";
    query.goal = goal;
    query.wantModel = false;
    query.limits = questionLimits;
    return std::holds_alternative<solver::Unsat>(tools_.solver->check(query));
  };
  const Term goal = tools_.terms.logicalAnd(condition, tools_.terms.conjunction(facts));
  LooseTerms loose(tools_.terms);
  const Term loosened = loose.apply(goal);
  if (hasNone(loosened)) return false;
  // What floats compute is out of reach anyway.
  if (loosened == goal || loose.hasFloats() || ++hardQuestions_ > mostHardQuestions) return true;
  return !hasNone(goal);
}

std::optional<std::string> LockstepProof::inTheWay(const Pair& pair, std::string what) const {
  if (pair.head.state.frames.empty()) return what;
  const ir::Location place = tools_.head.location(pair.head);
  return fmt::format("{} at {}:{}", what, tools_.head.program().file(place.file), place.line);
}

} // namespace beagle::compare
