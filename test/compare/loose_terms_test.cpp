#include "analysis/compare/loose_terms.h"

#include <gtest/gtest.h>

namespace beagle::compare {
namespace {

using logic::Op;
using logic::Sort;

class LooseTermsTest : public testing::Test {
protected:
  logic::TermManager terms;
  LooseTerms loose{terms};
  Term x = terms.variable("x", Sort::bits(32)), y = terms.variable("y", Sort::bits(32)),
       seven = terms.constant(32, 7);
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
  EXPECT_EQ(terms.op(product), Op::Apply);
  EXPECT_EQ(terms.width(product), 32U);
  EXPECT_EQ(terms.op(loose.apply(terms.binary(Op::URem, x, seven))), Op::Apply);
  EXPECT_NE(loose.apply(terms.binary(Op::URem, x, y)), loose.apply(terms.binary(Op::URem, y, x)));
  EXPECT_NE(loose.apply(terms.binary(Op::UDiv, x, y)), loose.apply(terms.binary(Op::SDiv, x, y)));
  EXPECT_FALSE(loose.hasFloats());
}

TEST_F(LooseTermsTest, ADifferenceIsASumOfTheNegative) {
  const Term minus = terms.fpUnary(Op::FpNeg, g);
  EXPECT_EQ(loose.apply(terms.fpBinary(Op::FpSub, f, g)), loose.apply(terms.fpBinary(Op::FpAdd, f, minus)));
  EXPECT_EQ(loose.apply(terms.fpBinary(Op::FpAdd, minus, f)),
            loose.apply(terms.fpBinary(Op::FpAdd, f, minus)));
  EXPECT_NE(loose.apply(terms.fpBinary(Op::FpSub, g, f)), loose.apply(terms.fpBinary(Op::FpSub, f, g)));
  EXPECT_NE(loose.apply(terms.fpBinary(Op::FpAdd, f, g, logic::RoundingMode::Zero)),
            loose.apply(terms.fpBinary(Op::FpAdd, f, g)));
  EXPECT_TRUE(loose.hasFloats());
}

TEST_F(LooseTermsTest, ComparisonsKeepTheirMeaning) {
  const Term less = terms.fpBinary(Op::FpLess, f, g);
  EXPECT_EQ(loose.apply(less), less);
}

} // namespace
} // namespace beagle::compare
