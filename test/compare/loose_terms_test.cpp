#include "analysis/compare/loose_terms.h"
#include "analysis/logic/evaluate.h"
#include "analysis/logic/substitute.h"

#include <gtest/gtest.h>

namespace beagle::compare {
namespace {

using logic::Op;
using logic::Sort;

class LooseTermsTest : public testing::Test {
protected:
  logic::TermManager terms;
  LooseTerms loose{terms};
  Term x = terms.variable("x", Sort::bits(32)), y = terms.variable("y", Sort::bits(32)), seven = terms.constant(32, 7);
  Term f = terms.variable("f", Sort::floating(logic::FloatFormat::Double)),
       g = terms.variable("g", Sort::floating(logic::FloatFormat::Double));
};

TEST_F(LooseTermsTest, LeavesAloneWhatIsEasy) {
  const Term sum = terms.binary(Op::Add, terms.binary(Op::Mul, x, seven), y);
  EXPECT_EQ(loose.apply(sum), sum);
  EXPECT_FALSE(loose.hasFloats());
}

TEST_F(LooseTermsTest, KnowsOfProductsOnlyTheirOperands) {
  const Term product = loose.apply(terms.binary(Op::Mul, x, y));
  EXPECT_EQ(terms.op(product), Op::Extract);
  EXPECT_EQ(terms.width(product), 32U);
  EXPECT_EQ(terms.op(loose.apply(terms.binary(Op::URem, x, y))), Op::Apply);
  EXPECT_NE(loose.apply(terms.binary(Op::URem, x, y)), loose.apply(terms.binary(Op::URem, y, x)));
  EXPECT_NE(loose.apply(terms.binary(Op::UDiv, x, y)), loose.apply(terms.binary(Op::SDiv, x, y)));
  EXPECT_FALSE(loose.hasFloats());
}

TEST_F(LooseTermsTest, AProductOfSumsIsASumOfProducts) {
  const Term next = terms.binary(Op::Add, x, terms.constant(32, 1));
  EXPECT_EQ(loose.apply(terms.binary(Op::Mul, next, y)),
            loose.apply(terms.binary(Op::Add, terms.binary(Op::Mul, y, x), y)));
  EXPECT_NE(loose.apply(terms.binary(Op::Mul, next, y)), loose.apply(terms.binary(Op::Mul, x, y)));
}

/// What is known of products holds for all values: the function has the meaning of a product again.
TEST_F(LooseTermsTest, WhatIsKnownOfProductsIsTrue) {
  const Term a = terms.variable("a", Sort::bits(64)), b = terms.variable("b", Sort::bits(64));
  const Term product = loose.apply(terms.binary(Op::Mul, a, b));
  ASSERT_EQ(terms.op(product), Op::Apply);
  logic::Substitution meaning(terms);
  meaning.replace(product, terms.binary(Op::Mul, a, b));
  const Term known = meaning.apply(loose.known());
  ASSERT_FALSE(terms.isConstant(known));
  std::vector<std::uint64_t> numbers;
  for (std::uint32_t bit = 0; bit < 64; ++bit)
    for (const std::uint64_t near : {~std::uint64_t{0}, std::uint64_t{0}, std::uint64_t{1}})
      numbers.push_back((std::uint64_t{1} << bit) + near);
  logic::Assignment values;
  for (const std::uint64_t first : numbers)
    for (const std::uint64_t second : numbers) {
      values.set(a, first);
      values.set(b, second);
      ASSERT_TRUE(logic::Evaluator(terms, values).truth(known)) << first << " * " << second;
    }
}

TEST_F(LooseTermsTest, ProductsOfAllWidthsAreLowerBitsOfOne) {
  const Term narrow = loose.apply(terms.binary(Op::Mul, x, y));
  const Term wide = loose.apply(terms.binary(Op::Mul, terms.zeroExtend(x, 62), terms.zeroExtend(y, 62)));
  EXPECT_EQ(terms.extract(wide, 31, 0), narrow);
  EXPECT_NE(loose.apply(terms.binary(Op::Mul, terms.signExtend(x, 62), terms.zeroExtend(y, 62))), wide);
}

TEST_F(LooseTermsTest, ADifferenceIsASumOfTheNegative) {
  const Term minus = terms.fpUnary(Op::FpNeg, g);
  EXPECT_EQ(loose.apply(terms.fpBinary(Op::FpSub, f, g)), loose.apply(terms.fpBinary(Op::FpAdd, f, minus)));
  EXPECT_EQ(loose.apply(terms.fpBinary(Op::FpAdd, minus, f)), loose.apply(terms.fpBinary(Op::FpAdd, f, minus)));
  EXPECT_NE(loose.apply(terms.fpBinary(Op::FpSub, g, f)), loose.apply(terms.fpBinary(Op::FpSub, f, g)));
  EXPECT_NE(loose.apply(terms.fpBinary(Op::FpAdd, f, g, logic::RoundingMode::Zero)),
            loose.apply(terms.fpBinary(Op::FpAdd, f, g)));
  EXPECT_TRUE(loose.hasFloats());
}

TEST_F(LooseTermsTest, ComparisonsKeepTheirMeaning) {
  const Term less = terms.fpBinary(Op::FpLess, f, g);
  EXPECT_EQ(loose.apply(less), less);
}

TEST_F(LooseTermsTest, ARemainderIsWhatTheQuotientLeaves) {
  const Term quotient = terms.binary(Op::UDiv, x, seven);
  const Term rest = terms.binary(Op::Sub, x, terms.binary(Op::Mul, quotient, seven));
  EXPECT_EQ(loose.apply(terms.binary(Op::URem, x, seven)), loose.apply(rest));
  EXPECT_FALSE(terms.isTrue(loose.known()));
}

TEST_F(LooseTermsTest, UnknownFloatsAreComparedByFunctions) {
  LooseTerms unknown(terms, LooseTerms::Floats::Unknown);
  EXPECT_EQ(terms.op(unknown.apply(terms.fpBinary(Op::FpLess, f, g))), Op::Apply);
  EXPECT_NE(unknown.apply(terms.fpBinary(Op::FpLess, f, g)), unknown.apply(terms.fpBinary(Op::FpLess, g, f)));
  EXPECT_EQ(unknown.apply(terms.fpBinary(Op::FpEqual, f, g)), unknown.apply(terms.fpBinary(Op::FpEqual, g, f)));
}

/// Terms that become one are equal for all values that floats like to go wrong on.
class OneTermTest : public LooseTermsTest {
protected:
  static constexpr logic::FloatFormat format = logic::FloatFormat::Half;
  Term half(std::uint64_t bits) { return terms.floatConstant(format, logic::BitVector(16, bits)); }
  Term of(Op op, Term left, Term right) { return terms.fpBinary(op, left, right); }
  Term minus(Term term) { return terms.fpUnary(Op::FpNeg, term); }

