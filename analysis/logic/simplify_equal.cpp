// Rules of Equal.
#include "analysis/logic/known_bits.h"
#include "analysis/logic/simplifier.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace beagle::logic {

namespace {

/// The number that an odd one is multiplied with to get 1: Newton's steps, each of which doubles the right
/// bits.
BitVector oddInverse(const BitVector& odd) {
  BitVector inverse = odd;
  const BitVector two(odd.width(), 2);
  for (std::uint32_t right = 3; right < odd.width(); right *= 2) inverse = inverse * (two - odd * inverse);
  return inverse;
}

} // namespace

/// What both sides do alike, or what is done to one side and can be undone, is taken off layer by layer. A
/// hash function makes thousands of layers, so this is a loop.
Term Simplifier::equal(Term a, Term b) {
  while (true) {
    again_.reset();
    if (const Term done = equalStep(a, b)) return done;
    std::tie(a, b) = *again_;
    const std::array operands{a, b};
    if (const Term constant = m_.fold(Op::Equal, Sort::boolean(), operands)) return constant;
  }
}

/// The answer, or no term and in `again_` the two to go on with.
Term Simplifier::equalStep(Term a, Term b) {
  if (a == b) return fire(Rule::EqualSame, m_.truth(true));
  const Sort sort = m_.sort(a);
  if (sort.isBool()) return fire(Rule::EqualBools, m_.logicalNot(m_.logicalXor(a, b)));
  if (!inOrder(a, b)) return again(Rule::SwapOperands, b, a);
  if (sort.isFloat()) return equalFloats(a, b);
  if (sort.isArray()) return raw(Op::Equal, Sort::boolean(), a, b);
  if (const Term done = pushIntoIte(Op::Equal, Sort::boolean(), a, b)) return done;
  const Term done = isConstant(b) ? equalConstant(a, b) : equalTerms(a, b);
  if (done || again_) return done;
  if (sort.width <= 64) {
    const KnownBits x = m_.knownBits(a), y = m_.knownBits(b);
    if ((x.zeros & y.ones) != 0 || (x.ones & y.zeros) != 0 || x.unsignedMax < y.unsignedMin ||
        y.unsignedMax < x.unsignedMin || x.signedMax < y.signedMin || y.signedMax < x.signedMin)
      return fire(Rule::EqualKnownBits, m_.truth(false));
  }
  return raw(Op::Equal, Sort::boolean(), a, b);
}

/// Takes apart what the constant is compared with; the equations are those of groups, so nothing is lost.
Term Simplifier::equalConstant(Term a, Term constant) {
  const auto first = [&] { return at(a, 0); };
  const auto solved = [&](Rule rule, Term x, Op inverse, Term y) {
    return again(rule, x, m_.binary(inverse, constant, y));
  };
  if (width(a) == 1 && isZero(constant)) return fire(Rule::EqualOneBit, m_.logicalNot(m_.equal(a, m_.constant(1, 1))));
  if (const auto dividends = dividendsOf(a, m_.bits(constant))) {
    if (dividends->areAbove || dividends->areBelow) return fire(Rule::EqualDivided, m_.truth(false));
    const Term above = m_.binary(Op::Sub, first(), bitsConstant(dividends->first));
    return fire(Rule::EqualDivided, m_.binary(Op::ULessEqual, above, bitsConstant(dividends->last - dividends->first)));
  }
  switch (op(a)) {
  case Op::Add:
    if (isConstant(at(a, 1))) return solved(Rule::EqualSum, first(), Op::Sub, at(a, 1));
    break;
  case Op::Sub:
    if (isZero(constant)) return again(Rule::EqualDifference, first(), at(a, 1));
    if (isConstant(first())) return again(Rule::EqualConstantMinus, at(a, 1), m_.binary(Op::Sub, first(), constant));
    break;
  case Op::Neg:
  case Op::BitNot: return again(Rule::EqualNegated, first(), m_.unary(op(a), constant));
  case Op::BitXor:
    if (isConstant(at(a, 1))) return solved(Rule::EqualXor, first(), Op::BitXor, at(a, 1));
    if (isZero(constant)) return again(Rule::EqualXor, first(), at(a, 1));
    break;
  case Op::BitOr:
    // Of a long chain of them, as a comparison of memory makes, none is: constant work.
    if (!isZero(constant) || is(Op::BitOr, first()) || is(Op::BitOr, at(a, 1))) break;
    return fire(Rule::EqualBitOr, m_.logicalAnd(m_.equal(first(), constant), m_.equal(at(a, 1), constant)));
  case Op::BitAnd:
    if (!isOnes(constant) || is(Op::BitAnd, first()) || is(Op::BitAnd, at(a, 1))) break;
    return fire(Rule::EqualBitAnd, m_.logicalAnd(m_.equal(first(), constant), m_.equal(at(a, 1), constant)));
  case Op::Mul:
    if (!isConstant(at(a, 1)) || !m_.bits(at(a, 1)).bit(0)) break;
    return solved(Rule::EqualProduct, first(), Op::Mul, bitsConstant(oddInverse(m_.bits(at(a, 1)))));
  default: return equalPieceConstant(a, constant);
  }
  return {};
}

