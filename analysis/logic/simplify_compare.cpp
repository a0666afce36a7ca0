// Rules of ULess, ULessEqual, SLess and SLessEqual. Normal form: comparisons with a constant are loose (x <=
// c, c <= x), and what can be compared without signs or on fewer bits is.
#include "analysis/logic/known_bits.h"
#include "analysis/logic/simplifier.h"

#include <algorithm>

namespace beagle::logic {

namespace {

bool isSignedOrder(Op op) { return op == Op::SLess || op == Op::SLessEqual; }
bool isStrict(Op op) { return op == Op::ULess || op == Op::SLess; }
Op loose(Op op) { return isSignedOrder(op) ? Op::SLessEqual : Op::ULessEqual; }
Op strict(Op op) { return isSignedOrder(op) ? Op::SLess : Op::ULess; }
Op unsignedOf(Op op) { return isStrict(op) ? Op::ULess : Op::ULessEqual; }

} // namespace

Term Simplifier::less(Op op, Term a, Term b) {
  if (a == b) return fire(Rule::LessSame, m_.truth(!isStrict(op)));
  if (const Term done = pushIntoIte(op, Sort::boolean(), a, b)) return done;
  if (isConstant(a) || isConstant(b)) {
    if (const Term done = lessLimits(op, a, b)) return done;
  }
  if (const Term done = lessRanges(op, a, b)) return done;
  if (const Term done = lessExtended(op, a, b)) return done;
  if (isConstant(a) || isConstant(b)) {
    if (const Term done = lessExtendedConstant(op, a, b)) return done;
  }
  return raw(op, Sort::boolean(), a, b);
}

/// One operand is a constant: the order's ends, then the loose form.
Term Simplifier::lessLimits(Op op, Term a, Term b) {
  const std::uint32_t w = width(a);
  const BitVector one(w, 1);
  const BitVector least = isSignedOrder(op) ? BitVector::oneBit(w, w - 1) : BitVector(w);
  const BitVector most = ~least;
  if (isConstant(b)) {
    const BitVector value = m_.bits(b);
    if (isStrict(op) && value == least) return fire(Rule::LessLimit, m_.truth(false));
    if (isStrict(op)) return fire(Rule::LessConstant, m_.binary(loose(op), a, bitsConstant(value - one)));
    if (value == most) return fire(Rule::LessLimit, m_.truth(true));
    if (value == least) return fire(Rule::LessAtEdge, m_.equal(a, b));
    if (value == most - one) return fire(Rule::LessAtEdge, m_.logicalNot(m_.equal(a, bitsConstant(most))));
    return {};
  }
  const BitVector value = m_.bits(a);
  if (isStrict(op) && value == most) return fire(Rule::LessLimit, m_.truth(false));
  if (isStrict(op)) return fire(Rule::LessConstant, m_.binary(loose(op), bitsConstant(value + one), b));
  if (value == least) return fire(Rule::LessLimit, m_.truth(true));
  if (value == most) return fire(Rule::LessAtEdge, m_.equal(b, a));
  if (value == least + one) return fire(Rule::LessAtEdge, m_.logicalNot(m_.equal(b, bitsConstant(least))));
  return {};
}

Term Simplifier::lessRanges(Op op, Term a, Term b) {
  if (width(a) > 64) return {};
  const KnownBits x = m_.knownBits(a), y = m_.knownBits(b);
  const auto decide = [&](auto aMin, auto aMax, auto bMin, auto bMax) -> Term {
    if (isStrict(op) ? aMax < bMin : aMax <= bMin) return m_.truth(true);
    if (isStrict(op) ? aMin >= bMax : aMin > bMax) return m_.truth(false);
    return {};
  };
  const Term answer = isSignedOrder(op) ? decide(x.signedMin, x.signedMax, y.signedMin, y.signedMax)
                                        : decide(x.unsignedMin, x.unsignedMax, y.unsignedMin, y.unsignedMax);
  if (answer) return fire(Rule::LessByRange, answer);
  const auto sameSign = [](const KnownBits& k) { return k.signedMin >= 0 ? 1 : k.signedMax < 0 ? -1 : 0; };
  if (isSignedOrder(op) && sameSign(x) != 0 && sameSign(x) == sameSign(y))
    return fire(Rule::LessSameSign, m_.binary(unsignedOf(op), a, b));
  return {};
}

/// Both operands have the same form around what decides.
Term Simplifier::lessExtended(Op op, Term a, Term b) {
  const Op form = this->op(a);
  if (form != this->op(b)) return {};
  if (form == Op::ZeroExtend || form == Op::SignExtend) {
    const std::uint32_t n = std::max(width(at(a, 0)), width(at(b, 0)));
    const Op narrow = form == Op::ZeroExtend ? unsignedOf(op) : op;
    return fire(Rule::LessExtended, m_.binary(narrow, m_.extract(a, n - 1, 0), m_.extract(b, n - 1, 0)));
  }
  if (form != Op::Concat || width(at(a, 1)) != width(at(b, 1))) return {};
  if (at(a, 1) == at(b, 1)) return fire(Rule::LessConcats, m_.binary(op, at(a, 0), at(b, 0)));
  if (at(a, 0) == at(b, 0)) return fire(Rule::LessConcats, m_.binary(unsignedOf(op), at(a, 1), at(b, 1)));
  return {};
}

/// One operand is a constant, the order is loose.
Term Simplifier::lessExtendedConstant(Op op, Term a, Term b) {
  const bool above = isConstant(a); // constant <= x
  const Term x = above ? b : a;
  const BitVector limit = m_.bits(above ? a : b);
  const std::uint32_t w = limit.width();
  const auto compare = [&](Op order, Term piece, const BitVector& value) {
    const Term constant = bitsConstant(value);
    return above ? m_.binary(order, constant, piece) : m_.binary(order, piece, constant);
  };
  if (is(Op::Concat, x) && isConstant(at(x, 1))) {
    const std::uint32_t n = width(at(x, 1));
    const BitVector tail = m_.bits(at(x, 1)), high = limit.extract(w - 1, n), low = limit.extract(n - 1, 0);
    const bool loosely = above ? low.ule(tail) : tail.ule(low);
    return fire(Rule::LessConcats, compare(loosely ? loose(op) : strict(op), at(x, 0), high));
  }
  if (is(isSignedOrder(op) ? Op::SDiv : Op::UDiv, x)) {
    const auto dividends = dividendsOf(x, limit);
    if (!dividends) return {};
    if (dividends->areAbove || dividends->areBelow)
      return fire(Rule::LessDivided, m_.truth(dividends->areAbove != above));
    return fire(Rule::LessDivided, compare(op, at(x, 0), above ? dividends->first : dividends->last));
  }
  if (!is(Op::ZeroExtend, x) && !is(Op::SignExtend, x)) return {};
  const Term inner = at(x, 0);
  const std::uint32_t n = width(inner);
  const bool isSigned = is(Op::SignExtend, x);
  const BitVector narrow = limit.extract(n - 1, 0);
  if ((isSigned ? narrow.signExtend(w) : narrow.zeroExtend(w)) == limit)
    return fire(Rule::LessExtendedConstant, compare(isSigned ? op : Op::ULessEqual, inner, narrow));
  // The constant is none of x's values. Copies of the sign have a gap in the middle of the unsigned order.
  if (isSigned && !isSignedOrder(op)) {
    const BitVector edge = above ? BitVector::oneBit(n, n - 1) : ~BitVector::oneBit(n, n - 1);
    return fire(Rule::LessExtendedConstant, compare(Op::ULessEqual, inner, edge));
  }
  const bool constantIsLarge = !isSignedOrder(op) || !limit.sign();
  return fire(Rule::LessExtendedConstant, m_.truth(constantIsLarge != above));
}

} // namespace beagle::logic