  void expectSame(Term left, Term right) {
    EXPECT_EQ(loose.apply(left), loose.apply(right));
    for (const std::uint64_t first : numbers)
      for (const std::uint64_t second : numbers) {
        logic::Assignment values;
        values.set(a, first);
        values.set(b, second);
        logic::Evaluator evaluator(terms, values);
        ASSERT_EQ(evaluator.bits64(left), evaluator.bits64(right)) << std::hex << first << " " << second;
      }
  }
  void expectApart(Term left, Term right) { EXPECT_NE(loose.apply(left), loose.apply(right)); }

  // Zeros, the smallest ones, ordinary ones, the largest ones, infinities, NaN.
  const std::vector<std::uint64_t> numbers{0x0000, 0x8000, 0x0001, 0x8001, 0x0002, 0x03ff, 0x83ff, 0x0400,
                                           0x8400, 0x3c00, 0xbc00, 0x3c01, 0x3555, 0x4248, 0xc248, 0x5640,
                                           0x7bff, 0xfbff, 0x7800, 0x7c00, 0xfc00, 0x7e00};
  Term a = terms.variable("a", Sort::floating(format)), b = terms.variable("b", Sort::floating(format));
};

TEST_F(OneTermTest, SignsOfProductsAndQuotients) {
  expectSame(of(Op::FpMul, minus(a), b), minus(of(Op::FpMul, a, b)));
  expectSame(of(Op::FpMul, minus(a), minus(b)), of(Op::FpMul, a, b));
  expectSame(of(Op::FpDiv, a, minus(b)), minus(of(Op::FpDiv, a, b)));
  expectSame(of(Op::FpMul, half(0xc200), a), minus(of(Op::FpMul, a, half(0x4200)))); // -3 and 3
  expectApart(of(Op::FpAdd, minus(a), minus(b)), minus(of(Op::FpAdd, a, b)));
}

TEST_F(OneTermTest, PowersOfTwo) {
  expectSame(of(Op::FpDiv, a, half(0x4400)), of(Op::FpMul, a, half(0x3400))); // 4 and 1/4
  expectSame(of(Op::FpDiv, a, half(0xc000)), of(Op::FpMul, a, half(0xb800))); // -2 and -1/2
  expectSame(of(Op::FpAdd, a, a), of(Op::FpMul, a, half(0x4000)));
  expectSame(of(Op::FpAdd, minus(a), minus(a)), of(Op::FpMul, a, half(0xc000)));
  expectApart(of(Op::FpDiv, a, half(0x4200)), of(Op::FpMul, a, half(0x3555))); // 3 and nearly 1/3
  expectApart(of(Op::FpDiv, a, half(0x0001)), of(Op::FpMul, a, half(0x7c00))); // whose reciprocal is too large
}

TEST_F(OneTermTest, Squares) {
  const Term way = of(Op::FpSub, a, b), back = of(Op::FpSub, b, a);
  expectSame(of(Op::FpMul, way, way), of(Op::FpMul, back, back));
  expectApart(way, minus(back));
  expectApart(of(Op::FpMul, way, a), of(Op::FpMul, back, a));
}

} // namespace
} // namespace beagle::compare
