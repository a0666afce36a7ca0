// What holds where certain facts do.

#include "analysis/compare/lockstep_proof.h"
#include "analysis/compare/loose_terms.h"
#include "analysis/logic/substitute.h"

#include <fmt/format.h>

namespace beagle::compare {

using logic::Op;

namespace {

constexpr std::uint32_t mostQuestions = 4'000;
constexpr std::uint32_t mostHardQuestions = 60;
constexpr std::uint32_t firstHardQuestions = 24; ///< and as many more for each that had an answer

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
    if (terms.op(fact) != Op::Not) known.replace(fact, terms.truth(true));
    known.replace(terms.logicalNot(fact), terms.truth(false));
    if (terms.op(fact) != Op::Equal) continue;
    const Term left = terms.operand(fact, 0);
    const Term right = terms.operand(fact, 1);
    if (terms.isConstant(right)) known.replace(left, right);
    else if (terms.isConstant(left)) known.replace(right, left);
  }
  return known.apply(term);
}

bool LockstepProof::same(const std::vector<Term>& facts, Term a, Term b) {
  if (a == b) return true;
  const Term x = under(facts, a);
  const Term y = under(facts, b);
  if (x == y || polynomials_.areSame(x, y)) return true;
  return holds(facts, tools_.terms.equal(tools_.memory.inOrder(x), tools_.memory.inOrder(y)));
}

bool LockstepProof::holds(const std::vector<Term>& facts, Term condition) {
  const Term now = under(facts, condition);
  if (tools_.terms.isTrue(now)) return true;
  return !isPossible(facts, tools_.terms.logicalNot(now));
}

bool LockstepProof::isRefuted(Term goal, std::uint64_t resources) {
  return std::holds_alternative<solver::Unsat>(ask("proof", goal, false, resources));
}

solver::Answer LockstepProof::ask(std::string_view name, Term goal, bool wantModel, std::uint64_t resources) {
  // One question may take longer than all that is left.
  if (budget_.exhausted()) {
    gaveUp_ = true;
    return solver::Unknown{"time"};
  }
  solver::Query query;
  query.name = name;
  query.goal = goal;
  query.wantModel = wantModel;
  query.limits.resources = resources;
  solver::Answer answer = tools_.solver->check(query);
  gaveUp_ = gaveUp_ || std::holds_alternative<solver::Unknown>(answer);
  return answer;
}

/// True when nobody knows.
bool LockstepProof::isPossible(const std::vector<Term>& facts, Term condition) {
  if (facts.empty() && tools_.terms.isConstant(condition)) return tools_.terms.isTrue(condition);
  if (!asksSolver() || ++questions_ > mostQuestions) return true;
  Term goal = tools_.terms.logicalAnd(condition, tools_.terms.conjunction(facts));
  goal = tools_.terms.logicalAnd(goal, tools_.memory.readings(goal));
  if (samples_.fulfil(goal)) return true;
  LooseTerms looser(tools_.terms, LooseTerms::Floats::Unknown);
  const Term loosest = looser.apply(goal);
  if (isRefuted(tools_.terms.logicalAnd(loosest, looser.known()), effort_.perQuestion)) return false;
  LooseTerms loose(tools_.terms);
  const Term loosened = looser.hasFloats() ? loose.apply(goal) : loosest;
  if (loosened != loosest && isRefuted(tools_.terms.logicalAnd(loosened, loose.known()), effort_.perQuestion))
    return false;
  // What floats compute is out of reach anyway.
  if (loosened == goal || looser.hasFloats() || hardQuestions_ >= mostHardQuestions) return true;
  // Where nothing ever comes of it, it is not worth the time.
  if (hardQuestions_ >= firstHardQuestions * (1 + hardAnswers_)) return true;
  ++hardQuestions_;
  if (!isRefuted(goal, effort_.perHard)) return true;
  ++hardAnswers_;
  return false;
}

/// A model that shows one claim to be wrong mostly shows others, too.
LockstepProof::Doubts LockstepProof::doubtful(const std::vector<Term>& facts, const std::vector<Term>& claims) {
  Doubts doubts;
  if (!asksSolver()) {
    for (std::size_t i = 0; i < claims.size(); ++i) doubts.claims.push_back(i);
    return doubts;
  }
  ++questions_;
  Term hard = tools_.terms.logicalAnd(tools_.terms.conjunction(facts),
                                      tools_.terms.logicalNot(tools_.terms.conjunction(claims)));
  hard = tools_.terms.logicalAnd(hard, tools_.memory.readings(hard));
  LooseTerms looser(tools_.terms, LooseTerms::Floats::Unknown);
  const Term easiest = looser.apply(hard);
  if (looser.hasFloats() && isRefuted(tools_.terms.logicalAnd(easiest, looser.known()), effort_.perQuestion))
    return doubts;
  LooseTerms loose(tools_.terms);
  const Term easy = loose.apply(hard);
  const solver::Answer answer = ask("claims", tools_.terms.logicalAnd(easy, loose.known()), true, effort_.perQuestion);
  if (std::holds_alternative<solver::Unsat>(answer)) return doubts;
  if (const auto* sat = std::get_if<solver::Sat>(&answer)) {
    logic::Evaluator evaluator(tools_.terms, *sat->model);
    for (std::size_t i = 0; i < claims.size(); ++i) {
      const Term own = loose.apply(claims[i]);
      if (evaluator.truth(own)) continue;
      // Hard arithmetic may still show it.
      if (own != claims[i] && holds(facts, claims[i])) continue;
      doubts.claims.push_back(i);
    }
    if (easy == hard) doubts.example = sat->model;
    if (!doubts.claims.empty()) return doubts;
  }
  for (std::size_t i = 0; i < claims.size(); ++i)
    if (!holds(facts, claims[i])) doubts.claims.push_back(i);
  return doubts;
}

std::optional<std::string> LockstepProof::inTheWay(const Pair& pair, std::string what) const {
  if (pair.head.state.frames.empty()) return what;
  const ir::Location place = tools_.head.location(pair.head);
  return fmt::format("{} at {}:{}", what, tools_.head.program().file(place.file), place.line);
}

} // namespace beagle::compare
