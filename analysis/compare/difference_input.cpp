// One input for a difference, and a simple one.

#include "analysis/compare/entry_comparison.h"
#include "analysis/compare/smaller_input.h"
#include "analysis/logic/bit_vector.h"
#include "analysis/logic/parts.h"

namespace beagle::compare {

using solver::Answer;
using solver::Sat;
using solver::Unknown;
using solver::Unsat;

namespace {

constexpr solver::Limits pairLimits{200'000'000};
constexpr solver::Limits canonicalLimits{5'000'000};
/// For all witnesses of an entry.
constexpr std::chrono::seconds mostToSimplify{2};
/// Values of a witness that a solver could not make simple in time.
constexpr std::size_t mostTriesToSimplify = 400;

/// Sums and the like of floats, which a solver turns into very large formulas.
bool hasFloatArithmetic(const logic::TermManager& terms, Term term) {
  return logic::anyPart(terms, term, [&](Term part) {
    return terms.op(part) >= logic::Op::FpAdd && terms.op(part) <= logic::Op::FpSqrt;
  });
}

} // namespace

EntryComparison::Found EntryComparison::difference(const State& headEnd, Term differ, Term wish) {
  // It may take far longer than there is time for, and what is known is worth waiting for no longer.
  if (!found_.empty() && hasFloatArithmetic(terms_, differ)) {
    result_.open.insert("whether floats differ in other ways, too, was not decided");
    return {.isDecided = false};
  }
  std::vector<Term> scratch;
  solver::Query query;
  query.name = "outcome";
  query.path = headEnd.path.relevantTo(differ, scratch);
  query.goal = differ;
  query.limits = pairLimits;
  const Answer answer = solver_.check(query);
  if (std::holds_alternative<Unsat>(answer)) return {};
  if (const auto* unknown = std::get_if<Unknown>(&answer)) {
    result_.open.insert(fmt::format("whether two outcomes differ could not be decided: {}", unknown->reason));
    return {.isDecided = false};
  }
  solver::PathCondition shown = headEnd.path;
  shown.add(differ, *std::get<Sat>(answer).model);
  if (shown.modelKnown() && logic::Evaluator(terms_, shown.model()).truth(wish)) shown.add(wish, shown.model());
  simplify(shown);
  // The same witness however it was found, unless that is too hard: any other is as true.
  const Answer whole = shown.canonicalModel(solver_, canonicalLimits);
  const auto* canonical = std::get_if<Sat>(&whole);
  if (!canonical && !shown.modelKnown()) {
    result_.open.insert("an input that shows a difference could not be completed");
    return {.isDecided = false};
  }
  if (canonical) return {differ, canonical->model};
  // Also when a partner has cancelled; not so long for each of many pairs.
  const auto begin = support::Budget::Clock::now();
  const support::Budget left = support::Budget().limitTime(mostToSimplify - simplifying_);
  logic::Assignment model = smallerModel(shown.model(), shown.all(), terms_, leaves_, mostTriesToSimplify, left);
  simplifying_ += support::Budget::Clock::now() - begin;
  return {differ, std::make_shared<const logic::Assignment>(std::move(model))};
}

void EntryComparison::simplify(solver::PathCondition& path) {
  constexpr solver::Limits quickly{2'000'000};
  constexpr std::size_t mostTries = 200;
  std::set<std::uint32_t> mentioned;
  for (const Term constraint : path.all())
    for (const std::uint32_t number : terms_.support(constraint)) mentioned.insert(number);
  std::vector<Term> scratch;
  const auto require = [&](Term wish) {
    solver::Query query;
    query.name = "simplify";
    query.path = path.relevantTo(wish, scratch);
    query.goal = wish;
    query.limits = quickly;
    const Answer answer = solver_.check(query);
    const auto* sat = std::get_if<Sat>(&answer);
    if (sat) path.add(wish, *sat->model);
    return sat != nullptr;
  };
  std::size_t tries = 0;
  // Sizes first: what a buffer does not have needs no value.
  for (const bool isSize : {true, false})
    for (const input::Leaf& leaf : leaves_.all()) {
      const bool isOwn = !leaf.source && leaf.path.ends_with(".size");
      if (isOwn != isSize || !mentioned.contains(terms_.variableNumber(leaf.variable))) continue;
      if (leaf.type.width == 1) continue; // false, or a pointer that is not null, as the model has it
      if (++tries > mostTries) return;
      const auto is = [&](std::uint64_t value) {
        return terms_.equal(leaf.variable, terms_.constant(logic::BitVector(leaf.type.width, value)));
      };
      if (!isSize && require(is(0))) continue;
      if (require(is(1)) || leaf.type.kind == ir::ScalarKind::Float) continue;
      if (isSize) {
        require(is(2));
        continue;
      }
      if (leaf.type.width > 1 && require(is(~std::uint64_t{0}))) continue; // -1
      const auto isNear = [&](std::uint64_t distance) {                    // from zero, on either side
        const Term moved = terms_.binary(logic::Op::Add, leaf.variable, terms_.constant(leaf.type.width, distance));
        return terms_.binary(logic::Op::ULess, moved, terms_.constant(leaf.type.width, 2 * distance));
      };
      for (const std::uint64_t distance : {16, 128, 32768})
        if ((std::uint64_t{4} * distance >> std::min(leaf.type.width - 1U, 63U)) == 0 && require(isNear(distance)))
          break;
    }
}

} // namespace beagle::compare
