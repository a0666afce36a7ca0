#include "analysis/solver/chain.h"
#include "analysis/solver/layers.h"
#include "analysis/solver/value_sets.h"
#include "analysis/solver/z3_solver.h"
#include "test/solver/fake_solver.h"
#include "test/solver/random_terms.h"

#include <gtest/gtest.h>

#include <functional>

namespace beagle::solver {
namespace {

using logic::Op;
using logic::Sort;
using test::Asked;
using test::clueless;
using test::describe;
using test::fake;
using test::RandomTerms;

Query queryOf(std::span<const Term> path, Term goal) { return Query{.name = "test", .path = path, .goal = goal}; }

class LayersTest : public testing::Test {
protected:
  TermManager terms;
  Asked asked;
  Term x = terms.variable("x", Sort::bits(8));
  Term y = terms.variable("y", Sort::bits(8));
  Term z = terms.variable("z", Sort::bits(8));

  Term number(std::uint64_t value) { return terms.constant(8, value); }
  Term less(Term a, Term b) { return terms.binary(Op::ULess, a, b); }
  Term is(Term a, std::uint64_t value) { return terms.equal(a, number(value)); }
  static Answer model(std::initializer_list<std::pair<Term, std::uint64_t>> values) {
    auto result = std::make_shared<Assignment>();
    for (const auto& [variable, value] : values) result->set(variable, value);
    return Sat{result};
  }
};

// --- constants -----------------------------------------------------------------------------------------------------

TEST_F(LayersTest, ConstantsAnswerWhatKnownBitsDecide) {
  const auto solver = makeConstants(terms, clueless(asked));
  const Term wide = terms.zeroExtend(x, 32);
  const Term path[] = {less(x, y)};
  Query query = queryOf(path, terms.truth(false));
  EXPECT_EQ(describe(solver->check(query)), "unsat");
  query.goal = terms.raw(Op::ULess, Sort::boolean(), std::vector<Term>{wide, terms.constant(32, 256)});
  query.wantModel = false;
  EXPECT_EQ(describe(solver->check(query)), "sat");
  EXPECT_EQ(asked.count(), 0U);
  // For a model, the path is asked for.
  query.wantModel = true;
  EXPECT_EQ(describe(solver->check(query)), "unknown: clueless");
  EXPECT_FALSE(asked.questions.back().goal);
  query.goal = less(y, z);
  EXPECT_EQ(describe(solver->check(query)), "unknown: clueless");
  EXPECT_EQ(asked.questions.back().goal, less(y, z));
}

// --- equalities ----------------------------------------------------------------------------------------------------

TEST_F(LayersTest, EqualitiesSpeakOfConstantsInstead) {
  const auto solver = makeEqualities(terms, clueless(asked));
  const Term path[] = {terms.equal(x, y), is(y, 5), less(z, number(9))};
  EXPECT_EQ(describe(solver->check(queryOf(path, less(x, z)))), "unknown: clueless");
  EXPECT_EQ(asked.questions.back().goal, less(number(5), z));
  const Answer answer = solver->check(queryOf(path, less(x, y)));
  ASSERT_EQ(describe(answer), "unsat");
  EXPECT_EQ(std::get<Unsat>(answer).core.back(), less(x, y));
  // A condition of the path holds, its negation does not.
  Query query = queryOf(path, terms.logicalNot(path[2]));
  EXPECT_EQ(describe(solver->check(query)), "unsat");
  query.goal = path[2];
  query.wantModel = false;
  EXPECT_EQ(describe(solver->check(query)), "sat");
  EXPECT_EQ(asked.count(), 1U);
}

TEST_F(LayersTest, EqualitiesLeaveCanonicalQueriesAlone) {
  const auto solver = makeEqualities(terms, clueless(asked));
  const Term path[] = {is(x, 5)};
  Query query = queryOf(path, less(x, z));
  query.canonical = true;
  (void)solver->check(query);
  EXPECT_EQ(asked.questions.back().goal, less(x, z));
}

// --- independent parts ---------------------------------------------------------------------------------------------

TEST_F(LayersTest, PartsThatTheGoalDoesNotTouchAreNotAsked) {
  const auto solver = makeIndependentParts(terms, fake(asked, [&](const Query&) { return model({{x, 3}, {y, 4}}); }));
  const Term path[] = {less(x, y), less(z, number(9))};
  Query query = queryOf(path, less(y, number(7)));
  query.wantModel = false;
  EXPECT_EQ(describe(solver->check(query)), "sat");
  ASSERT_EQ(asked.count(), 1U);
  EXPECT_EQ(asked.questions[0].path, std::vector<Term>{less(x, y)});
}

TEST_F(LayersTest, ModelsOfPartsAreJoined) {
  const auto solver = makeIndependentParts(terms, fake(asked, [&](const Query& query) {
                                             const Term first = query.path.empty() ? query.goal : query.path.front();
                                             // What a part says about another part's variables must not count.
                                             return first == less(z, number(9)) ? model({{z, 8}, {x, 77}})
                                                                                : model({{x, 3}, {y, 4}, {z, 200}});
                                           }));
  const Term path[] = {less(x, y), less(z, number(9))};
  const Answer answer = solver->check(queryOf(path, less(y, number(7))));
  ASSERT_EQ(describe(answer), "sat");
  EXPECT_TRUE(test::holds(terms, *std::get<Sat>(answer).model, {path[0], path[1], less(y, number(7))}));
  EXPECT_EQ(asked.count(), 2U);
}

TEST_F(LayersTest, OnePartUnknownIsNotSat) {
  const auto solver = makeIndependentParts(terms, fake(asked, [&](const Query& query) -> Answer {
                                             if (query.goal == is(z, 9)) return Unknown{"hard"};
                                             return model({{x, 3}});
                                           }));
  const Term both = terms.logicalAnd(is(z, 9), is(x, 3));
  EXPECT_EQ(describe(solver->check(queryOf({}, both))), "unknown: hard");
}

TEST_F(LayersTest, OnePartUnsatisfiableDecides) {
  const auto solver = makeIndependentParts(terms, fake(asked, [&](const Query& query) -> Answer {
                                             if (query.goal == is(z, 9)) return Unsat{{is(z, 9)}};
                                             return Unknown{"hard"};
                                           }));
  const Answer answer = solver->check(queryOf({}, terms.logicalAnd(is(z, 9), is(x, 3))));
  ASSERT_EQ(describe(answer), "unsat");
  EXPECT_EQ(std::get<Unsat>(answer).core, std::vector<Term>{is(z, 9)});
}

// --- recent models -------------------------------------------------------------------------------------------------

TEST_F(LayersTest, RecentModelsAreTriedFirst) {
  const auto solver = makeRecentModels(terms, fake(asked, [&](const Query&) { return model({{x, 3}, {y, 4}}); }), {2});
  EXPECT_EQ(describe(solver->check(queryOf({}, less(x, y)))), "sat");
  EXPECT_EQ(describe(solver->check(queryOf({}, less(x, number(4))))), "sat");
  EXPECT_EQ(asked.count(), 1U);
  Query query = queryOf({}, less(x, y));
  query.canonical = true;
  EXPECT_EQ(describe(solver->check(query)), "sat");
  EXPECT_EQ(asked.count(), 2U);
}

// --- remembered ----------------------------------------------------------------------------------------------------

TEST_F(LayersTest, CoresAnswerSupersets) {
  const Term core[] = {less(x, y), less(y, x)};
  const auto solver = makeRemembered(terms, fake(asked, [&](const Query&) { return Unsat{{core[0], core[1]}}; }));
  const Term path[] = {less(z, number(9)), less(x, y)};
  EXPECT_EQ(describe(solver->check(queryOf(path, less(y, x)))), "unsat");
  const Term longer[] = {less(x, y), less(z, number(3)), is(z, 2)};
  const Answer answer = solver->check(queryOf(longer, less(y, x)));
  EXPECT_EQ(describe(answer), "unsat");
  EXPECT_EQ(std::get<Unsat>(answer).core.size(), 2U);
  EXPECT_EQ(asked.count(), 1U);
  (void)solver->check(queryOf({}, less(y, x)));
  EXPECT_EQ(asked.count(), 2U);
}

TEST_F(LayersTest, ModelsOfSupersetsAnswer) {
  const auto solver = makeRemembered(terms, fake(asked, [&](const Query&) { return model({{x, 3}, {y, 4}}); }));
  const Term path[] = {less(x, y), is(z, 0)};
  (void)solver->check(queryOf(path, less(y, number(7))));
  EXPECT_EQ(describe(solver->check(queryOf({}, less(y, number(7))))), "sat");
  EXPECT_EQ(describe(solver->check(queryOf(path, Term()))), "sat");
  EXPECT_EQ(asked.count(), 1U);
  Query query = queryOf(path, Term());
  query.canonical = true;
  (void)solver->check(query);
  EXPECT_EQ(asked.count(), 2U) << "a model of something else is not canonical";
  (void)solver->check(query);
  EXPECT_EQ(asked.count(), 2U) << "its own is";
}

TEST_F(LayersTest, UnknownIsAskedAgainWithMore) {
  const auto solver =
      makeRemembered(terms, fake(asked, [](const Query&) -> Answer { return Unknown{"resource limit"}; }));
  Query query = queryOf({}, less(x, y));
  query.limits.resources = 1000;
  EXPECT_EQ(describe(solver->check(query)), "unknown: resource limit");
  EXPECT_EQ(describe(solver->check(query)), "unknown: resource limit");
  EXPECT_EQ(asked.count(), 1U);
  query.limits.resources = 2000;
  (void)solver->check(query);
  EXPECT_EQ(asked.count(), 2U);
}

// --- all layers ----------------------------------------------------------------------------------------------------

using Maker = std::function<std::unique_ptr<Solver>(TermManager&)>;
struct Chain {
  std::string name;
  Maker make;
  friend void PrintTo(const Chain& chain, std::ostream* out) { *out << chain.name; }
};

class ChainTest : public testing::TestWithParam<Chain> {};

/// Random walks through growing paths: answers are those of trying all values, with and without models.
TEST_P(ChainTest, AgreesWithExhaustion) {
  TermManager terms;
  const auto solver = GetParam().make(terms);
  RandomTerms random(terms, 99, 4, 3);
  int sat = 0, unsat = 0;
  for (int round = 0; round != 60; ++round) {
    std::vector<Term> path;
    for (int step = 0; step != 6; ++step) {
      const Term goal =
          random.below(4) == 0 ? terms.equal(random.variables()[random.below(4)], random.bits(0)) : random.truth(2);
      Query query{.name = "test", .path = path, .goal = goal};
      query.wantModel = random.below(3) != 0;
      query.canonical = random.below(5) == 0;
      std::vector<Term> all = path;
      all.push_back(goal);
      const bool truth = random.satisfiable(all);
      const Answer answer = solver->check(query);
      ASSERT_EQ(describe(answer), truth ? "sat" : "unsat") << "round " << round;
      (truth ? sat : unsat) += 1;
      if (truth && query.wantModel) {
        ASSERT_TRUE(test::holds(terms, *std::get<Sat>(answer).model, all));
      }
      if (!truth) {
        const auto& core = std::get<Unsat>(answer).core;
        ASSERT_FALSE(random.satisfiable({core.begin(), core.end()}));
      }
      if (truth) path.push_back(goal);
    }
  }
  EXPECT_GT(sat, 100);
  EXPECT_GT(unsat, 20);
}

// All layers over somebody who knows nothing: what they still answer must be true.
TEST(WholeChain, UnknownStaysUnknown) {
  TermManager terms;
  Asked asked;
  auto solver = makeRemembered(terms, clueless(asked));
  solver = makeIndependentParts(terms, makeRecentModels(terms, std::move(solver)));
  solver = makeConstants(terms, makeEqualities(terms, std::move(solver)));
  RandomTerms random(terms, 5, 3, 3);
  int unknown = 0;
  for (int round = 0; round != 200; ++round) {
    const Term goal = random.truth(2);
    const Answer answer = solver->check(queryOf({}, goal));
    if (std::holds_alternative<Unknown>(answer)) ++unknown;
    else ASSERT_EQ(describe(answer), random.satisfiable({goal}) ? "sat" : "unsat");
  }
  EXPECT_GT(unknown, 100);
}

std::vector<Chain> chains() {
  const auto z3 = [](TermManager& terms) { return makeZ3(terms, {}); };
  return {
      {"constants", [=](TermManager& terms) { return makeConstants(terms, z3(terms)); }},
      {"equalities", [=](TermManager& terms) { return makeEqualities(terms, z3(terms)); }},
      {"parts", [=](TermManager& terms) { return makeIndependentParts(terms, z3(terms)); }},
      {"byte", [=](TermManager& terms) { return makeOneByte(terms, z3(terms), std::make_shared<ValueSets>(terms)); }},
      {"intervals",
       [=](TermManager& terms) { return makeIntervals(terms, z3(terms), std::make_shared<ValueSets>(terms)); }},
      {"domains",
       [=](TermManager& terms) { return makeDomains(terms, z3(terms), std::make_shared<ValueSets>(terms)); }},
      {"search", [=](TermManager& terms) { return makeSearch(terms, z3(terms), std::make_shared<ValueSets>(terms)); }},
      {"recent", [=](TermManager& terms) { return makeRecentModels(terms, z3(terms)); }},
      {"remembered", [=](TermManager& terms) { return makeRemembered(terms, z3(terms)); }},
      {"whole", [=](TermManager& terms) { return std::move(*makeSolver(terms, {}, {})); }},
  };
}
INSTANTIATE_TEST_SUITE_P(Each, ChainTest, testing::ValuesIn(chains()),
                         [](const auto& chain) { return chain.param.name; });

TEST(Statistics, TellLayersApart) {
  TermManager terms;
  const auto solver = std::move(*makeSolver(terms, {}, {}));
  const Term x = terms.variable("x", Sort::bits(32));
  // Squares are 0 or 1 modulo 4. So many bits are not tried out.
  const Term square = terms.binary(Op::BitAnd, terms.binary(Op::Mul, x, x), terms.constant(32, 0xFFFFF));
  (void)solver->check(queryOf({}, terms.equal(square, terms.constant(32, 2))));
  (void)solver->check(queryOf({}, terms.binary(Op::ULess, x, terms.constant(32, 11))));
  std::vector<LayerStatistics> layers;
  solver->statistics(layers);
  std::vector<std::string> names;
  std::uint64_t answered = 0;
  for (const LayerStatistics& layer : layers) {
    names.push_back(layer.name);
    answered += layer.answered;
    EXPECT_GE(layer.seconds, 0);
  }
  EXPECT_EQ(names, (std::vector<std::string>{"checked", "one byte", "intervals", "constants", "equalities", "domains",
                                             "independent parts", "recent models", "remembered", "search",
                                             "Z3 incremental", "Z3 fresh", "Z3 canonical"}));
  EXPECT_EQ(answered, 2U);
  EXPECT_GT(solver->resources(), 0U);
}

} // namespace
} // namespace beagle::solver
