// Floats: our own arithmetic against the machine's units in every rounding mode they have, and against Z3's
// theory.
#include "analysis/logic/evaluate.h"
#include "analysis/logic/float_value.h"
#include "test/logic/z3_check.h"

#include <gtest/gtest.h>

#include <bit>
#include <cfenv>
#include <cmath>
#include <cstring>
#include <random>

namespace beagle::logic {
namespace {

using enum RoundingMode;

/// Bits of every class of number and around the edges between them.
BitVector anyFloat(FloatFormat format, std::mt19937_64& random) {
  const std::uint32_t width = widthOf(format), precision = shapeOf(format).significand;
  BitVector bits(width);
  for (std::uint32_t w = 0; w < bits.wordCount(); ++w) bits.setWord(w, random());
  const std::uint32_t low = width - 1 - shapeOf(format).exponent;
  const auto setExponent = [&](std::uint64_t exponent) {
    for (std::uint32_t i = low; i < width - 1; ++i) bits.setBit(i, (exponent >> (i - low) & 1) != 0);
  };
  const std::uint64_t middle = lowMask(shapeOf(format).exponent) >> 1;
  switch (random() % 8) {
  case 0: setExponent(0); break;
  case 1: setExponent(random() % 3); break;
  case 2: setExponent(lowMask(shapeOf(format).exponent) - random() % 3); break;
  case 3:
  case 4:
  case 5: setExponent(middle + random() % (2 * precision) - precision); break;
  default: break;
  }
  const unsigned fraction = static_cast<unsigned>(random() % 6);
  for (std::uint32_t i = 0; i < precision - 1 && fraction < 3; ++i)
    bits.setBit(i, fraction == 0 ? false : fraction == 1 ? true : i + 3 > precision - 1 && bits.bit(i));
  return canonicalFloat(format, bits);
}

template <class Number> struct Native;
template <> struct Native<float> {
  static constexpr FloatFormat format = FloatFormat::Single;
};
template <> struct Native<double> {
  static constexpr FloatFormat format = FloatFormat::Double;
};
template <> struct Native<long double> {
  static constexpr FloatFormat format = FloatFormat::X87;
};

template <class Number> Number toNative(const BitVector& bits) {
  Number number = 0;
  const std::array words{bits.word(0), bits.wordCount() > 1 ? bits.word(1) : 0};
  std::memcpy(&number, words.data(), bits.width() / 8);
  return number;
}

template <class Number> BitVector fromNative(Number number) {
  std::array<std::uint64_t, 2> words{};
  const std::uint32_t width = widthOf(Native<Number>::format);
  std::memcpy(words.data(), &number, width / 8);
  BitVector bits(width);
  for (std::uint32_t w = 0; w < bits.wordCount(); ++w) bits.setWord(w, words[w]);
  return canonicalFloat(Native<Number>::format, bits);
}

int nativeMode(RoundingMode mode) {
  switch (mode) {
  case Up: return FE_UPWARD;
  case Down: return FE_DOWNWARD;
  case Zero: return FE_TOWARDZERO;
  default: return FE_TONEAREST;
  }
}

/// Computed by the machine; volatile keeps the compiler from moving it to where the mode is another.
template <class Number> BitVector onMachine(Op op, RoundingMode mode, std::span<const BitVector> x) {
  volatile Number a = toNative<Number>(x[0]), b = toNative<Number>(x[1]), c = toNative<Number>(x[2]);
  volatile Number result = 0;
  // The library's own: inlined, it may lose the sign of a zero when not rounding to nearest.
  Number (*volatile toIntegral)(Number) = std::nearbyint;
  std::fesetround(nativeMode(mode));
  switch (op) {
  case Op::FpAdd: result = a + b; break;
  case Op::FpSub: result = a - b; break;
  case Op::FpMul: result = a * b; break;
  case Op::FpDiv: result = a / b; break;
  case Op::FpRem: result = std::fmod(a, b); break;
  case Op::FpFma: result = std::fma(a, b, c); break;
  case Op::FpSqrt: result = std::sqrt(a); break;
  case Op::FpRound: result = toIntegral(a); break;
  case Op::FpNeg: result = -a; break;
  case Op::FpAbs: result = std::fabs(a); break;
  default: ADD_FAILURE(); break;
  }
  std::fesetround(FE_TONEAREST);
  return fromNative<Number>(result);
}

BitVector ours(Op op, Sort result, Sort operand, RoundingMode mode, std::span<const BitVector> x) {
  return foldFloat({op, result, operand, static_cast<std::uint32_t>(mode), 0}, x);
}

template <class Number> void compareWithMachine() {
  const FloatFormat format = Native<Number>::format;
  const Sort sort = Sort::floating(format);
  std::mt19937_64 random(11);
  for (int i = 0; i < 4000; ++i) {
    const std::array x{anyFloat(format, random), anyFloat(format, random), anyFloat(format, random)};
    for (const RoundingMode mode : {NearestEven, Up, Down, RoundingMode::Zero}) {
      for (const Op op : {Op::FpAdd, Op::FpSub, Op::FpMul, Op::FpDiv, Op::FpRem, Op::FpFma, Op::FpSqrt, Op::FpRound,
                          Op::FpNeg, Op::FpAbs}) {
        // glibc's long double fma rounds twice in some directed cases.
        if (op == Op::FpFma && format == FloatFormat::X87 && mode != NearestEven) continue;
        if (op == Op::FpRem && mode != NearestEven) continue; // exact
        ASSERT_EQ(ours(op, sort, sort, mode, x).hex(), onMachine<Number>(op, mode, x).hex())
            << "operator " << static_cast<int>(op) << " mode " << static_cast<int>(mode) << " of " << x[0].hex() << " "
            << x[1].hex() << " " << x[2].hex();
      }
      volatile Number number = toNative<Number>(x[0]);
      std::fesetround(nativeMode(mode));
      volatile float single = static_cast<float>(number);
      volatile double twice = static_cast<double>(number);
      volatile long double extended = static_cast<long double>(number);
      const auto integer = static_cast<std::int64_t>(random());
      volatile Number converted = static_cast<Number>(integer);
      volatile long long rounded = 0;
      const bool fits = std::fabs(static_cast<long double>(number)) < 0x1p62L;
      if (fits) rounded = std::llrint(number);
      std::fesetround(FE_TONEAREST);
      const auto to = [&](FloatFormat other) {
        return ours(Op::FpFromFloat, Sort::floating(other), sort, mode, x).hex();
      };
      ASSERT_EQ(to(FloatFormat::Single), fromNative<float>(single).hex()) << x[0].hex();
      ASSERT_EQ(to(FloatFormat::Double), fromNative<double>(twice).hex()) << x[0].hex();
      ASSERT_EQ(to(FloatFormat::X87), fromNative<long double>(extended).hex()) << x[0].hex();
      const std::array whole{BitVector(64, static_cast<std::uint64_t>(integer))};
      ASSERT_EQ(ours(Op::FpFromSigned, sort, Sort::bits(64), mode, whole).hex(), fromNative<Number>(converted).hex())
          << integer << " mode " << static_cast<int>(mode);
      if (fits)
        ASSERT_EQ(ours(Op::FpToSigned, Sort::bits(64), sort, mode, x).low64(), static_cast<std::uint64_t>(rounded))
            << x[0].hex();
    }
    const Number a = toNative<Number>(x[0]), b = toNative<Number>(x[1]);
    const auto holds = [&](Op op) { return !ours(op, Sort::boolean(), sort, NearestEven, x).isZero(); };
    ASSERT_EQ(holds(Op::FpLess), a < b);
    ASSERT_EQ(holds(Op::FpLessEqual), a <= b);
    ASSERT_EQ(holds(Op::FpEqual), a == b);
    ASSERT_EQ(holds(Op::FpIsNaN), std::isnan(a));
    ASSERT_EQ(holds(Op::FpIsInfinite), std::isinf(a));
    ASSERT_EQ(holds(Op::FpIsZero), a == 0);
    ASSERT_EQ(holds(Op::FpIsNormal), std::isnormal(a));
    ASSERT_EQ(holds(Op::FpIsSubnormal), std::fpclassify(a) == FP_SUBNORMAL);
    ASSERT_EQ(holds(Op::FpIsNegative), !std::isnan(a) && std::signbit(a));
  }
}

TEST(Float, SingleIsTheMachines) { compareWithMachine<float>(); }
TEST(Float, DoubleIsTheMachines) { compareWithMachine<double>(); }
TEST(Float, ExtendedIsTheMachines) { compareWithMachine<long double>(); }

TEST(Float, QuadIsTheCompilers) {
  __extension__ using Quad = __float128;
  const Sort sort = Sort::floating(FloatFormat::Quad);
  std::mt19937_64 random(12);
  const auto native = [](const BitVector& bits) {
    Quad number = 0;
    const std::array words{bits.word(0), bits.word(1)};
    std::memcpy(&number, words.data(), 16);
    return number;
  };
  const auto bitsOf = [](Quad number) {
    std::array<std::uint64_t, 2> words{};
    std::memcpy(words.data(), &number, 16);
    BitVector bits(128);
    for (std::uint32_t w = 0; w < 2; ++w) bits.setWord(w, words[w]);
    return canonicalFloat(FloatFormat::Quad, bits).hex();
  };
  for (int i = 0; i < 4000; ++i) {
    const std::array x{anyFloat(FloatFormat::Quad, random), anyFloat(FloatFormat::Quad, random)};
    const Quad a = native(x[0]), b = native(x[1]);
    ASSERT_EQ(ours(Op::FpAdd, sort, sort, NearestEven, x).hex(), bitsOf(a + b)) << x[0].hex() << " " << x[1].hex();
    ASSERT_EQ(ours(Op::FpSub, sort, sort, NearestEven, x).hex(), bitsOf(a - b)) << x[0].hex() << " " << x[1].hex();
    ASSERT_EQ(ours(Op::FpMul, sort, sort, NearestEven, x).hex(), bitsOf(a * b)) << x[0].hex() << " " << x[1].hex();
    ASSERT_EQ(ours(Op::FpDiv, sort, sort, NearestEven, x).hex(), bitsOf(a / b)) << x[0].hex() << " " << x[1].hex();
    ASSERT_EQ(ours(Op::FpFromFloat, Sort::floating(FloatFormat::Double), sort, NearestEven, x).hex(),
              fromNative<double>(static_cast<double>(a)).hex())
        << x[0].hex();
  }
}

TEST(Float, HalfIsWhatADoubleRoundsTo) {
  // A double holds sums, products and quotients of halves well enough that rounding once more is right.
  const Sort half = Sort::floating(FloatFormat::Half), twice = Sort::floating(FloatFormat::Double);
  std::mt19937_64 random(13);
  for (int i = 0; i < 20000; ++i) {
    const std::array x{anyFloat(FloatFormat::Half, random), anyFloat(FloatFormat::Half, random)};
    const std::array wide{ours(Op::FpFromFloat, twice, half, NearestEven, std::span(x.data(), 1)),
                          ours(Op::FpFromFloat, twice, half, NearestEven, std::span(x.data() + 1, 1))};
    for (const Op op : {Op::FpAdd, Op::FpMul, Op::FpDiv}) {
      const std::array result{ours(op, twice, twice, NearestEven, wide)};
      ASSERT_EQ(ours(op, half, half, NearestEven, x).hex(),
                ours(Op::FpFromFloat, half, twice, NearestEven, result).hex());
    }
  }
}

TEST(Float, InvalidExtendedPatternsAreWhatTheHardwareTakesThemFor) {
  const auto pattern = [](std::uint64_t high, std::uint64_t low) {
    BitVector bits(80);
    bits.setWord(0, low);
    bits.setWord(1, high);
    return canonicalFloat(FloatFormat::X87, bits);
  };
  EXPECT_EQ(pattern(0x3FFF, 0x4000000000000000), canonicalNaN(FloatFormat::X87)); // unnormal
  EXPECT_EQ(pattern(0x7FFF, 0), canonicalNaN(FloatFormat::X87));                  // pseudo-infinity
  EXPECT_EQ(pattern(0, 0x8000000000000001), pattern(1, 0x8000000000000001));      // pseudo-denormal
}

TEST(Float, Z3Agrees) {
  Z3Check z3;
  std::mt19937_64 random(14);
  TermManager m;
  for (const FloatFormat format : {FloatFormat::Half, FloatFormat::BFloat, FloatFormat::Single, FloatFormat::Double,
                                   FloatFormat::X87, FloatFormat::Quad}) {
    const Sort sort = Sort::floating(format);
    std::vector<Term> differ;
    const auto compare = [&](Op op, Sort result, std::span<const Term> operands, std::uint32_t mode, Term folded) {
      ASSERT_TRUE(m.isConstant(folded)) << static_cast<int>(op);
      const std::array sides{m.raw(op, result, operands, mode), folded};
      const Term same = m.raw(Op::Equal, Sort::boolean(), sides);
      differ.push_back(m.raw(Op::Not, Sort::boolean(), std::span(&same, 1)));
    };
    for (int i = 0; i < 30; ++i) {
      const std::array x{m.floatConstant(format, anyFloat(format, random)),
                         m.floatConstant(format, anyFloat(format, random)),
                         m.floatConstant(format, anyFloat(format, random))};
      const std::span<const Term> one(x.data(), 1), two(x.data(), 2);
      for (unsigned number = 0; number < 5; ++number) {
        const auto mode = static_cast<RoundingMode>(number);
        for (const Op op : {Op::FpAdd, Op::FpSub, Op::FpMul, Op::FpDiv})
          compare(op, sort, two, number, m.fpBinary(op, x[0], x[1], mode));
        for (const Op op : {Op::FpSqrt, Op::FpRound}) compare(op, sort, one, number, m.fpUnary(op, x[0], mode));
        compare(Op::FpFma, sort, x, number, m.fpFma(x[0], x[1], x[2], mode));
        for (const FloatFormat to : {FloatFormat::Half, FloatFormat::BFloat, FloatFormat::Single, FloatFormat::Double})
          compare(Op::FpFromFloat, Sort::floating(to), one, number, m.fpFromFloat(to, x[0], mode));
        for (const bool isSigned : {false, true}) {
          compare(isSigned ? Op::FpToSigned : Op::FpToUnsigned, Sort::bits(12), one, number,
                  m.fpToInteger(x[0], 12, isSigned, mode));
          const Term integer = m.constant(40, random());
          compare(isSigned ? Op::FpFromSigned : Op::FpFromUnsigned, sort, std::span(&integer, 1), number,
                  m.fpFromInteger(format, integer, isSigned, mode));
        }
      }
      for (const Op op : {Op::FpMin, Op::FpMax}) compare(op, sort, two, 0, m.fpBinary(op, x[0], x[1]));
      if (format == FloatFormat::Half) compare(Op::FpRem, sort, two, 0, m.fpBinary(Op::FpRem, x[0], x[1]));
      for (const Op op : {Op::FpEqual, Op::FpLess, Op::FpLessEqual})
        compare(op, Sort::boolean(), two, 0, m.fpBinary(op, x[0], x[1]));
      for (const Op op :
           {Op::FpIsNaN, Op::FpIsInfinite, Op::FpIsZero, Op::FpIsNormal, Op::FpIsSubnormal, Op::FpIsNegative})
        compare(op, Sort::boolean(), one, 0, m.fpUnary(op, x[0]));
      for (const Op op : {Op::FpNeg, Op::FpAbs}) compare(op, sort, one, 0, m.fpUnary(op, x[0]));
      if (i < 4) compare(Op::FpToBits, Sort::bits(widthOf(format)), one, 0, m.fpToBits(x[0]));
      const Term bits = m.constant(anyFloat(format, random));
      compare(Op::FpFromBits, sort, std::span(&bits, 1), 0, m.fpFromBits(format, bits));
      if (HasFatalFailure()) return;
    }
    for (std::size_t i = 0; i < differ.size(); i += 40) {
      Term any = m.truth(false);
      for (std::size_t j = i; j < std::min(i + 40, differ.size()); ++j) {
        const std::array both{any, differ[j]};
        any = m.raw(Op::Or, Sort::boolean(), both);
      }
      const Answer answer = z3.check(m, std::span(&any, 1));
      ASSERT_EQ(z3.error(), "");
      if (answer == Answer::Unsat) continue;
      for (std::size_t j = i; j < std::min(i + 40, differ.size()); ++j)
        ASSERT_EQ(z3.check(m, std::span(&differ[j], 1)), Answer::Unsat) << z3.script();
    }
  }
}

} // namespace
} // namespace beagle::logic
