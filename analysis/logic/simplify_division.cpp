// Rules of UDiv, URem, SDiv and SRem.
#include "analysis/logic/known_bits.h"
#include "analysis/logic/simplifier.h"

#include <algorithm>

namespace beagle::logic {

namespace {

/// What is added to x before it is shifted right by k, so that a negative x is rounded towards zero.
Term roundingBias(TermManager& m, Term x, std::uint32_t k) {
  const std::uint32_t width = m.width(x);
  return m.zeroExtend(m.signExtend(m.extract(x, width - 1, width - 1), k), width);
}

} // namespace

Term Simplifier::udiv(Term a, Term b) {
  const std::uint32_t w = width(a);
  if (const Term done = pushIntoIte(Op::UDiv, m_.sort(a), a, b)) return done;
  if (isConstant(b)) {
    const BitVector divisor = m_.bits(b);
    if (divisor.isZero()) return fire(Rule::UDivZero, bitsConstant(BitVector::ones(w)));
    if (isOne(b)) return fire(Rule::UDivOne, a);
    if (divisor.isPowerOfTwo())
      return fire(Rule::UDivPowerOfTwo, m_.binary(Op::LShr, a, m_.constant(w, divisor.trailingZeros())));
    if (isWithConstant(Op::UDiv, a)) {
      const BitVector product = m_.bits(at(a, 1)).zeroExtend(2 * w) * divisor.zeroExtend(2 * w);
      if (product.activeBits() > w) return fire(Rule::UDivTwice, zero(w));
      return fire(Rule::UDivTwice, m_.binary(Op::UDiv, at(a, 0), bitsConstant(product.extract(w - 1, 0))));
    }
    if (is(Op::ZeroExtend, a)) {
      const std::uint32_t n = width(at(a, 0));
      if (divisor.activeBits() > n) return fire(Rule::UDivSmall, zero(w));
      const Term narrow = bitsConstant(divisor.extract(n - 1, 0));
      return fire(Rule::UDivNarrow, m_.zeroExtend(m_.binary(Op::UDiv, at(a, 0), narrow), w));
    }
  }
  if (w <= 64 && m_.knownBits(a).unsignedMax < m_.knownBits(b).unsignedMin) return fire(Rule::UDivSmall, zero(w));
  return raw(Op::UDiv, m_.sort(a), a, b);
}

Term Simplifier::urem(Term a, Term b) {
  const std::uint32_t w = width(a);
  if (a == b) return fire(Rule::URemSame, zero(w));
  if (const Term done = pushIntoIte(Op::URem, m_.sort(a), a, b)) return done;
  if (isConstant(b)) {
    const BitVector divisor = m_.bits(b);
    if (divisor.isZero()) return fire(Rule::URemZero, a);
    if (isOne(b)) return fire(Rule::URemOne, zero(w));
    if (divisor.isPowerOfTwo())
      return fire(Rule::URemPowerOfTwo, m_.zeroExtend(m_.extract(a, divisor.trailingZeros() - 1, 0), w));
    if (is(Op::ZeroExtend, a) && divisor.activeBits() > width(at(a, 0))) return fire(Rule::URemSmall, a);
  }
  if (w <= 64 && m_.knownBits(a).unsignedMax < m_.knownBits(b).unsignedMin) return fire(Rule::URemSmall, a);
  const std::uint32_t n = w - std::min(highZeros(a), highZeros(b));
  if (n < w && n > 0)
    return fire(Rule::URemNarrow,
                m_.zeroExtend(m_.binary(Op::URem, m_.extract(a, n - 1, 0), m_.extract(b, n - 1, 0)), w));
  return raw(Op::URem, m_.sort(a), a, b);
}

Term Simplifier::sdiv(Term a, Term b) {
  const std::uint32_t w = width(a);
  if (const Term done = pushIntoIte(Op::SDiv, m_.sort(a), a, b)) return done;
  if (isConstant(b)) {
    const BitVector divisor = m_.bits(b);
    if (isOne(b)) return fire(Rule::SDivOne, a);
    if (isOnes(b)) return fire(Rule::SDivMinusOne, m_.unary(Op::Neg, a));
    if (isZero(b)) // -1 for what is not negative, else 1
      return fire(Rule::SDivZero,
                  m_.ite(m_.binary(Op::SLess, a, b), m_.constant(w, 1), bitsConstant(BitVector::ones(w))));
    if (divisor.sign() && divisor.isPowerOfTwo())
      return fire(Rule::SDivMinimum, m_.ite(m_.equal(a, b), m_.constant(w, 1), zero(w)));
    if (divisor.sign())
      return fire(Rule::SDivNegative, m_.unary(Op::Neg, m_.binary(Op::SDiv, a, bitsConstant(-divisor))));
  }
  if (isConstant(b) && isWithConstant(Op::SDiv, a) && !m_.bits(at(a, 1)).sign()) {
    const BitVector product = m_.bits(at(a, 1)).zeroExtend(2 * w) * m_.bits(b).zeroExtend(2 * w);
    if (product.activeBits() < w)
      return fire(Rule::SDivTwice, m_.binary(Op::SDiv, at(a, 0), bitsConstant(product.extract(w - 1, 0))));
  }
  if (w <= 64 && m_.knownBits(a).signedMin >= 0 && m_.knownBits(b).signedMin >= 0)
    return fire(Rule::SDivUnsigned, m_.binary(Op::UDiv, a, b));
  if (isConstant(b) && m_.bits(b).isPowerOfTwo()) {
    const std::uint32_t k = m_.bits(b).trailingZeros();
    return fire(Rule::SDivPowerOfTwo,
                m_.binary(Op::AShr, m_.binary(Op::Add, a, roundingBias(m_, a, k)), m_.constant(w, k)));
  }
  return raw(Op::SDiv, m_.sort(a), a, b);
}

Term Simplifier::srem(Term a, Term b) {
  const std::uint32_t w = width(a);
  if (a == b) return fire(Rule::SRemSame, zero(w));
  if (const Term done = pushIntoIte(Op::SRem, m_.sort(a), a, b)) return done;
  if (isConstant(b)) {
    const BitVector divisor = m_.bits(b);
    if (isOne(b) || isOnes(b)) return fire(Rule::SRemOne, zero(w));
    if (isZero(b)) return fire(Rule::SRemZero, a);
    if (divisor.sign() && divisor.isPowerOfTwo()) return fire(Rule::SRemMinimum, m_.ite(m_.equal(a, b), zero(w), a));
    if (divisor.sign()) return fire(Rule::SRemNegative, m_.binary(Op::SRem, a, bitsConstant(-divisor)));
  }
  if (w <= 64 && m_.knownBits(a).signedMin >= 0 && m_.knownBits(b).signedMin >= 0)
    return fire(Rule::SRemUnsigned, m_.binary(Op::URem, a, b));
  if (isConstant(b) && m_.bits(b).isPowerOfTwo()) {
    const Term bias = roundingBias(m_, a, m_.bits(b).trailingZeros());
    const Term mask = bitsConstant(m_.bits(b) - BitVector(w, 1));
    return fire(Rule::SRemPowerOfTwo,
                m_.binary(Op::Sub, m_.binary(Op::BitAnd, m_.binary(Op::Add, a, bias), mask), bias));
  }
  return raw(Op::SRem, m_.sort(a), a, b);
}

/// The dividends for which a quotient by a constant is that number; nothing where it is no such quotient.
std::optional<Simplifier::Dividends> Simplifier::dividendsOf(Term quotient, const BitVector& number) const {
  const bool isSigned = is(Op::SDiv, quotient);
  if (!isWithConstant(isSigned ? Op::SDiv : Op::UDiv, quotient)) return {};
  const BitVector divisor = m_.bits(at(quotient, 1));
  const std::uint32_t w = divisor.width();
  if (w > 64 || divisor.isZero() || divisor.sign()) return {};
  __extension__ using Wide = __int128;
  const Wide by = divisor.low64();
  const Wide value = isSigned ? Wide{signedValue(number.low64(), w)} : Wide{number.low64()};
  const Wide least = isSigned ? -(Wide{1} << (w - 1)) : Wide{0};
  const Wide most = (Wide{1} << (isSigned ? w - 1 : w)) - 1;
  // It is rounded towards zero.
  const Wide first = value > 0 || !isSigned ? value * by : (value - 1) * by + 1;
  const Wide last = value < 0 ? value * by : (value + 1) * by - 1;
  const auto bits = [&](Wide each) { return BitVector(w, static_cast<std::uint64_t>(std::clamp(each, least, most))); };
  return Dividends{bits(first), bits(last), first > most, last < least};
}

} // namespace beagle::logic
