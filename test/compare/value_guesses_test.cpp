#include "analysis/compare/value_guesses.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace beagle::compare {
namespace {

using logic::Op;
using logic::Sort;

/// A memory and some values, as a few visits had them.
class ValueGuessesTest : public testing::Test {
protected:
  using Visit = std::vector<std::uint64_t>;

  /// `made`: an access at each visit, as often as there are any.
  Guesses guess(const std::vector<std::uint32_t>& widths, const std::vector<Visit>& visits,
                const std::vector<Term>& made = {}) {
    variables = {terms.variable("memory", Sort::bits(64))};
    for (std::size_t k = 0; k < widths.size(); ++k)
      variables.push_back(terms.variable("v" + std::to_string(k), Sort::bits(widths[k])));
    std::vector<ValueGuesses::Row> rows;
    for (const Visit& visit : visits) {
      ValueGuesses::Row row;
      row.trial = rows.size() / 3;
      row.arrivals.push_back({Arrival::Kind::Term, {}, variables[0], 0, Sort::bits(64)});
      for (std::size_t k = 0; k < widths.size(); ++k)
        row.arrivals.push_back(
            {Arrival::Kind::Term, {}, terms.constant(widths[k], visit[k]), 0, Sort::bits(widths[k])});
      row.load = [this](std::uint64_t address, Sort sort) { return terms.constant(sort.width, address / 4 % 97); };
      if (!made.empty()) row.made = {made[rows.size()]};
      rows.push_back(std::move(row));
    }
    const std::vector<std::uint64_t> numbers{8};
    return ValueGuesses(terms, variables, 0, numbers, rows).guesses();
  }
  [[nodiscard]] static bool has(const std::deque<Term>& guesses, Term term) {
    return std::ranges::find(guesses, term) != guesses.end();
  }
  Term number(std::uint32_t width, std::uint64_t value) { return terms.constant(width, value); }

  logic::TermManager terms;
  std::vector<Term> variables; ///< the memory, then the values
};

TEST_F(ValueGuessesTest, CopiesAndConstants) {
  const Guesses guesses = guess({32, 32, 32}, {{4, 4, 7}, {5, 5, 7}, {9, 9, 7}});
  EXPECT_TRUE(has(guesses.values[2], variables[1]));
  EXPECT_TRUE(has(guesses.values[3], number(32, 7)));
}

TEST_F(ValueGuessesTest, APointerMovesWithAnIndex) {
  const Guesses guesses = guess({64, 32, 64}, {{0x1000'0040, 0, 0x1000'0040},
                                               {0x1000'0040, 1, 0x1000'0044},
                                               {0x1000'0040, 2, 0x1000'0048},
                                               {0x1000'0080, 0, 0x1000'0080},
                                               {0x1000'0080, 1, 0x1000'0084},
                                               {0x1000'0080, 5, 0x1000'0094}});
  const Term way = terms.binary(Op::Mul, terms.zeroExtend(variables[2], 64), number(64, 4));
  EXPECT_TRUE(has(guesses.values[3], terms.binary(Op::Add, variables[1], way)));
}

TEST_F(ValueGuessesTest, AFlagIsTheOppositeOfAnother) {
  const Guesses guesses = guess({32, 32, 32}, {{0, 1, 5}, {1, 0, 6}, {0, 1, 3}, {1, 0, 8}});
  EXPECT_TRUE(
      std::ranges::any_of(guesses.values[2],
                          [&](Term term) { return term == terms.binary(Op::Sub, number(32, 1), variables[1]); }) ||
      !guesses.values[1].empty());
}

TEST_F(ValueGuessesTest, WhatMemoryHoldsWhereAPointerLeads) {
  std::vector<Visit> visits;
  for (const std::uint64_t address : {0x1000'0040, 0x1000'0044, 0x1000'0080, 0x1000'0200, 0x1000'0310})
    visits.push_back({address, address / 4 % 97});
  const Guesses guesses = guess({64, 32}, visits);
  ASSERT_FALSE(guesses.values[2].empty());
  EXPECT_EQ(terms.op(guesses.values[2].front()), Op::Apply);
}

TEST_F(ValueGuessesTest, NothingHoldsThatAVisitDoesNotHave) {
  const Guesses guesses = guess({32, 32}, {{1, 1}, {2, 2}, {3, 4}, {4, 4}, {9, 1}});
  EXPECT_TRUE(guesses.values[1].empty());
  EXPECT_TRUE(guesses.values[2].empty());
  const Term never = terms.binary(Op::ULessEqual, variables[1], variables[2]);
  EXPECT_EQ(std::ranges::find(guesses.facts, never), guesses.facts.end());
}

TEST_F(ValueGuessesTest, WhatIsLeftOfADistanceIsAlwaysTheSame) {
  const Guesses guesses = guess({32, 32}, {{0, 8}, {1, 9}, {5, 5}, {3, 19}});
  const Term way = terms.binary(Op::Sub, variables[1], variables[2]);
  const Term rest = terms.binary(Op::BitAnd, way, number(32, 7));
  EXPECT_NE(std::ranges::find(guesses.facts, terms.equal(rest, number(32, 0))), guesses.facts.end());
  const Guesses others = guess({32, 32}, {{0, 8}, {1, 9}, {5, 5}, {3, 18}});
  EXPECT_EQ(std::ranges::find(others.facts, terms.equal(rest, number(32, 0))), others.facts.end());
}

TEST_F(ValueGuessesTest, AnAccessThatAlwaysWentWell) {
  const std::array sorts{Sort::bits(64), Sort::bits(64)};
  const auto access = [&](Term address) {
    const std::array parts{address, number(64, 4)};
    return terms.apply(terms.function("check!read", sorts, Sort::boolean()), parts);
  };
  const std::vector<Visit> visits{{0x1000'0040, 1}, {0x1000'0040, 2}, {0x1000'0040, 3}, {0x1000'0080, 1}};
  std::vector<Term> made, others;
  for (const Visit& visit : visits) {
    made.push_back(access(number(64, visit[0] + 4 * visit[1] - 4)));
    others.push_back(access(number(64, visit[0] + (visit[1] == 3 ? 0 : 4 * visit[1] - 4))));
  }
  const Guesses guesses = guess({64, 32}, visits, made);
  const Term way = terms.binary(Op::Mul, terms.zeroExtend(variables[2], 64), number(64, 4));
  const Term before = terms.binary(Op::Add, variables[1], number(64, ~std::uint64_t{3}));
  const Term wanted = access(terms.binary(Op::Add, before, way));
  EXPECT_NE(std::ranges::find(guesses.made, wanted), guesses.made.end());
  const Guesses none = guess({64, 32}, visits, others);
  EXPECT_EQ(std::ranges::find(none.made, wanted), none.made.end());
}

} // namespace
} // namespace beagle::compare
