#include "analysis/solver/z3_solver.h"
#include "test/solver/fake_solver.h"
#include "test/solver/random_terms.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <thread>

namespace beagle::solver {
namespace {

using logic::Op;
using logic::Sort;
using test::describe;
using test::RandomTerms;

Answer ask(Solver& solver, Term goal, Limits limits = {}, bool canonical = false) {
  Query query{.name = "test", .path = {}, .goal = goal, .limits = limits};
  query.canonical = canonical;
  return solver.check(query);
}

class Z3Test : public testing::Test {
protected:
  TermManager terms;
  support::CancelToken cancel;
  std::unique_ptr<Solver> solver = makeZ3(terms, cancel);

  Term var(const char* name, std::uint32_t width) { return terms.variable(name, Sort::bits(width)); }
};

class Z3Kinds : public testing::TestWithParam<int> {};

// What the answer must be is known by trying all values.
TEST_P(Z3Kinds, AgreesWithExhaustion) {
  TermManager terms;
  Z3Options options;
  options.incremental = GetParam() == 0;
  const auto solver = makeZ3(terms, {}, options);
  RandomTerms random(terms, 7 + static_cast<std::uint64_t>(GetParam()));
  int sat = 0;
  for (int round = 0; round != 150; ++round) {
    std::vector<Term> path;
    const auto constraints = [&](Term goal) {
      std::vector<Term> result = path;
      result.push_back(goal);
      return result;
    };
    for (int step = 0; step != 4; ++step) {
      const Term goal = random.truth(3);
      Query query{.name = "test", .path = path, .goal = goal};
      query.canonical = GetParam() == 2;
      query.wantCore = true;
      const Answer answer = solver->check(query);
      const bool truth = random.satisfiable(constraints(goal));
      ASSERT_EQ(describe(answer), truth ? "sat" : "unsat");
      if (!truth) {
        const auto& core = std::get<Unsat>(answer).core;
        ASSERT_FALSE(random.satisfiable({core.begin(), core.end()}));
        continue;
      }
      ASSERT_TRUE(test::holds(terms, *std::get<Sat>(answer).model, constraints(goal)));
      path.push_back(goal);
      ++sat;
    }
  }
  EXPECT_GT(sat, 50);
}
INSTANTIATE_TEST_SUITE_P(IncrementalFreshCanonical, Z3Kinds, testing::Values(0, 1, 2));

TEST_F(Z3Test, WideBitVectors) {
  const Term x = var("x", 200);
  const Term y = var("y", 200);
  const Term product = terms.binary(Op::Mul, terms.zeroExtend(terms.extract(x, 15, 0), 200), y);
  logic::BitVector wanted = logic::BitVector::oneBit(200, 150);
  const Answer answer = ask(*solver, terms.equal(product, terms.constant(wanted)));
  ASSERT_EQ(describe(answer), "sat");
}

TEST_F(Z3Test, ArraysAndTheirModels) {
  const Term a = terms.variable("a", Sort::array(8, 16));
  const Term i = var("i", 8);
  const Term j = var("j", 8);
  const Term stored = terms.store(a, i, terms.constant(16, 77));
  const Term reads[] = {terms.equal(terms.select(stored, j), terms.constant(16, 5)),
                        terms.equal(terms.select(a, terms.constant(8, 3)), terms.constant(16, 9)),
                        terms.equal(i, terms.constant(8, 3))};
  const Term goal = terms.conjunction(reads);
  for (const bool canonical : {false, true}) {
    const Answer answer = ask(*solver, goal, {}, canonical);
    ASSERT_EQ(describe(answer), "sat");
    EXPECT_TRUE(test::holds(terms, *std::get<Sat>(answer).model, {goal}));
  }
  EXPECT_EQ(describe(ask(*solver, terms.logicalAnd(goal, terms.equal(i, j)))), "unsat");
}

TEST_F(Z3Test, ArraysThatDiffer) {
  const Term a = terms.variable("a", Sort::array(8, 8));
  const Term b = terms.variable("b", Sort::array(8, 8));
  const Term table = terms.table(8, 8, std::vector<std::uint64_t>{1, 2, 3});
  const Term goal = terms.logicalAnd(terms.logicalNot(terms.equal(a, b)), terms.equal(b, table));
  const Answer answer = ask(*solver, goal);
  ASSERT_EQ(describe(answer), "sat");
  EXPECT_TRUE(test::holds(terms, *std::get<Sat>(answer).model, {goal}));
}

TEST_F(Z3Test, FunctionsAndTheirModels) {
  const Sort domain[] = {Sort::bits(32), Sort::bits(8)};
  const auto f = terms.function("f", domain, Sort::bits(32));
  const Term x = var("x", 32);
  const Term y = var("y", 32);
  const Term k = var("k", 8);
  const auto call = [&](Term argument) { return terms.apply(f, std::vector<Term>{argument, k}); };
  const Term different = terms.logicalNot(terms.equal(call(x), call(y)));
  const Answer answer = ask(*solver, different);
  ASSERT_EQ(describe(answer), "sat");
  EXPECT_EQ(describe(ask(*solver, terms.logicalAnd(different, terms.equal(x, y)))), "unsat");
}

TEST_F(Z3Test, SmallRepeatedTables) {
  std::vector<std::uint64_t> elements(300);
  for (std::size_t i = 0; i != elements.size(); ++i) elements[i] = i * i % 251;
  const Term table = terms.table(16, 8, elements);
  const Term i = var("i", 16);
  const Term read = terms.select(table, i);
  const Answer answer = ask(*solver, terms.equal(read, terms.constant(8, 250)));
  const bool exists = std::ranges::find(elements, 250U) != elements.end();
  EXPECT_EQ(describe(answer), exists ? "sat" : "unsat");
  const Term past = terms.binary(Op::ULess, terms.constant(16, 299), i);
  EXPECT_EQ(describe(ask(*solver, terms.logicalAnd(past, terms.bitsToBool(read)))), "unsat");
}

// Many stores to places that are known, near and far ones, with one between them to a place that is not.
TEST_F(Z3Test, ReadsBelowManyStores) {
  const auto placeOf = [](std::uint64_t i) { return i % 3 == 0 ? i : i * i * 1'000'003; };
  const Term x = var("x", 64);
  const Term y = var("y", 64);
  const auto at = [&](std::uint64_t place) { return terms.constant(64, place); };
  Term array = terms.constArray(64, terms.constant(8, 9));
  std::map<std::uint64_t, std::uint64_t> below, above;
  for (std::uint64_t i = 0; i != 200; ++i) {
    if (i == 100) array = terms.store(array, y, terms.constant(8, 250));
    array = terms.store(array, at(placeOf(i)), terms.constant(8, i));
    (i < 100 ? below : above)[placeOf(i)] = i;
  }
  const Term read = terms.select(array, x);
  const auto expected = [&](std::uint64_t place, std::uint64_t unknown) -> std::uint64_t {
    if (above.contains(place)) return above.at(place);
    if (place == unknown) return 250;
    return below.contains(place) ? below.at(place) : 9;
  };
  for (const std::uint64_t place :
       {0ULL, 1ULL, 2ULL, 3ULL, 12'000'036ULL, 99ULL, 102ULL, 7ULL * 7 * 1'000'003, ~0ULL, 1ULL << 63})
    for (const std::uint64_t unknown : {std::uint64_t{3}, place}) {
      const Term where = terms.logicalAnd(terms.equal(x, at(place)), terms.equal(y, at(unknown)));
      const Term same = terms.equal(read, terms.constant(8, expected(place, unknown)));
      EXPECT_EQ(describe(ask(*solver, terms.logicalAnd(where, same))), "sat") << place;
      EXPECT_EQ(describe(ask(*solver, terms.logicalAnd(where, terms.logicalNot(same)))), "unsat") << place;
    }
}

TEST_F(Z3Test, TooManyReadsOfLongArrays) {
  std::vector<std::uint64_t> elements(256);
  for (std::size_t i = 0; i != elements.size(); ++i) elements[i] = i * 7 + 3;
  const Term table = terms.table(8, 16, elements);
  Term sum = terms.constant(16, 0);
  for (const char* name : {"a", "b", "c", "d"}) sum = terms.binary(Op::Add, sum, terms.select(table, var(name, 8)));
  const Term goal = terms.equal(sum, terms.constant(16, 4 * 3 + 7));
  EXPECT_EQ(describe(ask(*solver, goal)), "sat");
  Z3Options options;
  options.mostChoices = 1'000;
  const auto limited = makeZ3(terms, cancel, options);
  EXPECT_EQ(describe(ask(*limited, goal, {}, true)), "unknown: too many reads of long arrays");
  EXPECT_EQ(describe(ask(*limited, goal)), "unknown: too many reads of long arrays");
  EXPECT_EQ(describe(ask(*limited, terms.equal(var("a", 8), terms.constant(8, 1)))), "sat") << "it goes on";
}

// Z3's general core recurses on the machine's stack.
TEST_F(Z3Test, DeepTerms) {
  const Term x = var("x", 16);
  Term bits = x;
  Term array = terms.variable("a", Sort::array(16, 16));
  for (std::uint32_t i = 0; i != 200'000; ++i)
    bits = terms.binary(i % 2 == 0 ? Op::BitXor : Op::Add, bits,
                        terms.binary(Op::BitAnd, x, terms.constant(16, i * 7 + 1)));
  EXPECT_NE(describe(ask(*solver, terms.equal(bits, terms.constant(16, 5)), {100'000})), "");
  Term element = x;
  for (std::uint32_t i = 0; i != 20'000; ++i) {
    element = terms.binary(Op::Add, terms.select(array, element), terms.constant(16, i));
    if (i % 100 == 0) array = terms.store(array, element, x);
  }
  const Term goal = terms.equal(element, terms.constant(16, 5));
  EXPECT_NE(describe(ask(*solver, goal, {100'000})), "");
  EXPECT_NE(describe(ask(*solver, goal, {100'000}, true)), "");
}

TEST_F(Z3Test, LimitIsReached) {
  const Term x = var("x", 64);
  const Term y = var("y", 64);
  const Term one = terms.constant(64, 1);
  // Two factors of a 128-bit product of primes.
  const Term product = terms.binary(Op::Mul, terms.zeroExtend(x, 128), terms.zeroExtend(y, 128));
  logic::BitVector wanted =
      logic::BitVector(128, 18446744073709551557ULL) * logic::BitVector(128, 18446744073709551533ULL);
  const Term parts[] = {terms.equal(product, terms.constant(wanted)), terms.binary(Op::ULess, one, x),
                        terms.binary(Op::ULess, one, y)};
  const Term goal = terms.conjunction(parts);
  EXPECT_EQ(describe(ask(*solver, goal, {200'000})), "unknown: resource limit");
  EXPECT_EQ(describe(ask(*solver, goal, {200'000}, true)), "unknown: resource limit");
  // And it goes on.
  EXPECT_EQ(describe(ask(*solver, terms.equal(x, one))), "sat");

  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    cancel.cancel();
  });
  EXPECT_EQ(describe(ask(*solver, goal, {~std::uint64_t{0}})), "unknown: cancelled");
  other.join();
  EXPECT_EQ(describe(ask(*solver, terms.equal(x, one))), "unknown: cancelled");
}

// A model that depends on the formula only, whoever built it when, and whatever was asked before.
TEST(Z3Canonical, TheSameInTwoManagers) {
  for (std::uint64_t seed = 0; seed != 20; ++seed) {
    const auto modelOf = [&](bool disturbed) {
      TermManager terms;
      const auto solver = makeZ3(terms, {});
      const auto makeVariables = [&](std::initializer_list<const char*> names) {
        for (const char* name : names) (void)terms.variable(name, Sort::bits(4));
      };
      if (disturbed) {
        makeVariables({"v2", "other", "v1", "v0"});
        RandomTerms noise(terms, seed + 1000);
        for (int i = 0; i != 10; ++i) (void)ask(*solver, noise.truth(3));
      }
      RandomTerms random(terms, seed);
      std::vector<Term> constraints;
      for (int i = 0; i != 5; ++i) {
        constraints.push_back(random.truth(2));
        if (!random.satisfiable(constraints)) constraints.pop_back();
      }
      if (disturbed) std::ranges::reverse(constraints);
      Query query{.name = "test", .path = constraints, .goal = {}};
      query.canonical = true;
      const Answer answer = solver->check(query);
      std::vector<std::uint64_t> values;
      if (const auto* sat = std::get_if<Sat>(&answer))
        for (const Term variable : random.variables()) values.push_back(sat->model->bits64(variable));
      return values;
    };
    const auto plain = modelOf(false);
    EXPECT_FALSE(plain.empty());
    EXPECT_EQ(plain, modelOf(true)) << "seed " << seed;
  }
}

} // namespace
} // namespace beagle::solver
