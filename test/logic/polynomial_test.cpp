#include "analysis/logic/evaluate.h"
#include "analysis/logic/polynomial.h"

#include <gtest/gtest.h>

#include <random>

namespace beagle::logic {
namespace {

class PolynomialTest : public testing::Test {
protected:
  Term sum(Term a, Term b) { return terms.binary(Op::Add, a, b); }
  Term product(Term a, Term b) { return terms.binary(Op::Mul, a, b); }
  Term number(std::uint64_t value) { return terms.constant(32, value); }

  TermManager terms;
  Polynomials polynomials{terms};
  Term x = terms.variable("x", Sort::bits(32)), y = terms.variable("y", Sort::bits(32)),
       z = terms.variable("z", Sort::bits(32));
};

TEST_F(PolynomialTest, ProductsDistribute) {
  EXPECT_TRUE(polynomials.areSame(product(sum(x, number(1)), y), sum(product(x, y), y)));
  EXPECT_TRUE(polynomials.areSame(product(sum(x, y), sum(x, terms.unary(Op::Neg, y))),
                                  terms.binary(Op::Sub, product(x, x), product(y, y))));
  EXPECT_FALSE(polynomials.areSame(product(sum(x, number(1)), y), sum(product(x, y), x)));
}

TEST_F(PolynomialTest, ShiftsAreProducts) {
  EXPECT_TRUE(polynomials.areSame(sum(terms.binary(Op::Shl, x, number(5)), x), product(x, number(33))));
  EXPECT_FALSE(polynomials.areSame(terms.binary(Op::Shl, x, number(5)), product(x, number(31))));
  EXPECT_FALSE(polynomials.areSame(terms.binary(Op::Shl, number(1), x), number(2)));
}

TEST_F(PolynomialTest, TheComplementIsTheNegativeAndOneLess) {
  EXPECT_TRUE(polynomials.areSame(sum(terms.unary(Op::BitNot, x), number(1)), terms.unary(Op::Neg, x)));
  EXPECT_FALSE(polynomials.areSame(terms.unary(Op::BitNot, x), terms.unary(Op::Neg, x)));
}

TEST_F(PolynomialTest, WidthsAreKeptApart) {
  const Term narrow = terms.extract(x, 15, 0);
  EXPECT_FALSE(polynomials.areSame(terms.zeroExtend(terms.binary(Op::Add, narrow, terms.constant(16, 1)), 32),
                                   sum(terms.zeroExtend(narrow, 32), number(1))));
  EXPECT_FALSE(polynomials.areSame(x, narrow));
}

TEST_F(PolynomialTest, WhatIsTheSameHasTheSameValues) {
  std::mt19937_64 random(7);
  const std::vector<Term> leaves{x, y, z, number(0), number(1), number(3), number(0xffff'ffff)};
  const std::array operators{Op::Add, Op::Sub, Op::Mul, Op::Shl, Op::Neg, Op::BitNot, Op::BitAnd};
  std::vector<Term> made = leaves;
  for (int i = 0; i < 400; ++i) {
    const Op op = operators[random() % operators.size()];
    const Term a = made[random() % made.size()], b = made[random() % made.size()];
    made.push_back(op == Op::Neg || op == Op::BitNot ? terms.unary(op, a) : terms.binary(op, a, b));
  }
  Assignment values;
  std::size_t same = 0;
  for (int round = 0; round < 8; ++round) {
    for (const Term variable : {x, y, z}) values.set(variable, random() & 0xffff'ffffU);
    Evaluator evaluator(terms, values);
    for (std::size_t i = 0; i < made.size(); ++i)
      for (std::size_t k = 0; k < i; k += 7)
        if (made[i] != made[k] && polynomials.areSame(made[i], made[k])) {
          ++same;
          ASSERT_EQ(evaluator.bits64(made[i]), evaluator.bits64(made[k]));
        }
  }
  EXPECT_GT(same, 0U);
}

TEST_F(PolynomialTest, SummandsAddUpToTheTerm) {
  const Term term = sum(product(sum(x, number(3)), y), terms.unary(Op::Neg, x));
  const auto summands = polynomials.summands(term);
  ASSERT_TRUE(summands);
  EXPECT_EQ(summands->size(), 3U); // x y, 3 y, -x
  Term again = number(0);
  for (const Polynomials::Summand& summand : *summands) {
    Term all = number(summand.factor);
    for (const Term factor : summand.terms) all = product(all, factor);
    again = sum(again, all);
  }
  EXPECT_TRUE(polynomials.areSame(again, term));
  EXPECT_FALSE(polynomials.summands(terms.variable("wide", Sort::bits(100))));
}

} // namespace
} // namespace beagle::logic
