#include "analysis/solver/z3_solver.h"
#include "test/solver/fake_solver.h"
#include "test/solver/random_terms.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

namespace beagle::solver {
namespace {

using logic::FloatFormat;
using logic::Op;
using logic::RoundingMode;
using logic::Sort;
using test::describe;

class FloatTest : public testing::Test {
protected:
  TermManager terms;
  std::unique_ptr<Solver> solver = makeZ3(terms, {});
  std::mt19937_64 random{17};

  Answer ask(Term goal) {
    return solver->check(Query{.name = "test", .path = {}, .goal = goal, .limits = {100'000'000}});
  }

  logic::BitVector randomBits(FloatFormat format) {
    logic::BitVector bits(logic::widthOf(format));
    for (std::uint32_t i = 0; i != bits.wordCount(); ++i) bits.setWord(i, random());
    // Small exponents near each other make the interesting cases.
    if (random() % 2 == 0) bits = bits & ~(bits.lshr(2) & bits.lshr(5));
    return bits;
  }
  Term constant(FloatFormat format) { return terms.floatConstant(format, randomBits(format)); }

  /// That the operator gives what the evaluator says, for values that Z3 sees as variables.
  void agreesOn(Term result, std::initializer_list<std::pair<Term, Term>> values) {
    Assignment assignment;
    Term given = terms.truth(true);
    for (const auto& [variable, value] : values) {
      assignment.set(variable, terms.bits(value));
      given = terms.logicalAnd(given, terms.equal(variable, value));
    }
    logic::Evaluator evaluator(terms, assignment);
    const Sort sort = terms.sort(result);
    Term expected;
    if (sort.isBool()) expected = terms.truth(evaluator.truth(result));
    else if (sort.isFloat()) expected = terms.floatConstant(sort.format(), evaluator.bits(result));
    else expected = terms.constant(evaluator.bits(result));
    const Term differs = terms.logicalAnd(given, terms.logicalNot(terms.equal(result, expected)));
    EXPECT_EQ(describe(ask(differs)), "unsat") << "op " << static_cast<int>(terms.op(result));
    EXPECT_EQ(describe(ask(terms.logicalAnd(given, terms.equal(result, expected)))), "sat")
        << "op " << static_cast<int>(terms.op(result));
  }
};

TEST_F(FloatTest, OperatorsAgreeWithTheEvaluator) {
  for (const FloatFormat format : {FloatFormat::Half, FloatFormat::BFloat}) {
    const Sort sort = Sort::floating(format);
    const Term a = terms.variable("a" + std::to_string(static_cast<int>(format)), sort);
    const Term b = terms.variable("b" + std::to_string(static_cast<int>(format)), sort);
    for (int round = 0; round != 2; ++round) {
      const auto mode = static_cast<RoundingMode>(random() % 5);
      const Term va = constant(format);
      const Term vb = constant(format);
      for (const Op op :
           {Op::FpAdd, Op::FpSub, Op::FpMul, Op::FpDiv, Op::FpMin, Op::FpMax, Op::FpEqual, Op::FpLess, Op::FpLessEqual})
        agreesOn(terms.fpBinary(op, a, b, mode), {{a, va}, {b, vb}});
      for (const Op op : {Op::FpNeg, Op::FpAbs, Op::FpSqrt, Op::FpRound, Op::FpIsNaN, Op::FpIsInfinite, Op::FpIsZero,
                          Op::FpIsNormal, Op::FpIsSubnormal, Op::FpIsNegative})
        agreesOn(terms.fpUnary(op, a, mode), {{a, va}});
      agreesOn(terms.fpFma(a, b, a, mode), {{a, va}, {b, vb}});
      agreesOn(terms.fpToBits(a), {{a, va}});
      agreesOn(terms.fpFromFloat(FloatFormat::Double, a, mode), {{a, va}});
      agreesOn(terms.fpFromFloat(FloatFormat::Half, a, mode), {{a, va}});
      agreesOn(terms.fpToInteger(a, 16, true, mode), {{a, va}});
      agreesOn(terms.fpToInteger(a, 16, false, mode), {{a, va}});
      agreesOn(terms.fpToInteger(a, 64, true, mode), {{a, va}});
    }
  }
}

TEST_F(FloatTest, X87HasItsLeadingBit) {
  const Term bits = terms.variable("bits", Sort::bits(80));
  const Term value = terms.fpFromBits(FloatFormat::X87, bits);
  for (int round = 0; round != 4; ++round) {
    logic::BitVector given = randomBits(FloatFormat::X87);
    if (round % 2 == 0) given.setBit(63);
    if (round % 3 == 0)
      for (std::uint32_t bit = 64; bit != 79; ++bit) given.setBit(bit, false);
    agreesOn(terms.fpToBits(value), {{bits, terms.constant(given)}});
    agreesOn(terms.fpUnary(Op::FpIsNaN, value), {{bits, terms.constant(given)}});
    agreesOn(terms.fpFromFloat(FloatFormat::Double, value), {{bits, terms.constant(given)}});
  }
  const Term x = terms.variable("x87", Sort::floating(FloatFormat::X87));
  EXPECT_EQ(
      describe(ask(terms.fpBinary(Op::FpLess, terms.fpFromInteger(FloatFormat::X87, terms.constant(32, 3), true), x))),
      "sat");
}

TEST_F(FloatTest, IntegersBecomeFloats) {
  const Term bits = terms.variable("i", Sort::bits(40));
  for (int round = 0; round != 4; ++round) {
    const auto mode = static_cast<RoundingMode>(random() % 5);
    const Term value = terms.constant(40, random());
    agreesOn(terms.fpFromInteger(FloatFormat::Single, bits, true, mode), {{bits, value}});
    agreesOn(terms.fpFromInteger(FloatFormat::Half, bits, false, mode), {{bits, value}});
  }
}

// The encoding holds fmod from above: never a wrong unsat, and no model that was not checked.
TEST_F(FloatTest, FmodIsNeverWrong) {
  const Sort half = Sort::floating(FloatFormat::Half);
  const Term a = terms.variable("a", half);
  const Term b = terms.variable("b", half);
  const Term rest = terms.fpBinary(Op::FpRem, a, b);
  const auto integer = [&](std::uint64_t value) {
    return terms.fpFromInteger(FloatFormat::Half, terms.constant(16, value), false);
  };
  EXPECT_EQ(describe(ask(terms.fpBinary(Op::FpLess, terms.fpUnary(Op::FpAbs, b), terms.fpUnary(Op::FpAbs, rest)))),
            "unsat");
  EXPECT_EQ(describe(ask(
                terms.logicalAnd(terms.fpBinary(Op::FpLess, terms.fpUnary(Op::FpAbs, a), terms.fpUnary(Op::FpAbs, b)),
                                 terms.logicalNot(terms.equal(rest, a))))),
            "unsat");
  const Term given = terms.logicalAnd(terms.equal(a, integer(7)), terms.equal(b, integer(4)));
  EXPECT_NE(describe(ask(terms.logicalAnd(given, terms.equal(rest, integer(3))))), "unsat");
  EXPECT_NE(describe(ask(terms.logicalAnd(given, terms.equal(rest, integer(2))))), "sat");
}

// Z3 makes bits of all of them before it looks at a limit: that alone would take half a minute.
TEST_F(FloatTest, MuchArithmeticIsNotAsked) {
  const auto quotientOf = [&](FloatFormat format, int count) {
    const Sort sort = Sort::floating(format);
    Term quotient = terms.variable(fmt::format("x{}", count), sort);
    for (int i = 0; i < count; ++i)
      quotient = terms.fpBinary(Op::FpDiv, quotient, terms.variable(fmt::format("y{}{}", count, i), sort));
    return terms.fpBinary(Op::FpLess, quotient,
                          terms.floatConstant(format, logic::BitVector(logic::widthOf(format), 0)));
  };
  const Answer answer = ask(quotientOf(FloatFormat::Double, 20));
  ASSERT_TRUE(std::holds_alternative<Unknown>(answer));
  EXPECT_EQ(std::get<Unknown>(answer).reason, "too much arithmetic of floats");
  EXPECT_EQ(describe(ask(quotientOf(FloatFormat::Half, 6))), "sat");
}

} // namespace
} // namespace beagle::solver
