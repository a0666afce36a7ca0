// Rules of Floats: few hold, because of NaNs, signed zeros and rounding.
#include "analysis/logic/float_value.h"
#include "analysis/logic/simplifier.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace beagle::logic {

namespace {

BitVector floatOne(FloatFormat format) {
  const Operation conversion{Op::FpFromUnsigned, Sort::floating(format), Sort::bits(8), 0, 0};
  const BitVector one(8, 1);
  return foldFloat(conversion, std::span(&one, 1));
}

/// Whether every value of the one is a value of the other.
bool contains(FloatFormat large, FloatFormat small) {
  const FloatShape x = shapeOf(large), y = shapeOf(small);
  return x.exponent >= y.exponent && x.significand >= y.significand;
}

bool isClass(Op op) { return op >= Op::FpIsNaN && op <= Op::FpIsNegative; }

} // namespace

Term Simplifier::equalFloats(Term a, Term b) {
  const FloatFormat format = m_.sort(b).format();
  if (isConstant(b) && m_.bits(b) == canonicalNaN(format)) return fire(Rule::EqualNaN, m_.fpUnary(Op::FpIsNaN, a));
  return raw(Op::Equal, Sort::boolean(), a, b);
}

Term Simplifier::floating(Op op, Sort sort, std::span<const Term> operands, std::uint32_t mode) {
  Term done;
  if (op >= Op::FpFromBits) done = floatConversion(op, sort, operands[0], mode);
  else if (operands.size() == 1) done = floatUnary(op, sort, operands[0]);
  else if (operands.size() == 2) {
    const bool commutes = op == Op::FpAdd || op == Op::FpMul || op == Op::FpEqual;
    if (commutes && !inOrder(operands[0], operands[1])) {
      const std::array swapped{operands[1], operands[0]};
      return fire(Rule::SwapOperands, floating(op, sort, swapped, mode));
    }
    done = floatBinary(op, operands[0], operands[1], static_cast<RoundingMode>(mode));
  }
  return done ? done : m_.make(op, sort, operands, mode, 0);
}

Term Simplifier::floatUnary(Op op, Sort, Term a) {
  const bool isSign = is(Op::FpNeg, a) || is(Op::FpAbs, a);
  if (op == Op::FpNeg && is(Op::FpNeg, a)) return fire(Rule::FpNegNeg, at(a, 0));
  if (op == Op::FpAbs && isSign) return fire(Rule::FpAbsSign, m_.fpUnary(Op::FpAbs, at(a, 0)));
  if (!isClass(op)) return {};
  if (op != Op::FpIsNegative) {
    if (isSign) return fire(Rule::FpClassOfSigned, m_.fpUnary(op, at(a, 0)));
  } else {
    if (is(Op::FpAbs, a)) return fire(Rule::FpIsNegativeNegated, m_.truth(false));
    if (is(Op::FpNeg, a)) {
      const Term x = at(a, 0);
      return fire(Rule::FpIsNegativeNegated, m_.logicalAnd(m_.logicalNot(m_.fpUnary(Op::FpIsNaN, x)),
                                                           m_.logicalNot(m_.fpUnary(Op::FpIsNegative, x))));
    }
  }
  const bool keepsClass = op != Op::FpIsNormal && op != Op::FpIsSubnormal;
  if (keepsClass && is(Op::FpFromFloat, a) && contains(m_.sort(a).format(), m_.sort(at(a, 0)).format()))
    return fire(Rule::FpClassOfWidened, m_.fpUnary(op, at(a, 0)));
  return {};
}

Term Simplifier::floatBinary(Op op, Term a, Term b, RoundingMode mode) {
  const FloatFormat format = m_.sort(a).format();
  const bool compares = op >= Op::FpEqual && op <= Op::FpLessEqual;
  if (a == b) {
    if (op == Op::FpLess) return fire(Rule::FpSameOperand, m_.truth(false));
    if (compares) return fire(Rule::FpSameOperand, m_.logicalNot(m_.fpUnary(Op::FpIsNaN, a)));
    if (op == Op::FpMin || op == Op::FpMax) return fire(Rule::FpSameOperand, a);
  }
  if (isConstant(b)) {
    const BitVector value = m_.bits(b);
    if ((op == Op::FpMul || op == Op::FpDiv) && value == floatOne(format))
      return fire(op == Op::FpMul ? Rule::FpTimesOne : Rule::FpOverOne, a);
    const bool isZeroValue = value.trailingZeros() >= value.width() - 1;
    if (op == Op::FpAdd && isZeroValue && value.sign() && mode != RoundingMode::Down)
      return fire(Rule::FpPlusMinusZero, a);
    if (op == Op::FpEqual && isZeroValue) return fire(Rule::FpEqualZero, m_.fpUnary(Op::FpIsZero, a));
  }
  if (compares)
    if (const Term done = compareIntegers(op, a, b)) return done;
  if (compares && is(Op::FpFromFloat, a) && is(Op::FpFromFloat, b)) {
    const Term x = at(a, 0), y = at(b, 0);
    if (m_.sort(x) == m_.sort(y) && contains(format, m_.sort(x).format()))
      return fire(Rule::FpCompareWidened, m_.fpBinary(op, x, y));
  }
  return {};
}

