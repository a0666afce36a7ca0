#include "analysis/logic/bit_vector.h"
#include "analysis/logic/fold.h"

#include <gtest/gtest.h>

#include <random>

namespace beagle::logic {
namespace {

/// Values around every edge, of one width.
std::vector<BitVector> values(std::uint32_t width, std::mt19937_64& random) {
  std::vector<BitVector> result{BitVector(width), BitVector(width, 1), BitVector::ones(width),
                                BitVector::oneBit(width, width - 1), ~BitVector::oneBit(width, width - 1)};
  for (int i = 0; i < 12; ++i) {
    BitVector value(width);
    for (std::uint32_t w = 0; w < value.wordCount(); ++w) value.setWord(w, i % 3 == 0 ? random() % 7 : random());
    result.push_back(value);
  }
  return result;
}

TEST(BitVector, WideAgreesWithPlain) {
  std::mt19937_64 random(3);
  for (const std::uint32_t width : {1U, 2U, 7U, 8U, 31U, 32U, 33U, 63U, 64U}) {
    const Sort sort = Sort::bits(width);
    for (const BitVector& a : values(width, random))
      for (const BitVector& b : values(width, random))
        for (auto number = static_cast<unsigned>(Op::Add); number <= static_cast<unsigned>(Op::SLessEqual); ++number) {
          const Op op = static_cast<Op>(number);
          const bool compares = op >= Op::ULess;
          if (op == Op::Extract || op == Op::ZeroExtend || op == Op::SignExtend || (op == Op::Concat && width > 32))
            continue;
          const Sort result = compares ? Sort::boolean() : op == Op::Concat ? Sort::bits(2 * width) : sort;
          const Operation operation{op, result, sort, 0, 0};
          const std::array operands{a, b};
          ASSERT_EQ(foldWide(operation, operands).low64(), fold64(operation, a.low64(), b.low64()))
              << number << " of " << a.hex() << " and " << b.hex();
        }
  }
}

TEST(BitVector, KeepsTheLawsOfArithmeticAtAnyWidth) {
  std::mt19937_64 random(4);
  for (const std::uint32_t width : {65U, 80U, 127U, 128U, 129U, 200U, 256U, 517U})
    for (const BitVector& a : values(width, random))
      for (const BitVector& b : values(width, random)) {
        EXPECT_EQ(a + b - b, a);
        EXPECT_EQ((a + b) * a, a * a + b * a);
        EXPECT_EQ(a ^ b ^ b, a);
        EXPECT_EQ(~(a & b), ~a | ~b);
        EXPECT_EQ(a.udiv(b) * b + a.urem(b), b.isZero() ? a : a);
        EXPECT_EQ(a.sdiv(b) * b + a.srem(b), a);
        if (!b.isZero()) {
          EXPECT_TRUE(a.urem(b).ult(b));
        }
        EXPECT_EQ(a.ult(b), (a.zeroExtend(width + 1) - b.zeroExtend(width + 1)).sign());
        EXPECT_EQ(a.slt(b), (a.signExtend(width + 1) - b.signExtend(width + 1)).sign());
        EXPECT_EQ(a.concat(b).extract(width - 1, 0), b);
        EXPECT_EQ(a.concat(b).extract(2 * width - 1, width), a);
        for (const std::uint32_t amount : {0U, 1U, 63U, 64U, 65U, width - 1, width}) {
          EXPECT_EQ(a.shl(amount), amount == width ? BitVector(width) : a * BitVector::oneBit(width, amount));
          EXPECT_EQ(a.lshr(amount), amount == width ? BitVector(width) : a.udiv(BitVector::oneBit(width, amount)));
          EXPECT_EQ(a.ashr(amount), a.signExtend(2 * width).extract(width + amount - 1, amount));
        }
      }
}

TEST(BitVector, WritesAndReadsNumbers) {
  std::mt19937_64 random(5);
  for (const std::uint32_t width : {1U, 3U, 8U, 64U, 65U, 128U, 300U})
    for (const BitVector& value : values(width, random)) {
      EXPECT_EQ(BitVector::parse(width, value.decimal(), 10), value);
      EXPECT_EQ(BitVector::parse(width, value.hex(), 16), value);
      EXPECT_EQ(BitVector::parse(width, value.binary(), 2), value);
    }
  EXPECT_EQ(BitVector(70).decimal(), "0");
  EXPECT_EQ(BitVector::oneBit(70, 64).decimal(), "18446744073709551616");
  EXPECT_FALSE(BitVector::parse(8, "256", 10));
  EXPECT_FALSE(BitVector::parse(8, "", 10));
  EXPECT_FALSE(BitVector::parse(8, "12a", 10));
}

} // namespace
} // namespace beagle::logic
