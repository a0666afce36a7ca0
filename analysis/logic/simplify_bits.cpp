// Rules of BitNot, BitAnd, BitOr, BitXor and the shifts. Masks and shifts by constants become extensions,
// concatenations and extractions, so that pieces of one value find each other again.
#include "analysis/logic/known_bits.h"
#include "analysis/logic/simplifier.h"

#include <algorithm>

namespace beagle::logic {

Term Simplifier::bitNot(Term a) {
  const auto inverted = [&](Term x) { return m_.unary(Op::BitNot, x); };
  switch (op(a)) {
  case Op::BitNot: return fire(Rule::BitNotNot, at(a, 0));
  case Op::Neg: return fire(Rule::BitNotNeg, m_.binary(Op::Sub, at(a, 0), m_.constant(width(a), 1)));
  case Op::Add:
    if (!isConstant(at(a, 1))) break;
    return fire(Rule::BitNotSum, m_.binary(Op::Sub, inverted(at(a, 1)), at(a, 0)));
  case Op::Sub:
    if (!isConstant(at(a, 0))) break;
    return fire(Rule::BitNotSum, m_.binary(Op::Add, at(a, 1), inverted(at(a, 0))));
  case Op::BitXor:
    if (!isConstant(at(a, 1))) break;
    return fire(Rule::BitNotXor, m_.binary(Op::BitXor, at(a, 0), inverted(at(a, 1))));
  case Op::Ite:
    if (!isIteOfConstants(a)) break;
    return fire(Rule::PushIntoIteConstants, m_.ite(at(a, 0), inverted(at(a, 1)), inverted(at(a, 2))));
  default: break;
  }
  return raw(Op::BitNot, m_.sort(a), a);
}

Term Simplifier::bitwise(Op op, Term a, Term b) {
  const Sort sort = m_.sort(a);
  if (a == b) return fire(Rule::BitwiseSame, op == Op::BitXor ? zero(width(a)) : a);
  if (isBitComplement(a, b))
    return fire(Rule::BitwiseComplement, op == Op::BitAnd ? zero(width(a)) : bitsConstant(BitVector::ones(width(a))));
  if (!inOrder(a, b)) return fire(Rule::SwapOperands, bitwise(op, b, a));
  if (const Term done = pushIntoIte(op, sort, a, b)) return done;
  if (isConstant(b)) {
    if (const Term done = bitwiseConstant(op, a, b)) return done;
  }
  if (isIteOfConstants(a) && isIteOfConstants(b) && isOne(at(a, 1)) && isZero(at(a, 2)) && isOne(at(b, 1)) &&
      isZero(at(b, 2))) {
    const Term x = at(a, 0), y = at(b, 0);
    const Term truth = op == Op::BitAnd  ? m_.logicalAnd(x, y)
                       : op == Op::BitOr ? m_.logicalOr(x, y)
                                         : m_.logicalXor(x, y);
    return fire(Rule::BitwiseTruths, m_.boolToBits(truth, width(a)));
  }
  if (const Term done = bitwiseParts(op, a, b)) return done;
  for (const auto& [whole, part] : {std::pair(a, b), std::pair(b, a)}) {
    const bool inside = (is(Op::BitAnd, whole) || is(Op::BitOr, whole) || is(Op::BitXor, whole)) &&
                        (at(whole, 0) == part || at(whole, 1) == part);
    if (op == Op::BitXor && is(Op::BitNot, whole))
      return fire(Rule::BitXorNot, m_.unary(Op::BitNot, bitwise(op, at(whole, 0), part)));
    if (!inside) continue;
    if (op == Op::BitXor && is(Op::BitXor, whole))
      return fire(Rule::BitXorTwice, at(whole, at(whole, 0) == part ? 1 : 0));
    if (op != Op::BitXor && is(op, whole)) return fire(Rule::BitwiseInside, whole);
    if (op != Op::BitXor && !is(Op::BitXor, whole)) return fire(Rule::BitwiseAbsorbs, part);
  }
  return raw(op, sort, a, b);
}

Term Simplifier::bitwiseConstant(Op op, Term a, Term constant) {
  if (isZero(constant)) {
    if (op == Op::BitAnd) return fire(Rule::BitAndZero, constant);
    return fire(op == Op::BitOr ? Rule::BitOrZero : Rule::BitXorZero, a);
  }
  if (isOnes(constant)) {
    if (op == Op::BitAnd) return fire(Rule::BitAndOnes, a);
    if (op == Op::BitOr) return fire(Rule::BitOrOnes, constant);
    return fire(Rule::BitXorOnes, m_.unary(Op::BitNot, a));
  }
  if (isWithConstant(op, a))
    return fire(Rule::BitwiseConstants, m_.binary(op, at(a, 0), m_.binary(op, at(a, 1), constant)));
  if (op == Op::BitXor && is(Op::BitNot, a))
    return fire(Rule::BitXorNot, m_.binary(op, at(a, 0), m_.unary(Op::BitNot, constant)));
  return op == Op::BitAnd ? maskedByConstant(a, constant) : Term();
}

/// Zeros at the ends of the mask; what is left of it begins and ends with ones.
Term Simplifier::maskedByConstant(Term a, Term mask) {
  const std::uint32_t w = width(a);
  const BitVector bits = m_.bits(mask);
  if (const std::uint32_t high = bits.leadingZeros(); high > 0) {
    const std::uint32_t n = w - high;
    const Term kept = m_.binary(Op::BitAnd, m_.extract(a, n - 1, 0), m_.extract(mask, n - 1, 0));
    return fire(Rule::BitAndHighZeros, m_.zeroExtend(kept, w));
  }
  if (const std::uint32_t low = bits.trailingZeros(); low > 0) {
    const Term kept = m_.binary(Op::BitAnd, m_.extract(a, w - 1, low), m_.extract(mask, w - 1, low));
    return fire(Rule::BitAndLowZeros, m_.binary(Op::Concat, kept, zero(low)));
  }
  return {};
}

/// Operands that are put together of pieces.
Term Simplifier::bitwiseParts(Op op, Term a, Term b) {
  const std::uint32_t w = width(a);
  if (op != Op::BitAnd) {
    const Rule rule = op == Op::BitOr ? Rule::BitOrDisjoint : Rule::BitXorDisjoint;
    if (const Term done = disjoint(rule, a, b)) return done;
    if (const Term done = disjoint(rule, b, a)) return done;
  }
  const std::uint32_t zeros =
      op == Op::BitAnd ? std::max(highZeros(a), highZeros(b)) : std::min(highZeros(a), highZeros(b));
  if (zeros > 0 && zeros < w) {
    const std::uint32_t n = w - zeros;
    return fire(op == Op::BitAnd ? Rule::BitAndZeroExtended : Rule::BitwiseZeroExtended,
                m_.zeroExtend(m_.binary(op, m_.extract(a, n - 1, 0), m_.extract(b, n - 1, 0)), w));
  }
  if (is(Op::SignExtend, a)) {
    const std::uint32_t n = width(at(a, 0));
    const bool constantFits = isConstant(b) && m_.bits(b).extract(n - 1, 0).signExtend(w) == m_.bits(b);
    if (constantFits || (is(Op::SignExtend, b) && width(at(b, 0)) == n))
      return fire(Rule::BitwiseSignExtended, m_.signExtend(m_.binary(op, at(a, 0), m_.extract(b, n - 1, 0)), w));
  }
  // a is the operand that is no constant, if one is.
  const bool splits = is(Op::Concat, a) && (isConstant(b) || (is(Op::Concat, b) && width(at(a, 1)) == width(at(b, 1))));
  const bool extended = is(Op::ZeroExtend, a) && isConstant(b);
  if (!splits && !extended) return {};
  const std::uint32_t split = splits ? width(at(a, 1)) : width(at(a, 0));
  return fire(Rule::BitwiseConcat,
              m_.binary(Op::Concat, m_.binary(op, m_.extract(a, w - 1, split), m_.extract(b, w - 1, split)),
                        m_.binary(op, m_.extract(a, split - 1, 0), m_.extract(b, split - 1, 0))));
}

Term Simplifier::shift(Op op, Term a, Term b) {
  const std::uint32_t w = width(a);
  if (isZero(a) || (op == Op::AShr && isOnes(a))) return fire(Rule::ShiftOfConstant, a);
  if (const Term done = pushIntoIte(op, m_.sort(a), a, b)) return done;
  if (!isConstant(b)) {
    const bool tooFar = w <= 64 && m_.knownBits(b).unsignedMin >= w;
    if (!tooFar) return raw(op, m_.sort(a), a, b);
  }
  const BitVector amount = isConstant(b) ? m_.bits(b) : BitVector::ones(w);
  if (amount.isZero()) return fire(Rule::ShiftZero, a);
  if (!amount.fits64() || amount.low64() >= w)
    return fire(Rule::ShiftOut, op == Op::AShr ? m_.signExtend(topBit(a), w) : zero(w));
  const auto k = static_cast<std::uint32_t>(amount.low64());
  if (op == Op::LShr) return fire(Rule::LShrConstant, m_.zeroExtend(m_.extract(a, w - 1, k), w));
  if (op == Op::AShr) return fire(Rule::AShrConstant, m_.signExtend(m_.extract(a, w - 1, k), w));
  if (isWithConstant(Op::Add, a))
    return fire(Rule::ShlSum, m_.binary(Op::Add, m_.binary(op, at(a, 0), b), m_.binary(op, at(a, 1), b)));
  return fire(Rule::ShlConstant, m_.binary(Op::Concat, m_.extract(a, w - 1 - k, 0), zero(k)));
}

} // namespace beagle::logic
