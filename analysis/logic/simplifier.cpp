// What the rules of all families share.
#include "analysis/logic/simplifier.h"

#include <algorithm>
#include <array>
#include <bit>

namespace beagle::logic {

bool Simplifier::isZero(Term t) const {
  if (!isConstant(t)) return false;
  return width(t) <= 64 ? m_.bits64(t) == 0 : m_.bits(t).isZero();
}

bool Simplifier::isOnes(Term t) const {
  if (!isConstant(t)) return false;
  return width(t) <= 64 ? m_.bits64(t) == lowMask(width(t)) : m_.bits(t).isOnes();
}

bool Simplifier::isOne(Term t) const {
  if (!isConstant(t)) return false;
  return width(t) <= 64 ? m_.bits64(t) == 1 : m_.bits(t) == BitVector(width(t), 1);
}

bool Simplifier::isComplement(Term a, Term b) const {
  if (is(Op::Not, a) && at(a, 0) == b) return true;
  if (is(Op::Not, b) && at(b, 0) == a) return true;
  const auto strict = [](Op op) { return op == Op::ULess || op == Op::SLess; };
  const auto loose = [](Op op) { return op == Op::ULessEqual || op == Op::SLessEqual; };
  const Op x = op(a), y = op(b);
  if ((strict(x) && loose(y)) || (loose(x) && strict(y))) {
    const bool sameSign = (x == Op::ULess || x == Op::ULessEqual) == (y == Op::ULess || y == Op::ULessEqual);
    return sameSign && at(a, 0) == at(b, 1) && at(a, 1) == at(b, 0);
  }
  // Comparisons with constants are all loose: x <= 4 and 5 <= x.
  if (!loose(x) || x != y) return false;
  const auto adjacent = [&](Term below, Term above) {
    if (at(below, 0) != at(above, 1) || !isConstant(at(below, 1)) || !isConstant(at(above, 0))) return false;
    const BitVector limit = m_.bits(at(below, 1));
    return limit + BitVector(limit.width(), 1) == m_.bits(at(above, 0));
  };
  return adjacent(a, b) || adjacent(b, a);
}

bool Simplifier::isBitComplement(Term a, Term b) const {
  return (is(Op::BitNot, a) && at(a, 0) == b) || (is(Op::BitNot, b) && at(b, 0) == a);
}

bool Simplifier::isIteOfConstants(Term t) const {
  return is(Op::Ite, t) && isConstant(at(t, 1)) && isConstant(at(t, 2));
}

std::uint32_t Simplifier::highZeros(Term t) const {
  if (is(Op::ZeroExtend, t)) return width(t) - width(at(t, 0));
  return isConstant(t) ? m_.bits(t).leadingZeros() : 0;
}

std::uint32_t Simplifier::lowZeros(Term t) const {
  if (is(Op::ZeroExtend, t)) t = at(t, 0);
  if (is(Op::SignExtend, t)) t = at(t, 0);
  if (is(Op::Concat, t)) {
    // Nested to the right: the tail is within reach of one look unless there are three pieces or more.
    Term tail = at(t, 1);
    for (int i = 0; i < 8 && is(Op::Concat, tail); ++i) tail = at(tail, 1);
    return isConstant(tail) ? m_.bits(tail).trailingZeros() : 0;
  }
  return isConstant(t) ? m_.bits(t).trailingZeros() : 0;
}

bool Simplifier::inOrder(Term a, Term b) const {
  if (isConstant(a) != isConstant(b)) return isConstant(b);
  const std::uint64_t x = m_.structuralHash(a), y = m_.structuralHash(b);
  return x != y ? x < y : a.id() <= b.id(); // different terms of one hash: once in 2^64
}

Term Simplifier::raw(Op op, Sort sort, Term a, Term b) {
  const std::array operands{a, b};
  return m_.make(op, sort, operands, 0, 0);
}

Term Simplifier::pushIntoIte(Op op, Sort sort, Term a, Term b) {
  const bool left = isIteOfConstants(a), right = isIteOfConstants(b);
  if (!(left && right ? at(a, 0) == at(b, 0) : (left && isConstant(b)) || (right && isConstant(a)))) return {};
  const Term condition = left ? at(a, 0) : at(b, 0);
  const auto branch = [&](std::size_t i) {
    const std::array operands{left ? at(a, i) : a, right ? at(b, i) : b};
    return m_.fold(op, sort, operands);
  };
  return fire(Rule::PushIntoIteConstants, m_.ite(condition, branch(1), branch(2)));
}

} // namespace beagle::logic
