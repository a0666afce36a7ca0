#include "analysis/logic/float_value.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>

namespace beagle::logic {

namespace {

/// A finite number as (-1)^negative * magnitude * 2^exponent, or what is no such number. `inexact` says that
/// the true magnitude lies strictly between this one and the next.
struct Unpacked {
  enum class Kind { Finite, Infinity, NaN };
  Kind kind = Kind::Finite;
  bool negative = false;
  BitVector magnitude = BitVector(8);
  std::int64_t exponent = 0;
  bool inexact = false;

  [[nodiscard]] bool isNaN() const { return kind == Kind::NaN; }
  [[nodiscard]] bool isInfinite() const { return kind == Kind::Infinity; }
  [[nodiscard]] bool isZero() const { return kind == Kind::Finite && magnitude.isZero(); }
  /// Of a finite number that is not zero: it lies between 2^top and 2^(top+1).
  [[nodiscard]] std::int64_t top() const { return exponent + magnitude.activeBits() - 1; }
};

/// The fields of a format.
///
///            sign   exponent          leading bit            fraction
///   X87      79     78 ... 64         63                     62 ... 0
///   others   top    below the sign    implied, in no bit     significand - 2 ... 0
struct Layout {
  explicit Layout(FloatFormat format)
      : width(widthOf(format)), exponentBits(shapeOf(format).exponent), precision(shapeOf(format).significand),
        hasLeadingBit(format == FloatFormat::X87) {}

  std::uint32_t width;
  std::uint32_t exponentBits;
  std::uint32_t precision; ///< with the leading bit
  bool hasLeadingBit;

  [[nodiscard]] std::uint32_t fractionBits() const { return precision - 1; }
  [[nodiscard]] std::uint32_t exponentLow() const { return width - 1 - exponentBits; }
  [[nodiscard]] std::int64_t bias() const { return (std::int64_t{1} << (exponentBits - 1)) - 1; }
  [[nodiscard]] std::int64_t leastExponent() const { return 1 - bias() - fractionBits(); } ///< of a last bit
  [[nodiscard]] std::uint64_t specialExponent() const { return lowMask(exponentBits); }