Term Simplifier::equalPieceConstant(Term a, Term constant) {
  const BitVector value = m_.bits(constant);
  switch (op(a)) {
  case Op::ZeroExtend:
  case Op::SignExtend: {
    const bool isSigned = is(Op::SignExtend, a);
    const Rule rule = isSigned ? Rule::EqualSignExtended : Rule::EqualZeroExtended;
    const BitVector narrow = value.extract(width(at(a, 0)) - 1, 0);
    const bool fits = (isSigned ? narrow.signExtend(value.width()) : narrow.zeroExtend(value.width())) == value;
    if (!fits) return fire(rule, m_.truth(false));
    return again(rule, at(a, 0), bitsConstant(narrow));
  }
  case Op::Concat: {
    const std::uint32_t n = width(at(a, 1));
    const Term high = m_.equal(at(a, 0), m_.extract(constant, value.width() - 1, n));
    if (m_.isFalse(high)) return fire(Rule::EqualConcat, high);
    return fire(Rule::EqualConcat, m_.logicalAnd(high, m_.equal(at(a, 1), m_.extract(constant, n - 1, 0))));
  }
  default: return {};
  }
}

Term Simplifier::equalTerms(Term a, Term b) {
  const Op x = op(a), y = op(b);
  if (x == y && (x == Op::Neg || x == Op::BitNot)) return again(Rule::EqualNegated, at(a, 0), at(b, 0));
  if (x == y && (x == Op::ZeroExtend || x == Op::SignExtend)) {
    const std::uint32_t n = std::max(width(at(a, 0)), width(at(b, 0)));
    return again(Rule::EqualExtended, m_.extract(a, n - 1, 0), m_.extract(b, n - 1, 0));
  }
  if (x == y && x == Op::Concat && width(at(a, 1)) == width(at(b, 1)))
    return fire(Rule::EqualConcats, m_.logicalAnd(m_.equal(at(a, 0), at(b, 0)), m_.equal(at(a, 1), at(b, 1))));
  if (x == y && (x == Op::Add || x == Op::BitXor)) {
    for (std::size_t i = 0; i < 2; ++i)
      for (std::size_t j = 0; j < 2; ++j)
        if (at(a, i) == at(b, j))
          return again(x == Op::Add ? Rule::EqualSums : Rule::EqualXor, at(a, 1 - i), at(b, 1 - j));
    if (x == Op::Add && isConstant(at(a, 1)) && isConstant(at(b, 1)))
      return again(Rule::EqualSums, at(a, 0), m_.binary(Op::Add, at(b, 0), m_.binary(Op::Sub, at(b, 1), at(a, 1))));
  }
  for (const auto& [whole, part] : {std::pair(a, b), std::pair(b, a)}) {
    if (!is(Op::Add, whole) && !is(Op::Sub, whole) && !is(Op::BitXor, whole)) continue;
    const bool first = at(whole, 0) == part, second = at(whole, 1) == part && !is(Op::Sub, whole);
    if (first || second) return again(Rule::EqualSummand, at(whole, first ? 1 : 0), zero(width(a)));
  }
  return {};
}

} // namespace beagle::logic
