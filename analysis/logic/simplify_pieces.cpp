// Rules of Concat, Extract, ZeroExtend and SignExtend.
//
// Normal form: zeros (copies of the sign) in front are one outermost ZeroExtend (SignExtend); a Concat is
// nested to the right; neighbouring pieces of one term are one piece.
#include "analysis/logic/simplifier.h"

#include <algorithm>
#include <array>

namespace beagle::logic {

Term Simplifier::concat(Term high, Term low) {
  const std::uint32_t w = width(high) + width(low);
  const auto joined = [&](Term x, Term y) { return m_.binary(Op::Concat, x, y); };
  if (const Term done = pushIntoIte(Op::Concat, Sort::bits(w), high, low)) return done;
  switch (op(high)) {
  case Op::Concat: return fire(Rule::ConcatNested, joined(at(high, 0), joined(at(high, 1), low)));
  case Op::ZeroExtend: return fire(Rule::ConcatZeroExtended, m_.zeroExtend(joined(at(high, 0), low), w));
  case Op::SignExtend: return fire(Rule::ConcatSignExtended, m_.signExtend(joined(at(high, 0), low), w));
  case Op::Constant: {
    const std::uint32_t n = width(high), zeros = m_.bits(high).leadingZeros();
    if (zeros == n) return fire(Rule::ConcatZeros, m_.zeroExtend(low, w));
    if (zeros > 0) return fire(Rule::ConcatZeros, m_.zeroExtend(joined(m_.extract(high, n - zeros - 1, 0), low), w));
    if (is(Op::Concat, low) && isConstant(at(low, 0)))
      return fire(Rule::ConcatConstants, joined(joined(high, at(low, 0)), at(low, 1)));
    if (is(Op::ZeroExtend, low))
      return fire(Rule::ConcatConstants, joined(joined(high, zero(width(low) - width(at(low, 0)))), at(low, 0)));
    break;
  }
  default: break;
  }
  if (width(high) == 1 && high == topBit(low)) return fire(Rule::ConcatSignCopy, m_.signExtend(low, w));
  if (const Term whole = concatNeighbours(high, low)) return fire(Rule::ConcatAdjacent, whole);
  if (is(Op::Concat, low)) {
    if (const Term whole = concatNeighbours(high, at(low, 0)))
      return fire(Rule::ConcatAdjacent, joined(whole, at(low, 1)));
  }
  return raw(Op::Concat, Sort::bits(w), high, low);
}

/// The term that both are neighbouring pieces of, cut to the two. One of them is an Extract; the other may
/// have been simplified into something else, so it is made anew and compared.
Term Simplifier::concatNeighbours(Term high, Term low) {
  const std::uint32_t n = width(low);
  if (is(Op::Extract, high)) {
    const Term whole = at(high, 0);
    const std::uint32_t from = m_.parameter(high, 1);
    if (from >= n && m_.extract(whole, from - 1, from - n) == low)
      return m_.extract(whole, m_.parameter(high, 0), from - n);
  }
  if (is(Op::Extract, low)) {
    const Term whole = at(low, 0);
    const std::uint32_t to = m_.parameter(low, 0) + width(high);
    if (to < width(whole) && m_.extract(whole, to, m_.parameter(low, 0) + 1) == high)
      return m_.extract(whole, to, m_.parameter(low, 1));
  }
  return {};
}

Term Simplifier::extract(Term a, std::uint32_t high, std::uint32_t low) {
  const std::uint32_t w = high - low + 1;
  if (w == width(a)) return fire(Rule::ExtractAll, a);
  switch (op(a)) {
  case Op::Extract: {
    const std::uint32_t from = m_.parameter(a, 1);
    return fire(Rule::ExtractExtract, m_.extract(at(a, 0), high + from, low + from));
  }
  case Op::Concat: {
    const Term upper = at(a, 0), lower = at(a, 1);
    const std::uint32_t n = width(lower);
    if (low >= n) return fire(Rule::ExtractConcatHigh, m_.extract(upper, high - n, low - n));
    if (high < n) return fire(Rule::ExtractConcatLow, m_.extract(lower, high, low));
    return fire(Rule::ExtractConcatBoth,
                m_.binary(Op::Concat, m_.extract(upper, high - n, 0), m_.extract(lower, n - 1, low)));
  }
  case Op::ZeroExtend:
  case Op::SignExtend: {
    const Term x = at(a, 0);
    const std::uint32_t n = width(x);
    if (high < n) return fire(Rule::ExtractExtendInside, m_.extract(x, high, low));
    if (low >= n && is(Op::ZeroExtend, a)) return fire(Rule::ExtractZeroExtendAbove, zero(w));
    if (low >= n) return fire(Rule::ExtractSignExtendAbove, m_.signExtend(topBit(x), w));
    const Term kept = m_.extract(x, n - 1, low);
    return fire(Rule::ExtractExtendAcross, is(Op::ZeroExtend, a) ? m_.zeroExtend(kept, w) : m_.signExtend(kept, w));
  }
  case Op::Ite:
    if (!isIteOfConstants(a)) break;
    return fire(Rule::PushIntoIteConstants,
                m_.ite(at(a, 0), m_.extract(at(a, 1), high, low), m_.extract(at(a, 2), high, low)));
  case Op::Neg:
  case Op::BitNot:
    if (low != 0 || (!is(Op::ZeroExtend, at(a, 0)) && !is(Op::SignExtend, at(a, 0)))) break;
    return fire(Rule::ExtractLowArithmetic, m_.unary(op(a), m_.extract(at(a, 0), high, 0)));
  case Op::Add:
  case Op::Sub:
  case Op::Mul:
  case Op::BitAnd:
  case Op::BitOr:
  case Op::BitXor: {
    // Arithmetic that C's promotions widened.
    const auto narrows = [&](Term t) { return is(Op::ZeroExtend, t) || is(Op::SignExtend, t) || isConstant(t); };
    if (low != 0 || !narrows(at(a, 0)) || !narrows(at(a, 1))) break;
    return fire(Rule::ExtractLowArithmetic,
                m_.binary(op(a), m_.extract(at(a, 0), high, 0), m_.extract(at(a, 1), high, 0)));
  }
  default: break;
  }
  return m_.make(Op::Extract, Sort::bits(w), std::span(&a, 1), high, low);
}

Term Simplifier::extend(Op op, Term a, std::uint32_t width) {
  if (this->width(a) == width) return fire(Rule::ExtendSame, a);
  if (is(op, a))
    return fire(Rule::ExtendTwice,
                op == Op::ZeroExtend ? m_.zeroExtend(at(a, 0), width) : m_.signExtend(at(a, 0), width));
  if (op == Op::SignExtend && is(Op::ZeroExtend, a))
    return fire(Rule::SignExtendZeroExtended, m_.zeroExtend(at(a, 0), width));
  if (isIteOfConstants(a)) {
    const auto branch = [&](std::size_t i) { return m_.resize(at(a, i), width, op == Op::SignExtend); };
    return fire(Rule::PushIntoIteConstants, m_.ite(at(a, 0), branch(1), branch(2)));
  }
  return raw(op, Sort::bits(width), a);
}

} // namespace beagle::logic
