// What intervals say of one variable, against all its values.

#include "analysis/solver/implied.h"
#include "analysis/solver/interval_sets.h"
#include "analysis/solver/layers.h"
#include "analysis/solver/path_condition.h"
#include "analysis/solver/value_sets.h"
#include "test/solver/fake_solver.h"
#include "test/solver/random_terms.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace beagle::solver {
namespace {

using logic::Op;
using logic::Sort;
using test::Asked;
using test::clueless;

constexpr std::uint32_t width = 6;

/// Constraints about one variable: what grows or falls with it, compared with constants.
class RandomBounds {
public:
  RandomBounds(TermManager& terms, std::uint64_t seed) : terms_(terms), random_(seed) {}

  [[nodiscard]] Term variable() const { return variable_; }

  [[nodiscard]] Term truth(int depth) {
    switch (depth == 0 ? 0 : below(7)) {
    case 4: return terms_.logicalNot(truth(depth - 1));
    case 5: return terms_.logicalAnd(truth(depth - 1), truth(depth - 1));
    case 6: return terms_.logicalOr(truth(depth - 1), truth(depth - 1));
    default: break;
    }
    const Term term = bits(depth + 2);
    const Term other = terms_.constant(terms_.width(term), random_());
    if (below(5) == 0) return terms_.equal(term, other);
    static constexpr Op ops[] = {Op::ULess, Op::ULessEqual, Op::SLess, Op::SLessEqual};
    const Op op = ops[below(4)];
    return below(2) ? terms_.binary(op, term, other) : terms_.binary(op, other, term);
  }

  /// A comparison of the variable.
  [[nodiscard]] Term bound() {
    const Term other = terms_.constant(width, random_());
    if (below(6) == 0) return terms_.equal(variable_, other);
    if (below(6) == 0) return terms_.logicalNot(terms_.equal(variable_, terms_.constant(width, below(2) - 1)));
    static constexpr Op ops[] = {Op::ULess, Op::ULessEqual, Op::SLess, Op::SLessEqual};
    const Op op = ops[below(4)];
    const Term term = below(2) ? terms_.binary(op, variable_, other) : terms_.binary(op, other, variable_);
    return below(2) ? term : terms_.logicalNot(term);
  }

private:
  [[nodiscard]] std::uint64_t below(std::uint64_t end) { return random_() % end; }

  [[nodiscard]] Term bits(int depth) {
    if (depth == 0) return variable_;
    const Term inner = bits(depth - 1);
    const std::uint32_t wide = terms_.width(inner);
    switch (below(12)) {
    case 0: return terms_.unary(below(2) ? Op::Neg : Op::BitNot, inner);
    case 1: return terms_.binary(Op::Sub, terms_.constant(wide, random_()), inner);
    case 2: return terms_.binary(Op::Sub, inner, terms_.constant(wide, random_()));
    case 3: return terms_.binary(Op::UDiv, inner, terms_.constant(wide, 1 + below(9)));
    case 4: return terms_.binary(Op::LShr, inner, terms_.constant(wide, below(4)));
    case 5: return terms_.binary(Op::Shl, terms_.zeroExtend(inner, wide + 3), terms_.constant(wide + 3, below(5)));
    case 6: return terms_.binary(Op::Mul, terms_.zeroExtend(inner, wide + 3), terms_.constant(wide + 3, below(9)));
    case 7: return terms_.binary(Op::Mul, terms_.signExtend(inner, wide + 3), terms_.constant(wide + 3, below(9)));
    case 8: return terms_.binary(Op::Concat, terms_.constant(2, random_()), inner);
    case 9: return terms_.binary(Op::Concat, inner, terms_.constant(2, random_()));
    case 10: return terms_.ite(truth(0), inner, terms_.constant(wide, random_()));
    default: return terms_.binary(Op::Add, inner, terms_.constant(wide, random_()));
    }
  }

