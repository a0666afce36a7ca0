// Rules of Add, Sub, Neg and Mul. A constant summand stands outermost, so offsets of one base meet.
#include "analysis/logic/simplifier.h"

namespace beagle::logic {

Term Simplifier::neg(Term a) {
  switch (op(a)) {
  case Op::Neg: return fire(Rule::NegNeg, at(a, 0));
  case Op::Sub: return fire(Rule::NegDifference, m_.binary(Op::Sub, at(a, 1), at(a, 0)));
  case Op::BitNot: return fire(Rule::NegNot, m_.binary(Op::Add, at(a, 0), m_.constant(width(a), 1)));
  case Op::Add:
    if (!isConstant(at(a, 1))) break;
    return fire(Rule::NegSum, m_.binary(Op::Sub, m_.unary(Op::Neg, at(a, 1)), at(a, 0)));
  case Op::Mul:
    if (!isConstant(at(a, 1))) break;
    return fire(Rule::NegProduct, m_.binary(Op::Mul, at(a, 0), m_.unary(Op::Neg, at(a, 1))));
  case Op::Ite:
    if (!isIteOfConstants(a)) break;
    return fire(Rule::PushIntoIteConstants, m_.ite(at(a, 0), m_.unary(Op::Neg, at(a, 1)), m_.unary(Op::Neg, at(a, 2))));
  default: break;
  }
  return raw(Op::Neg, m_.sort(a), a);
}

Term Simplifier::add(Term a, Term b) {
  if (!inOrder(a, b)) return fire(Rule::SwapOperands, add(b, a));
  if (isZero(b)) return fire(Rule::AddZero, a);
  if (width(a) == 1) return fire(Rule::AddOneBit, m_.binary(Op::BitXor, a, b));
  if (const Term done = pushIntoIte(Op::Add, m_.sort(a), a, b)) return done;
  if (const Term done = addCollected(a, b)) return done;
  if (const Term done = addCollected(b, a)) return done;
  if (isBitComplement(a, b)) return fire(Rule::AddComplement, bitsConstant(BitVector::ones(width(a))));
  if (!isConstant(b)) {
    // Sums with a constant stay sums: the offsets of addresses.
    if (const Term done = disjoint(Rule::AddDisjoint, a, b)) return done;
    if (const Term done = disjoint(Rule::AddDisjoint, b, a)) return done;
  }
  return raw(Op::Add, m_.sort(a), a, b);
}

/// Rules that look into `a`, one of two summands.
Term Simplifier::addCollected(Term a, Term b) {
  if (isWithConstant(Op::Add, a)) {
    if (isConstant(b)) return fire(Rule::AddConstants, m_.binary(Op::Add, at(a, 0), m_.binary(Op::Add, at(a, 1), b)));
    return fire(Rule::AddConstantOut, m_.binary(Op::Add, m_.binary(Op::Add, at(a, 0), b), at(a, 1)));
  }
  if (is(Op::Neg, a) && !isConstant(b)) return fire(Rule::AddNegated, m_.binary(Op::Sub, b, at(a, 0)));
  if (!is(Op::Sub, a)) return {};
  if (at(a, 1) == b) return fire(Rule::AddSubtracted, at(a, 0));
  if (!isConstant(at(a, 0))) return {};
  if (isConstant(b)) return fire(Rule::AddConstantMinus, m_.binary(Op::Sub, m_.binary(Op::Add, at(a, 0), b), at(a, 1)));
  return fire(Rule::AddConstantMinus, m_.binary(Op::Add, m_.binary(Op::Sub, b, at(a, 1)), at(a, 0)));
}

/// An operator that works bit by bit (or adds) on operands whose ones cannot meet: `a` lies below `b`.
Term Simplifier::disjoint(Rule rule, Term a, Term b) {
  const std::uint32_t w = width(a), high = highZeros(a);
  if (high == 0 || high == w) return {};
  const std::uint32_t split = w - high;
  if (lowZeros(b) < split) return {};
  return fire(rule, m_.binary(Op::Concat, m_.extract(b, w - 1, split), m_.extract(a, split - 1, 0)));
}

Term Simplifier::sub(Term a, Term b) {
  const Sort sort = m_.sort(a);
  const auto plus = [&](Term x, Term y) { return m_.binary(Op::Add, x, y); };
  const auto minus = [&](Term x, Term y) { return m_.binary(Op::Sub, x, y); };
  if (a == b) return fire(Rule::SubSame, zero(width(a)));
  if (width(a) == 1) return fire(Rule::AddOneBit, m_.binary(Op::BitXor, a, b));
  if (isZero(a)) return fire(Rule::SubFromZero, m_.unary(Op::Neg, b));
  if (const Term done = pushIntoIte(Op::Sub, sort, a, b)) return done;
  if (isConstant(b)) return fire(Rule::SubConstant, plus(a, m_.unary(Op::Neg, b)));
  if (is(Op::Neg, b)) return fire(Rule::SubNegated, plus(a, at(b, 0)));
  if (is(Op::Add, a)) {
    if (at(a, 0) == b) return fire(Rule::SubSummand, at(a, 1));
    if (at(a, 1) == b) return fire(Rule::SubSummand, at(a, 0));
  }
  if (is(Op::Add, b)) {
    if (at(b, 0) == a) return fire(Rule::SubSum, m_.unary(Op::Neg, at(b, 1)));
    if (at(b, 1) == a) return fire(Rule::SubSum, m_.unary(Op::Neg, at(b, 0)));
  }
  if (is(Op::Sub, b) && at(b, 0) == a) return fire(Rule::SubDifference, at(b, 1));
  if (is(Op::Sub, a) && at(a, 0) == b) return fire(Rule::SubDifference, m_.unary(Op::Neg, at(a, 1)));
  if (isConstant(a)) {
    if (isWithConstant(Op::Add, b)) return fire(Rule::SubConstantMinusSum, minus(minus(a, at(b, 1)), at(b, 0)));
    if (is(Op::Sub, b) && isConstant(at(b, 0)))
      return fire(Rule::SubConstantMinusSum, plus(at(b, 1), minus(a, at(b, 0))));
    if (is(Op::BitNot, b)) return fire(Rule::SubComplement, plus(at(b, 0), plus(a, m_.constant(width(a), 1))));
    return raw(Op::Sub, sort, a, b);
  }
  if (isWithConstant(Op::Add, a)) return fire(Rule::SubConstantOut, plus(minus(at(a, 0), b), at(a, 1)));
  if (isWithConstant(Op::Add, b))
    return fire(Rule::SubConstantOut, plus(minus(a, at(b, 0)), m_.unary(Op::Neg, at(b, 1))));
  return raw(Op::Sub, sort, a, b);
}

Term Simplifier::mul(Term a, Term b) {
  if (!inOrder(a, b)) return fire(Rule::SwapOperands, mul(b, a));
  if (const Term done = pushIntoIte(Op::Mul, m_.sort(a), a, b)) return done;
  if (isConstant(b)) return mulConstant(a, b);
  if (is(Op::Neg, a) && is(Op::Neg, b)) return fire(Rule::MulNegated, m_.binary(Op::Mul, at(a, 0), at(b, 0)));
  return raw(Op::Mul, m_.sort(a), a, b);
}

Term Simplifier::mulConstant(Term a, Term constant) {
  const auto times = [&](Term x, Term y) { return m_.binary(Op::Mul, x, y); };
  if (isZero(constant)) return fire(Rule::MulZero, constant);
  if (isOne(constant)) return fire(Rule::MulOne, a);
  if (isOnes(constant)) return fire(Rule::MulMinusOne, m_.unary(Op::Neg, a));
  if (isWithConstant(Op::Mul, a)) return fire(Rule::MulConstants, times(at(a, 0), times(at(a, 1), constant)));
  if (isWithConstant(Op::Add, a))
    return fire(Rule::MulDistributes, m_.binary(Op::Add, times(at(a, 0), constant), times(at(a, 1), constant)));
  if (is(Op::Neg, a)) return fire(Rule::MulNegated, times(at(a, 0), m_.unary(Op::Neg, constant)));
  const BitVector value = m_.bits(constant);
  if (value.isPowerOfTwo())
    return fire(Rule::MulPowerOfTwo, m_.binary(Op::Shl, a, m_.constant(width(a), value.trailingZeros())));
  return raw(Op::Mul, m_.sort(a), a, constant);
}

} // namespace beagle::logic