  [[nodiscard]] BitVector assemble(bool negative, std::uint64_t exponent, const BitVector& significand) const {
    BitVector bits = BitVector(width, exponent).shl(exponentLow());
    const BitVector kept =
        significand.width() > width ? significand.extract(width - 1, 0) : significand.zeroExtend(width);
    BitVector fraction = kept & BitVector::ones(precision - 1).zeroExtend(width);
    if (hasLeadingBit && exponent != 0) fraction.setBit(precision - 1);
    bits = bits | fraction;
    bits.setBit(width - 1, negative);
    return bits;
  }
  [[nodiscard]] BitVector infinity(bool negative) const {
    return assemble(negative, specialExponent(), BitVector(width));
  }
  [[nodiscard]] BitVector zero(bool negative) const { return assemble(negative, 0, BitVector(width)); }
  [[nodiscard]] BitVector nan() const {
    return assemble(false, specialExponent(), BitVector::oneBit(width, precision - 2));
  }
};

Unpacked unpack(FloatFormat format, const BitVector& bits) {
  const Layout layout(format);
  Unpacked result;
  result.negative = bits.sign();
  const std::uint64_t exponent = bits.extract(layout.width - 2, layout.exponentLow()).low64();
  result.magnitude = bits.extract(layout.precision - 2, 0).zeroExtend(layout.precision);
  if (exponent == layout.specialExponent()) {
    const bool invalid = layout.hasLeadingBit && !bits.bit(layout.precision - 1);
    result.kind = invalid || !result.magnitude.isZero() ? Unpacked::Kind::NaN : Unpacked::Kind::Infinity;
    return result;
  }
  const bool leading = layout.hasLeadingBit ? bits.bit(layout.precision - 1) : exponent != 0;
  if (!leading && exponent != 0) result.kind = Unpacked::Kind::NaN;
  if (leading) result.magnitude.setBit(layout.precision - 1);
  result.exponent = layout.leastExponent() + std::max<std::int64_t>(static_cast<std::int64_t>(exponent) - 1, 0);
  return result;
}

bool roundsUp(RoundingMode mode, bool negative, bool odd, bool half, bool more) {
  switch (mode) {
  case RoundingMode::NearestEven: return half && (more || odd);
  case RoundingMode::NearestAway: return half;
  case RoundingMode::Up: return !negative && (half || more);
  case RoundingMode::Down: return negative && (half || more);
  case RoundingMode::Zero: return false;
  }
  std::unreachable();
}

/// The magnitude divided by 2^amount, rounded to an integer; one bit wider than before.
BitVector roundedShift(const Unpacked& x, std::int64_t amount, RoundingMode mode) {
  const std::uint32_t width = x.magnitude.width() + 1;
  const auto shift = static_cast<std::uint32_t>(std::min<std::int64_t>(amount, width));
  const BitVector wide = x.magnitude.zeroExtend(width);
  const BitVector kept = wide.lshr(shift);
  const bool half = shift > 0 && amount <= width - 1 && wide.bit(shift - 1);
  const bool more = x.inexact || (shift > 0 && wide.trailingZeros() < (amount > width - 1 ? width : shift - 1));
  return roundsUp(mode, x.negative, kept.bit(0), half, more) ? kept + BitVector(width, 1) : kept;
}

BitVector pack(FloatFormat format, const Unpacked& x, RoundingMode mode) {
  const Layout layout(format);
  if (x.isNaN()) return layout.nan();
  if (x.isInfinite()) return layout.infinity(x.negative);
  if (x.magnitude.isZero()) return layout.zero(x.negative);
  std::int64_t last = std::max(x.top() - layout.fractionBits(), layout.leastExponent());
  BitVector kept;
  if (last > x.exponent) kept = roundedShift(x, last - x.exponent, mode);
  else {
    const std::uint32_t width = std::max(x.magnitude.width(), layout.precision) + 1;
    kept = x.magnitude.zeroExtend(width).shl(static_cast<std::uint32_t>(x.exponent - last));
  }
  if (kept.activeBits() > layout.precision) {
    kept = kept.lshr(1);
    ++last;
  }
  if (kept.activeBits() < layout.precision) return layout.assemble(x.negative, 0, kept);
  const std::int64_t exponent = last - layout.leastExponent() + 1;
  if (exponent < static_cast<std::int64_t>(layout.specialExponent()))
    return layout.assemble(x.negative, static_cast<std::uint64_t>(exponent), kept);
  const bool toInfinity = mode == RoundingMode::NearestEven || mode == RoundingMode::NearestAway ||
                          mode == (x.negative ? RoundingMode::Down : RoundingMode::Up);
  if (toInfinity) return layout.infinity(x.negative);
  return layout.assemble(x.negative, layout.specialExponent() - 1, BitVector::ones(layout.width));
}

Unpacked makeNaN() {
  Unpacked result;
  result.kind = Unpacked::Kind::NaN;
  return result;
}

Unpacked makeZero(bool negative) {
  Unpacked result;
  result.negative = negative;
  return result;
}

Unpacked makeInfinity(bool negative) {
  Unpacked result;
  result.kind = Unpacked::Kind::Infinity;
  result.negative = negative;
  return result;
}

/// The exact sum, or one that rounds like it to `precision` bits.
Unpacked sum(Unpacked a, Unpacked b, std::uint32_t precision, RoundingMode mode) {
  if (a.isNaN() || b.isNaN() || (a.isInfinite() && b.isInfinite() && a.negative != b.negative)) return makeNaN();
  if (a.isInfinite()) return a;
  if (b.isInfinite()) return b;
  if (a.isZero() && b.isZero()) return makeZero(a.negative == b.negative ? a.negative : mode == RoundingMode::Down);
  if (a.isZero()) return b;
  if (b.isZero()) return a;
  if (a.top() < b.top()) std::swap(a, b);
  // Bits of b that lie this far below a's top are only known to be there: too far away for cancellation.
  const std::int64_t depth = a.magnitude.width() + b.magnitude.width() + precision + 4;
  const std::int64_t last = std::max(std::min(a.exponent, b.exponent), a.top() - depth);
  const auto width = static_cast<std::uint32_t>(depth + 4);
  Unpacked result;
  result.exponent = last;
  result.negative = a.negative;
  const BitVector left = a.magnitude.zeroExtend(width).shl(static_cast<std::uint32_t>(a.exponent - last));
  BitVector right = b.magnitude.zeroExtend(width);
  if (b.exponent >= last) right = right.shl(static_cast<std::uint32_t>(b.exponent - last));
  else {
    const auto lost = static_cast<std::uint32_t>(std::min<std::int64_t>(last - b.exponent, width));
    result.inexact = right.trailingZeros() < lost;
    right = right.lshr(lost);
  }
  if (a.negative == b.negative) {
    result.magnitude = left + right;
    return result;
  }
  if (result.inexact) right = right + BitVector(width, 1);
  if (left == right) return makeZero(mode == RoundingMode::Down);
  result.negative = left.ult(right) ? b.negative : a.negative;
  result.magnitude = left.ult(right) ? right - left : left - right;
  return result;
}

Unpacked product(const Unpacked& a, const Unpacked& b) {
  const bool negative = a.negative != b.negative;
  if (a.isNaN() || b.isNaN() || (a.isInfinite() && b.isZero()) || (a.isZero() && b.isInfinite())) return makeNaN();
  if (a.isInfinite() || b.isInfinite()) return makeInfinity(negative);
  const std::uint32_t width = a.magnitude.width() + b.magnitude.width();
  Unpacked result;
  result.negative = negative;
  result.magnitude = a.magnitude.zeroExtend(width) * b.magnitude.zeroExtend(width);
  result.exponent = a.exponent + b.exponent;
  return result;
}

Unpacked quotient(const Unpacked& a, const Unpacked& b, std::uint32_t precision) {
  const bool negative = a.negative != b.negative;
  if (a.isNaN() || b.isNaN() || (a.isInfinite() && b.isInfinite()) || (a.isZero() && b.isZero())) return makeNaN();
  if (a.isInfinite() || b.isZero()) return makeInfinity(negative);
  if (b.isInfinite() || a.isZero()) return makeZero(negative);
  const std::uint32_t shift = precision + 3 + b.magnitude.width();
  const std::uint32_t width = a.magnitude.width() + shift;
  const BitVector left = a.magnitude.zeroExtend(width).shl(shift), right = b.magnitude.zeroExtend(width);
  Unpacked result;
  result.negative = negative;
  result.magnitude = left.udiv(right);
  result.exponent = a.exponent - b.exponent - shift;
  result.inexact = !(result.magnitude * right == left);
  return result;
}

/// C's fmod: a - n * b with n = a / b cut to an integer. Exact.
Unpacked remainder(const Unpacked& a, const Unpacked& b) {
  if (a.isNaN() || b.isNaN() || a.isInfinite() || b.isZero()) return makeNaN();
  if (b.isInfinite() || a.isZero() || a.top() < b.top()) return a;
  const std::uint32_t width = a.magnitude.width() + b.magnitude.width() + 1;
  Unpacked result;
  result.negative = a.negative;
  BitVector left = a.magnitude.zeroExtend(width), right = b.magnitude.zeroExtend(width);
  if (a.exponent < b.exponent) {
    right = right.shl(static_cast<std::uint32_t>(b.exponent - a.exponent)); // a's top is not below b's: it fits
    result.magnitude = left.urem(right);
    result.exponent = a.exponent;
    return result;
  }
  left = left.urem(right);
  for (std::int64_t i = b.exponent; i < a.exponent; ++i) {
    left = left.shl(1);
    if (right.ule(left)) left = left - right;
  }
  result.magnitude = left;
  result.exponent = b.exponent;
  return result;
}

Unpacked squareRoot(const Unpacked& a, std::uint32_t precision) {
  if (a.isNaN() || a.isZero()) return a;
  if (a.negative) return makeNaN();
  if (a.isInfinite()) return a;
  std::uint32_t shift = 2 * precision + 6;
  if ((a.exponent - shift) % 2 != 0) ++shift;
  const std::uint32_t width = a.magnitude.width() + shift + 2;
  const BitVector square = a.magnitude.zeroExtend(width).shl(shift);
  // Digit by digit: the largest root whose square is not larger.
  BitVector root(width), rest = square;
  for (BitVector bit = BitVector::oneBit(width, (width - 1) / 2 * 2); !bit.isZero(); bit = bit.lshr(2)) {
    const BitVector trial = root + bit;
    root = root.lshr(1);
    if (trial.ule(rest)) {
      rest = rest - trial;
      root = root + bit;
    }
  }
  Unpacked result;
  result.magnitude = root;
  result.exponent = (a.exponent - shift) / 2;
  result.inexact = !rest.isZero();
  return result;
}

Unpacked roundedToInteger(const Unpacked& a, RoundingMode mode) {
  if (a.kind != Unpacked::Kind::Finite || a.exponent >= 0) return a;
  Unpacked result;
  result.negative = a.negative;
  result.magnitude = roundedShift(a, -a.exponent, mode);
  return result;
}

/// Of numbers, infinities included: -1, 0 or 1.
int compare(const Unpacked& a, const Unpacked& b) {
  const bool aZero = a.isZero(), bZero = b.isZero();
  if (aZero && bZero) return 0;
  if (aZero) return b.negative ? 1 : -1;
  if (bZero) return a.negative ? -1 : 1;
  if (a.negative != b.negative) return a.negative ? -1 : 1;
  const int larger = a.negative ? -1 : 1;
  if (a.isInfinite() || b.isInfinite()) return a.isInfinite() == b.isInfinite() ? 0 : a.isInfinite() ? larger : -larger;
  if (a.top() != b.top()) return a.top() > b.top() ? larger : -larger;
  // Equal tops: exponents differ by no more than the significands are wide.
  const std::int64_t last = std::min(a.exponent, b.exponent);
  const std::uint32_t width = a.magnitude.width() + b.magnitude.width();
  const BitVector left = a.magnitude.zeroExtend(width).shl(static_cast<std::uint32_t>(a.exponent - last));
  const BitVector right = b.magnitude.zeroExtend(width).shl(static_cast<std::uint32_t>(b.exponent - last));
  if (left == right) return 0;
  return left.ult(right) ? -larger : larger;
}

BitVector toInteger(const Unpacked& a, std::uint32_t width, bool isSigned, RoundingMode mode) {
  const BitVector outOfRange(width);
  if (a.kind != Unpacked::Kind::Finite) return outOfRange;
  const Unpacked whole = roundedToInteger(a, mode);
  if (whole.isZero()) return outOfRange;
  if (whole.top() >= width) return outOfRange;
  const std::uint32_t wide = whole.magnitude.width() + width;
  const BitVector magnitude =
      whole.magnitude.zeroExtend(wide).shl(static_cast<std::uint32_t>(whole.exponent)).extract(width - 1, 0);
  if (!isSigned) return whole.negative ? outOfRange : magnitude;
  const bool fits = !magnitude.sign() || (whole.negative && magnitude.isPowerOfTwo());
  if (!fits) return outOfRange;
  return whole.negative ? -magnitude : magnitude;
}

Unpacked fromInteger(const BitVector& bits, bool isSigned) {
  Unpacked result;
  result.negative = isSigned && bits.sign();
  result.magnitude = result.negative ? -bits : bits;
  if (result.magnitude.isZero()) result.negative = false;
  return result;
}

/// What the machine's own units round once and to nearest. `Number` is float or double.
template <class Number, class Bits> std::optional<BitVector> onHardware(Op op, std::span<const BitVector> operands) {
  const auto number = [&](std::size_t i) { return std::bit_cast<Number>(static_cast<Bits>(operands[i].low64())); };
  const auto truth = [](bool value) { return BitVector(1, value ? 1 : 0); };
  Number result = 0;
  switch (op) {
  case Op::FpAdd: result = number(0) + number(1); break;
  case Op::FpSub: result = number(0) - number(1); break;
  case Op::FpMul: result = number(0) * number(1); break;
  case Op::FpDiv: result = number(0) / number(1); break;
  case Op::FpSqrt: result = std::sqrt(number(0)); break;
  case Op::FpEqual: return truth(number(0) == number(1));
  case Op::FpLess: return truth(number(0) < number(1));
  case Op::FpLessEqual: return truth(number(0) <= number(1));
  default: return std::nullopt;
  }
  if (result != result) return canonicalNaN(sizeof(Number) == 4 ? FloatFormat::Single : FloatFormat::Double);
  return BitVector(8 * sizeof(Number), std::bit_cast<Bits>(result));
}

BitVector foldClass(Op op, FloatFormat format, const BitVector& bits) {
  const Unpacked a = unpack(format, bits);
  const Layout layout(format);
  const auto truth = [](bool value) { return BitVector(1, value ? 1 : 0); };
  const bool normal = a.kind == Unpacked::Kind::Finite && a.magnitude.activeBits() == layout.precision;
  switch (op) {
  case Op::FpIsNaN: return truth(a.isNaN());
  case Op::FpIsInfinite: return truth(a.isInfinite());
  case Op::FpIsZero: return truth(a.isZero());
  case Op::FpIsNormal: return truth(normal);
  case Op::FpIsSubnormal: return truth(a.kind == Unpacked::Kind::Finite && !normal && !a.isZero());
  case Op::FpIsNegative: return truth(a.negative && !a.isNaN());
  default: std::unreachable();
  }
}

BitVector foldTwo(const Operation& f, FloatFormat format, std::span<const BitVector> operands, RoundingMode mode) {
  const std::uint32_t precision = shapeOf(format).significand;
  const Unpacked a = unpack(format, operands[0]);
  const Unpacked b = unpack(format, operands[1]);
  const bool unordered = a.isNaN() || b.isNaN();
  const auto truth = [](bool value) { return BitVector(1, value ? 1 : 0); };
  switch (f.op) {
  case Op::FpAdd: return pack(format, sum(a, b, precision, mode), mode);
  case Op::FpSub: {
    Unpacked negated = b;
    negated.negative = !b.negative;
    return pack(format, sum(a, negated, precision, mode), mode);
  }
  case Op::FpMul: return pack(format, product(a, b), mode);
  case Op::FpDiv: return pack(format, quotient(a, b, precision), mode);
  case Op::FpRem: return pack(format, remainder(a, b), mode);
  case Op::FpMin:
    if (a.isNaN()) return operands[1];
    return b.isNaN() || compare(a, b) < 0 ? operands[0] : operands[1];
  case Op::FpMax:
    if (a.isNaN()) return operands[1];
    return b.isNaN() || compare(a, b) > 0 ? operands[0] : operands[1];
  case Op::FpEqual: return truth(!unordered && compare(a, b) == 0);
  case Op::FpLess: return truth(!unordered && compare(a, b) < 0);
  case Op::FpLessEqual: return truth(!unordered && compare(a, b) <= 0);
  default: std::unreachable();
  }
}

} // namespace

BitVector canonicalNaN(FloatFormat format) { return Layout(format).nan(); }

BitVector canonicalFloat(FloatFormat format, const BitVector& bits) {
  if (format != FloatFormat::X87) {
    const Layout layout(format);
    const bool special = bits.extract(layout.width - 2, layout.exponentLow()).isOnes();
    return special && !bits.extract(layout.precision - 2, 0).isZero() ? layout.nan() : bits;
  }
  return pack(format, unpack(format, bits), RoundingMode::NearestEven);
}

BitVector foldFloat(const Operation& f, std::span<const BitVector> operands) {
  const bool fromInteger_ = f.op == Op::FpFromSigned || f.op == Op::FpFromUnsigned;
  const FloatFormat format = f.op == Op::FpFromBits || fromInteger_ ? f.sort.format() : f.operandSort.format();
  const auto mode = static_cast<RoundingMode>(f.parameter0);
  if (mode == RoundingMode::NearestEven) {
    std::optional<BitVector> result;
    if (format == FloatFormat::Single) result = onHardware<float, std::uint32_t>(f.op, operands);
    else if (format == FloatFormat::Double) result = onHardware<double, std::uint64_t>(f.op, operands);
    if (result) return *result;
  }
  const std::uint32_t precision = shapeOf(format).significand;
  const BitVector& bits = operands[0];
  BitVector changed = bits;
  switch (f.op) {
  case Op::FpNeg:
  case Op::FpAbs:
    changed.setBit(bits.width() - 1, f.op == Op::FpNeg && !bits.sign());
    return canonicalFloat(format, changed);
  case Op::FpFma:
    return pack(
        format,
        sum(product(unpack(format, bits), unpack(format, operands[1])), unpack(format, operands[2]), precision, mode),
        mode);
  case Op::FpSqrt: return pack(format, squareRoot(unpack(format, bits), precision), mode);
  case Op::FpRound: return pack(format, roundedToInteger(unpack(format, bits), mode), mode);
  case Op::FpFromBits: return canonicalFloat(format, bits);
  case Op::FpToBits: return bits;
  case Op::FpFromFloat: return pack(f.sort.format(), unpack(format, bits), mode);
  case Op::FpFromSigned:
  case Op::FpFromUnsigned: return pack(format, fromInteger(bits, f.op == Op::FpFromSigned), mode);
  case Op::FpToSigned:
  case Op::FpToUnsigned: return toInteger(unpack(format, bits), f.sort.width, f.op == Op::FpToSigned, mode);
  case Op::FpIsNaN:
  case Op::FpIsInfinite:
  case Op::FpIsZero:
  case Op::FpIsNormal:
  case Op::FpIsSubnormal:
  case Op::FpIsNegative: return foldClass(f.op, format, bits);
  default: return foldTwo(f, format, operands, mode);
  }
}

} // namespace beagle::logic