  TermManager& terms_;
  std::mt19937_64 random_;
  Term variable_ = terms_.variable("v", Sort::bits(width));
};

bool has(const Intervals& set, std::uint64_t value) {
  return std::ranges::any_of(set, [&](const Interval& part) { return part.first <= value && value <= part.last; });
}

bool holdsFor(TermManager& terms, Term variable, std::uint64_t value, Term constraint) {
  Assignment model;
  model.set(variable, value);
  return test::holds(terms, model, {constraint});
}

TEST(IntervalSets, AreTheValuesThatAConstraintHoldsFor) {
  TermManager terms;
  RandomBounds random(terms, 11);
  IntervalSets sets(terms);
  int known = 0, all = 0;
  for (int round = 0; round != 4000; ++round) {
    const Term constraint = random.truth(2);
    if (terms.support(constraint).empty()) continue;
    ++all;
    const Intervals* set = sets.of(random.variable(), constraint);
    if (!set) continue;
    ++known;
    for (std::size_t i = 1; i < set->size(); ++i) ASSERT_GT((*set)[i].first, (*set)[i - 1].last + 1);
    for (std::uint64_t value = 0; value != 1U << width; ++value)
      ASSERT_EQ(has(*set, value), holdsFor(terms, random.variable(), value, constraint)) << round << ": " << value;
  }
  EXPECT_GT(known, all / 2);
}

TEST(IntervalSets, GoUpToTheLargestNumber) {
  TermManager terms;
  IntervalSets sets(terms);
  const Term x = terms.variable("x", Sort::bits(64));
  const auto number = [&](std::uint64_t value) { return terms.constant(64, value); };
  constexpr std::uint64_t most = ~std::uint64_t{0};
  const auto of = [&](Term constraint) { return *sets.of(x, constraint); };
  EXPECT_EQ(of(terms.binary(Op::ULess, number(most - 1), x)), (Intervals{{most, most}}));
  EXPECT_EQ(of(terms.binary(Op::SLess, x, number(0))), (Intervals{{most / 2 + 1, most}}));
  const Term less = terms.binary(Op::Sub, x, number(5)); // 0 to 4 are above all others
  EXPECT_EQ(of(terms.binary(Op::ULessEqual, number(100), less)), (Intervals{{0, 4}, {105, most}}));
  EXPECT_EQ(nearestToZero({{7, 9}, {most - 5, most - 3}}, 64), most - 3);
  EXPECT_EQ(nearestToZero({{7, 9}, {200, 201}}, 8), 7U);
}

TEST(IntervalLayer, KnowsAllAboutOneVariable) {
  TermManager terms;
  Asked asked;
  const auto solver = makeIntervals(terms, clueless(asked), std::make_shared<ValueSets>(terms));
  const Term n = terms.variable("n", Sort::bits(32)), m = terms.variable("m", Sort::bits(32));
  const auto number = [&](std::uint64_t value) { return terms.constant(32, value); };
  const Term rest = terms.binary(Op::Sub, n, number(5));
  const Term path[] = {terms.binary(Op::ULessEqual, n, number(1000)), terms.binary(Op::ULessEqual, number(4), n),
                       terms.binary(Op::ULessEqual, number(141), rest)};
  const auto ask = [&](Term goal) { return solver->check({.name = "test", .path = path, .goal = goal}); };
  const Answer last = ask(terms.binary(Op::ULessEqual, rest, number(141)));
  ASSERT_TRUE(std::holds_alternative<Sat>(last));
  EXPECT_EQ(std::get<Sat>(last).model->bits64(n), 146U);
  // Four less five is very much.
  EXPECT_TRUE(std::holds_alternative<Sat>(ask(terms.binary(Op::ULess, number(2000), rest))));
  EXPECT_TRUE(std::holds_alternative<Unsat>(ask(terms.binary(Op::ULess, number(2000), n))));
  EXPECT_EQ(asked.count(), 0U);
  EXPECT_TRUE(std::holds_alternative<Unknown>(ask(terms.binary(Op::ULess, m, n))));
  EXPECT_EQ(asked.count(), 1U);
}

TEST(Implied, IsWhatTheNewerOneSaysToo) {
  TermManager terms;
  RandomBounds random(terms, 12);
  int implied = 0;
  for (int round = 0; round != 4000; ++round) {
    const Term older = random.bound(), newer = random.bound();
    if (!isImplied(terms, older, newer)) continue;
    ++implied;
    for (std::uint64_t value = 0; value != 1U << width; ++value)
      if (holdsFor(terms, random.variable(), value, newer)) {
        ASSERT_TRUE(holdsFor(terms, random.variable(), value, older)) << round << ": " << value;
      }
  }
  EXPECT_GT(implied, 400);
}

TEST(Implied, ALoopsBoundsDoNotPileUp) {
  TermManager terms;
  PathCondition path(terms);
  const Term n = terms.variable("n", Sort::bits(32)), m = terms.variable("m", Sort::bits(32));
  path.add(terms.binary(Op::ULess, m, n));
  for (std::uint64_t i = 0; i != 100; ++i) {
    path.add(terms.binary(Op::ULess, terms.constant(32, i), n));
    path.add(terms.binary(Op::ULess, terms.constant(32, 2 * i), m));
  }
  EXPECT_EQ(path.size(), 201U);
  EXPECT_EQ(path.all().size(), 201U);
  EXPECT_TRUE(path.contains(terms.binary(Op::ULess, terms.constant(32, 3), n)));
  std::vector<Term> scratch;
  const std::span<const Term> relevant = path.relevantTo(n, scratch);
  EXPECT_EQ(std::vector<Term>(relevant.begin(), relevant.end()),
            (std::vector<Term>{terms.binary(Op::ULess, m, n), terms.binary(Op::ULess, terms.constant(32, 99), n),
                               terms.binary(Op::ULess, terms.constant(32, 198), m)}));
}

} // namespace
} // namespace beagle::solver