/// Comparisons of integers that became floats without a loss, with each other or with a constant.
Term Simplifier::compareIntegers(Op op, Term a, Term b) {
  const FloatFormat format = m_.sort(a).format();
  if (format != FloatFormat::Double && format != FloatFormat::Single) return {};
  const std::uint32_t precision = format == FloatFormat::Double ? 53 : 24;
  const auto isExact = [&](Term t) {
    const bool isSigned = is(Op::FpFromSigned, t);
    return (isSigned || is(Op::FpFromUnsigned, t)) && width(at(t, 0)) <= precision + (isSigned ? 1 : 0);
  };
  const Op strict = op == Op::FpLess ? Op::SLess : Op::SLessEqual;
  if (isExact(a) && isExact(b)) {
    const std::uint32_t w = precision + 3; // in which both are
    const auto wide = [&](Term t) { return m_.resize(at(t, 0), w, is(Op::FpFromSigned, t)); };
    return fire(Rule::FpCompareIntegers,
                op == Op::FpEqual ? m_.equal(wide(a), wide(b)) : m_.binary(strict, wide(a), wide(b)));
  }
  const bool isAbove = isConstant(a); // constant < x
  const Term from = isAbove ? b : a, constant = isAbove ? a : b;
  if (!isConstant(constant) || !isExact(from)) return {};
  const std::uint64_t bits = m_.bits(constant).low64();
  const double value = format == FloatFormat::Double ? std::bit_cast<double>(bits)
                                                     : std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  if (std::isnan(value)) return fire(Rule::FpCompareIntegers, m_.truth(false));
  const std::uint32_t w = precision + 3;
  const double limit = std::ldexp(1.0, static_cast<int>(precision) + 1); // beyond all of them
  const double near = std::clamp(value, -limit, limit);
  const double whole = isAbove ? std::floor(near) : std::ceil(near);
  const bool isWhole = whole == value;
  const Term number = m_.constant(w, static_cast<std::uint64_t>(static_cast<std::int64_t>(whole)));
  const Term wide = m_.resize(at(from, 0), w, is(Op::FpFromSigned, from));
  if (op == Op::FpEqual) return fire(Rule::FpCompareIntegers, isWhole ? m_.equal(wide, number) : m_.truth(false));
  // x < 2.5 is x < 3, and so is x <= 2.5.
  const Op order = isWhole ? strict : Op::SLess;
  return fire(Rule::FpCompareIntegers, isAbove ? m_.binary(order, number, wide) : m_.binary(order, wide, number));
}

Term Simplifier::floatConversion(Op op, Sort sort, Term a, std::uint32_t parameter) {
  const auto mode = static_cast<RoundingMode>(parameter);
  switch (op) {
  case Op::FpFromBits:
    if (is(Op::FpToBits, a)) return fire(Rule::FpFromToBits, at(a, 0));
    return {};
  case Op::FpFromFloat:
    if (m_.sort(a) == sort) return fire(Rule::FpSameFormat, a);
    if (is(Op::FpFromFloat, a) && contains(m_.sort(a).format(), m_.sort(at(a, 0)).format()))
      return fire(Rule::FpFromWidened, m_.fpFromFloat(sort.format(), at(a, 0), mode));
    return {};
  case Op::FpFromSigned:
  case Op::FpFromUnsigned: {
    const bool isSigned = op == Op::FpFromSigned;
    if (is(Op::ZeroExtend, a))
      return fire(Rule::FpFromExtended, m_.fpFromInteger(sort.format(), at(a, 0), false, mode));
    if (isSigned && is(Op::SignExtend, a))
      return fire(Rule::FpFromExtended, m_.fpFromInteger(sort.format(), at(a, 0), true, mode));
    return {};
  }
  default: return {};
  }
}

} // namespace beagle::logic
