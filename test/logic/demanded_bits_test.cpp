// Bits that no term looks at: their values change nothing.
#include "analysis/logic/demanded_bits.h"
#include "test/logic/term_generator.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>

namespace beagle::logic {
namespace {

TEST(DemandedBits, OthersChangeNothing) {
  constexpr std::array<std::uint32_t, 3> widths{1, 3, 4};
  std::size_t undemanded = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    TermManager m;
    TermGenerator generator(m, seed);
    generator.grow(150);
    DemandedBits demanded(m);
    Assignment assignment, cleared;
    Evaluator evaluator(m, assignment), other(m, cleared);
    for (const auto* list : {&generator.bits(), &generator.bools()})
      for (const TermPair& pair : *list) {
        const auto variables = m.support(pair.plain);
        const auto span = demanded.of(pair.plain);
        const std::vector<std::uint64_t> masks(span.begin(), span.end());
        std::array<std::uint64_t, 3> mask{};
        for (std::size_t i = 0; i < widths.size(); ++i)
          for (std::size_t v = 0; v < variables.size(); ++v)
            if (m.variableAt(variables[v]) == m.variable("v" + std::to_string(widths[i]), Sort::bits(widths[i]))) {
              mask[i] = masks[v];
              undemanded += static_cast<std::size_t>(widths[i]) - static_cast<std::size_t>(std::popcount(masks[v]));
            }
        for (std::uint64_t input = 0; input < 512; ++input) {
          const std::array<std::uint64_t, 3> values{input & 1, input >> 1 & 7, input >> 4 & 15};
          for (std::size_t i = 0; i < widths.size(); ++i) {
            const Term variable = m.variable("v" + std::to_string(widths[i]), Sort::bits(widths[i]));
            assignment.set(variable, values[i]);
            cleared.set(variable, values[i] & mask[i]);
          }
          for (Assignment* each : {&assignment, &cleared}) each->set(m.variable("p", Sort::boolean()), input >> 8 & 1);
          evaluator.reset(assignment);
          other.reset(cleared);
          ASSERT_EQ(evaluator.bits64(pair.plain), other.bits64(pair.plain)) << "seed " << seed << ", input " << input;
        }
      }
  }
  EXPECT_GT(undemanded, 200U);
}

class OneVariable : public testing::Test {
protected:
  std::uint64_t of(Term term) { return bits.of(term).front(); }
  Term number(std::uint64_t value) { return m.constant(32, value); }

  TermManager m;
  DemandedBits bits{m};
  Term x = m.variable("x", Sort::bits(32));
};

TEST_F(OneVariable, MasksAndShifts) {
  EXPECT_EQ(of(m.equal(m.binary(Op::BitAnd, x, number(0x30)), number(0x10))), 0x30U);
  EXPECT_EQ(of(m.extract(m.binary(Op::LShr, x, number(5)), 2, 0)), 0xE0U);
  EXPECT_EQ(of(m.extract(m.binary(Op::AShr, x, number(30)), 3, 2)), 0x80000000U);
  EXPECT_EQ(of(m.extract(m.binary(Op::Add, m.binary(Op::Mul, x, number(7)), number(9)), 3, 2)), 0xFU);
  EXPECT_EQ(of(m.extract(m.signExtend(m.extract(x, 7, 0), 32), 9, 9)), 0x80U);
  EXPECT_EQ(of(m.binary(Op::ULess, x, number(9))), 0xFFFFFFFFU);
}

TEST_F(OneVariable, OfSixtyFourBits) {
  const Term y = m.variable("y", Sort::bits(64));
  const auto sixtyFour = [&](std::uint64_t value) { return m.constant(64, value); };
  const std::uint64_t top = std::uint64_t{1} << 63;
  EXPECT_EQ(of(m.extract(y, 63, 63)), top);
  EXPECT_EQ(of(m.extract(m.binary(Op::AShr, y, sixtyFour(63)), 7, 3)), top);
  EXPECT_EQ(of(m.extract(m.binary(Op::Shl, y, sixtyFour(60)), 63, 60)), 0xFU);
  EXPECT_EQ(of(m.extract(m.binary(Op::Add, y, sixtyFour(5)), 63, 63)), ~std::uint64_t{0});
}

TEST_F(OneVariable, WhatIsWideOrTooLargeLooksAtAll) {
  const Term third = m.binary(Op::UDiv, m.signExtend(x, 128), m.constant(128, 3));
  EXPECT_EQ(of(m.extract(third, 0, 0)), 0xFFFFFFFFU);
  Term large = m.binary(Op::BitAnd, x, number(1));
  for (std::uint64_t i = 0; i < 2000; ++i)
    large = m.binary(Op::UDiv, number(i + 7), m.binary(Op::BitXor, large, number(i)));
  EXPECT_EQ(of(m.equal(large, number(3))), 0xFFFFFFFFU);
}

TEST_F(OneVariable, ABoolHasOneBit) {
  const Term p = m.variable("p", Sort::boolean());
  EXPECT_EQ(of(m.logicalNot(p)), 1U);
  EXPECT_EQ(of(m.equal(m.ite(p, number(1), number(2)), number(1))), 1U);
}

} // namespace
} // namespace beagle::logic
