#include "analysis/solver/chain.h"
#include "analysis/solver/path_condition.h"
#include "analysis/solver/z3_solver.h"
#include "test/solver/fake_solver.h"
#include "test/solver/random_terms.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace beagle::solver {
namespace {

using logic::Op;
using logic::Sort;
using test::describe;
using test::RandomTerms;

class PathConditionTest : public testing::Test {
protected:
  TermManager terms;
  std::vector<Term> scratch;
  Term x = terms.variable("x", Sort::bits(8));
  Term y = terms.variable("y", Sort::bits(8));
  Term z = terms.variable("z", Sort::bits(8));

  Term less(Term a, Term b) { return terms.binary(Op::ULess, a, b); }
  Term below(Term a, std::uint64_t limit) { return less(a, terms.constant(8, limit)); }
  std::vector<Term> relevant(const PathCondition& path, Term goal) {
    const auto span = path.relevantTo(goal, scratch);
    return {span.begin(), span.end()};
  }
};

TEST_F(PathConditionTest, PartsMergeAsConstraintsTouchThem) {
  PathCondition path(terms);
  path.add(below(x, 10));
  path.add(below(y, 20));
  path.add(below(z, 30));
  EXPECT_EQ(relevant(path, below(x, 5)), std::vector<Term>{below(x, 10)});
  PathCondition copy = path;
  path.add(less(z, terms.unary(Op::Neg, x)));
  EXPECT_EQ(relevant(path, below(x, 5)),
            (std::vector<Term>{below(x, 10), below(z, 30), less(z, terms.unary(Op::Neg, x))}));
  EXPECT_EQ(relevant(path, below(y, 5)), std::vector<Term>{below(y, 20)});
  EXPECT_EQ(relevant(copy, below(x, 5)), std::vector<Term>{below(x, 10)});
  EXPECT_EQ(relevant(path, less(x, y)).size(), 4U);
  EXPECT_EQ(relevant(path, terms.truth(true)).size(), 0U);
  EXPECT_EQ(copy.size(), 3U);
  EXPECT_EQ(path.all(),
            (std::vector<Term>{below(x, 10), below(y, 20), below(z, 30), less(z, terms.unary(Op::Neg, x))}));
}

TEST_F(PathConditionTest, HashIsOfTheSet) {
  PathCondition a(terms);
  PathCondition b(terms);
  for (const Term term : {below(x, 10), below(y, 20), terms.logicalNot(terms.equal(x, z))}) a.add(term);
  b.add(terms.logicalNot(terms.equal(x, z)));
  EXPECT_NE(a.hash(), b.hash());
  b.add(terms.logicalAnd(below(y, 20), below(x, 10)));
  b.add(below(x, 10));
  EXPECT_EQ(a.hash(), b.hash());
  EXPECT_EQ(b.size(), 3U);
}

TEST_F(PathConditionTest, ModelsFollow) {
  PathCondition path(terms);
  EXPECT_TRUE(path.modelKnown());
  const std::uint64_t first = path.modelVersion();
  path.add(below(x, 10));
  EXPECT_EQ(path.modelVersion(), first);
  EXPECT_TRUE(path.modelKnown());
  Assignment model;
  model.set(y, 7);
  const Term atLeast = less(terms.constant(8, 5), y);
  PathCondition blind = path;
  path.add(atLeast, model);
  EXPECT_GT(path.modelVersion(), first);
  EXPECT_EQ(path.model().bits64(y), 7U);
  blind.add(atLeast);
  EXPECT_FALSE(blind.modelKnown());
  // A model that leaves a variable out says zero, whatever the path's model said.
  Assignment other;
  other.set(x, 3);
  path.add(below(y, 200), model);
  path.add(terms.logicalNot(less(y, x)), model);
  EXPECT_EQ(path.model().bits64(x), 0U);
  EXPECT_NE(PathCondition(terms).modelVersion(), PathCondition(terms).modelVersion());
}

/// Against a plain list of constraints.
TEST_F(PathConditionTest, RandomWalksAgreeWithAPlainList) {
  RandomTerms random(terms, 11, 4, 3);
  const auto solver = std::move(*makeSolver(terms, {}, {}));
  struct State {
    PathCondition path;
    std::vector<Term> plain;
  };
  std::vector<State> states{{PathCondition(terms), {}}};
  for (int step = 0; step != 300; ++step) {
    State state = states[random.below(states.size())];
    if (state.plain.size() > 6) continue;
    const Term goal = random.truth(1);
    const Query query{.name = "test", .path = state.path.relevantTo(goal, scratch), .goal = goal};
    std::vector<Term> all = state.plain;
    all.push_back(goal);
    const Answer answer = solver->check(query);
    ASSERT_EQ(describe(answer), random.satisfiable(all) ? "sat" : "unsat");
    if (!std::holds_alternative<Sat>(answer)) continue;
    state.path.add(goal, *std::get<Sat>(answer).model);
    state.plain = all;
    ASSERT_TRUE(state.path.modelKnown());
    ASSERT_TRUE(test::holds(terms, state.path.model(), all));
    const Answer canonical = state.path.canonicalModel(*solver, {});
    ASSERT_EQ(describe(canonical), "sat");
    ASSERT_TRUE(test::holds(terms, *std::get<Sat>(canonical).model, all));
    states.push_back(std::move(state));
  }
  EXPECT_GT(states.size(), 50U);
}

TEST_F(PathConditionTest, CanonicalModelsDependOnTheConstraintsOnly) {
  const auto solver = std::move(*makeSolver(terms, {}, {}));
  const Term constraints[] = {less(terms.constant(8, 5), x), less(x, y), less(terms.constant(8, 9), z)};
  const auto modelOf = [&](std::vector<Term> order, Solver& with) {
    PathCondition path(terms);
    for (const Term term : order) path.add(term);
    const Answer answer = path.canonicalModel(with, {});
    const auto& model = *std::get<Sat>(answer).model;
    return std::vector<std::uint64_t>{model.bits64(x), model.bits64(y), model.bits64(z)};
  };
  const auto first = modelOf({constraints[0], constraints[1], constraints[2]}, *solver);
  const auto bare = makeZ3(terms, {});
  EXPECT_EQ(first, modelOf({constraints[2], constraints[1], constraints[0]}, *bare));
}

TEST_F(PathConditionTest, CanonicalModelsAreRememberedOnParts) {
  test::Asked asked;
  const auto solver = test::fake(asked, [](const Query&) -> Answer { return Sat{std::make_shared<Assignment>()}; });
  PathCondition path(terms);
  path.add(below(x, 10));
  path.add(below(y, 10));
  PathCondition copy = path;
  (void)path.canonicalModel(*solver, {});
  EXPECT_EQ(asked.count(), 2U);
  copy.add(below(z, 10));
  (void)copy.canonicalModel(*solver, {});
  EXPECT_EQ(asked.count(), 3U);
  const auto blind = test::clueless(asked);
  copy.add(less(x, z));
  EXPECT_EQ(describe(copy.canonicalModel(*blind, {})), "unknown: clueless");
}

TEST_F(PathConditionTest, LongPathsGoWithoutDeepStacks) {
  PathCondition path(terms);
  const Term wide = terms.variable("wide", Sort::bits(32));
  for (std::uint32_t i = 1; i != 300'000; ++i) path.add(terms.logicalNot(terms.equal(wide, terms.constant(32, i))));
  EXPECT_EQ(path.size(), 299'999U);
  EXPECT_EQ(relevant(path, terms.equal(wide, terms.constant(32, 0))).size(), 299'999U);
}

} // namespace
} // namespace beagle::solver
