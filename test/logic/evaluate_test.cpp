#include "analysis/logic/evaluate.h"
#include "analysis/logic/substitute.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace beagle::logic {
namespace {

using testing::ElementsAre;

const Sort word = Sort::bits(32);

TEST(Evaluate, DeepTermsNeedNoStack) {
  TermManager m;
  const Term x = m.variable("x", word), y = m.variable("y", word);
  Term deep = x;
  std::uint32_t expected = 17;
  for (std::uint32_t i = 0; i < 1000000; ++i) {
    deep = m.binary(i % 2 == 0 ? Op::Mul : Op::BitXor, deep, y);
    expected = i % 2 == 0 ? expected * 5 : expected ^ 5;
  }
  Assignment assignment;
  assignment.set(x, 17);
  assignment.set(y, 5);
  Evaluator evaluator(m, assignment);
  EXPECT_EQ(evaluator.bits64(deep), expected);
  EXPECT_EQ(m.support(deep).size(), 2U);
  EXPECT_EQ(m.knownBits(deep).unsignedMax, 0xFFFFFFFFU);
  Substitution substitution(m);
  substitution.replace(x, m.constant(32, 17));
  substitution.replace(y, m.constant(32, 5));
  EXPECT_EQ(substitution.apply(deep), m.constant(32, expected));
}

TEST(Evaluate, DeepArraysNeedNoStack) {
  TermManager m;
  const Term i = m.variable("i", word);
  Term array = m.variable("a", Sort::array(32, 8));
  for (std::uint32_t k = 0; k < 300000; ++k)
    array = m.store(array, m.binary(Op::Mul, i, m.constant(32, 2 * k + 3)), m.constant(8, k));
  Assignment assignment;
  assignment.set(i, 1);
  Evaluator evaluator(m, assignment);
  EXPECT_EQ(evaluator.bits64(m.select(array, m.constant(32, 3))), 0U);
  EXPECT_EQ(evaluator.bits64(m.select(array, m.constant(32, 2 * 77 + 3))), 77U);
  EXPECT_TRUE(evaluator.truth(m.equal(array, m.store(array, m.constant(32, 5), m.constant(8, 1)))));
}

TEST(Evaluate, LooksOnlyAtWhatDecides) {
  TermManager m;
  Term costly = m.variable("x", word);
  for (int i = 0; i < 1000; ++i) costly = m.binary(Op::Mul, costly, m.variable("y", word));
  const Term p = m.variable("p", Sort::boolean());
  const Term comparison = m.equal(costly, m.constant(32, 1));
  Assignment assignment;
  Evaluator evaluator(m, assignment);
  EXPECT_FALSE(evaluator.truth(m.logicalAnd(p, comparison)) && false);
  EXPECT_EQ(evaluator.bits64(m.ite(p, costly, m.constant(32, 7))), 7U);
  EXPECT_LT(evaluator.nodesEvaluated(), 1010U);
}

TEST(Evaluate, ForgetsOnReset) {
  TermManager m;
  const Term x = m.variable("x", word), sum = m.binary(Op::Add, x, m.constant(32, 1));
  Assignment assignment;
  Evaluator evaluator(m, assignment);
  EXPECT_EQ(evaluator.bits64(sum), 1U);
  assignment.set(x, 41);
  EXPECT_EQ(evaluator.bits64(sum), 1U);
  evaluator.reset(assignment);
  EXPECT_EQ(evaluator.bits64(sum), 42U);
  const Term later = m.binary(Op::Mul, sum, sum);
  EXPECT_EQ(evaluator.bits64(later), 42U * 42U);
}

TEST(Evaluate, ReadsArraysOfEveryKind) {
  TermManager m;
  const Sort sort = Sort::array(8, 72);
  const Term a = m.variable("a", sort), b = m.variable("b", sort), i = m.variable("i", Sort::bits(8));
  const Term p = m.variable("p", Sort::boolean());
  Assignment assignment;
  assignment.set(i, 9);
  assignment.setArray(a, {BitVector(72, 4), {{9, BitVector::oneBit(72, 70)}}});
  assignment.setArray(b, {BitVector(72, 4), {{1, BitVector(72, 4)}}});
  Evaluator evaluator(m, assignment);
  EXPECT_EQ(evaluator.bits(m.select(a, i)), BitVector::oneBit(72, 70));
  EXPECT_EQ(evaluator.bits(m.select(a, m.constant(8, 8))), BitVector(72, 4));
  EXPECT_EQ(evaluator.bits(m.select(m.ite(p, a, b), i)), BitVector(72, 4));
  EXPECT_FALSE(evaluator.truth(m.equal(a, b)));
  EXPECT_TRUE(evaluator.truth(m.equal(m.store(a, i, m.constant(72, 4)), b)));
  EXPECT_TRUE(evaluator.truth(m.equal(m.constArray(8, m.constant(72, 4)), b)));
  // All two elements are listed, so what is said of the others does not matter.
  const Term small = m.variable("small", Sort::array(1, 8));
  assignment.setArray(small, {BitVector(8, 3), {{0, BitVector(8, 1)}, {1, BitVector(8, 1)}}});
  evaluator.reset(assignment);
  EXPECT_TRUE(evaluator.truth(m.equal(small, m.constArray(1, m.constant(8, 1)))));
  const Term table = m.table(8, 16, std::vector<std::uint64_t>{3, 1, 4});
  const std::array place{table, m.constant(8, 2)}, outside{table, i};
  EXPECT_EQ(evaluator.bits64(m.raw(Op::Select, Sort::bits(16), place)), 4U);
  EXPECT_EQ(evaluator.bits64(m.raw(Op::Select, Sort::bits(16), outside)), 0U);
}

TEST(Evaluate, CallsFunctions) {
  TermManager m;
  const std::array sorts{Sort::bits(8), Sort::array(8, 8)};
  const FunctionId f = m.function("f", sorts, Sort::bits(80));
  const Term x = m.variable("x", Sort::bits(8)), memory = m.variable("m", Sort::array(8, 8));
  const std::array plain{x, memory}, changed{x, m.store(memory, x, m.constant(8, 1))};
  FunctionValue value{BitVector(80, 5), {}};
  std::vector<std::uint64_t> row;
  appendWords(row, {BitVector(8, 3), {}});
  appendWords(row, {BitVector(8), {{3, BitVector(8, 1)}}});
  value.table[row] = BitVector::ones(80);
  Assignment assignment;
  assignment.set(x, 3);
  assignment.setFunction(f, value);
  Evaluator evaluator(m, assignment);
  EXPECT_EQ(evaluator.bits(m.apply(f, plain)), BitVector(80, 5));
  EXPECT_EQ(evaluator.bits(m.apply(f, changed)), BitVector::ones(80));
}

TEST(Support, NumbersVariablesAndFunctionsTogether) {
  TermManager m;
  const Term x = m.variable("x", word);
  const FunctionId f = m.function("f", std::span(&word, 1), word);
  const Term y = m.variable("y", word);
  const Term call = m.apply(f, std::span(&y, 1));
  EXPECT_THAT(m.support(m.constant(32, 1)), ElementsAre());
  EXPECT_THAT(m.support(x), ElementsAre(0U));
  EXPECT_THAT(m.support(call), ElementsAre(1U, 2U));
  EXPECT_THAT(m.support(m.binary(Op::Mul, call, x)), ElementsAre(0U, 1U, 2U));
  EXPECT_EQ(m.support(m.binary(Op::Add, call, y)).data(), m.support(call).data());
  EXPECT_EQ(m.variableAt(1), Term());
  EXPECT_EQ(m.functionAt(1), f);
  EXPECT_EQ(m.functionAt(2), std::nullopt);
}

TEST(Substitution, ReplacesAtTheSameTime) {
  TermManager m;
  const Term x = m.variable("x", word), y = m.variable("y", word);
  const Term difference = m.binary(Op::Sub, x, y);
  Substitution swap(m);
  swap.replace(x, y);
  swap.replace(y, x);
  EXPECT_EQ(swap.apply(difference), m.binary(Op::Sub, y, x));
  Substitution whole(m);
  whole.replace(difference, x);
  EXPECT_EQ(whole.apply(m.binary(Op::Mul, difference, y)), m.binary(Op::Mul, x, y));
}

TEST(Simplify, EqualitiesOfDeepTermsNeedNoStack) {
  TermManager m;
  const Term x = m.variable("x", word), y = m.variable("y", word), k = m.variable("k", word);
  Term hash = x, left = x, right = y;
  std::uint32_t expected = 99;
  for (std::uint32_t i = 0; i < 300000; ++i) {
    const Op op = i % 2 == 0 ? Op::BitXor : Op::Mul;
    const std::uint32_t constant = op == Op::Mul ? 16777619 : i | 1;
    hash = m.binary(op, hash, m.constant(32, constant));
    expected = op == Op::Mul ? expected * constant : expected ^ constant;
    left = m.binary(i % 2 == 0 ? Op::BitXor : Op::Add, left, k);
    right = m.binary(i % 2 == 0 ? Op::BitXor : Op::Add, right, k);
  }
  EXPECT_EQ(m.equal(hash, m.constant(32, expected)), m.equal(x, m.constant(32, 99)));
  EXPECT_EQ(m.equal(left, right), m.equal(x, y));
}

TEST(Simplify, BytesOfOneStoreGiveBackTheWord) {
  TermManager m;
  const Term x = m.variable("x", word), b = m.variable("b", Sort::bits(8)), h = m.variable("h", Sort::bits(16));
  const Term p = m.variable("p", Sort::boolean());
  const std::vector<Term> stored{x,
                                 m.zeroExtend(b, 32),
                                 m.signExtend(b, 32),
                                 m.signExtend(h, 32),
                                 m.binary(Op::Add, m.zeroExtend(b, 32), m.zeroExtend(h, 32)),
                                 m.binary(Op::Mul, m.signExtend(b, 32), m.constant(32, 77)),
                                 m.binary(Op::BitAnd, x, m.constant(32, 0x00FF00FF)),
                                 m.binary(Op::BitAnd, x, m.constant(32, 0xFFFFFFF8)),
                                 m.binary(Op::BitOr, x, m.constant(32, 0x00000055)),
                                 m.binary(Op::BitXor, m.signExtend(b, 32), m.signExtend(h, 32)),
                                 m.binary(Op::Shl, x, m.constant(32, 5)),
                                 m.binary(Op::LShr, x, m.constant(32, 5)),
                                 m.binary(Op::AShr, x, m.constant(32, 9)),
                                 m.boolToBits(p, 32),
                                 m.ite(p, m.constant(32, 0x12345678), m.constant(32, 0x12005600)),
                                 m.ite(p, x, m.zeroExtend(h, 32)),
                                 m.unary(Op::Neg, m.zeroExtend(b, 32)),
                                 m.constant(32, 0xDEADBEEF)};
  const Term memory = m.variable("memory", Sort::array(64, 8));
  const Term base = m.variable("base", Sort::bits(64));
  const auto at = [&](std::uint64_t k) { return m.binary(Op::Add, base, m.constant(64, k)); };
  for (const Term value : stored) {
    Term after = memory;
    for (std::uint32_t k = 0; k < 4; ++k) after = m.store(after, at(k), m.extract(value, 8 * k + 7, 8 * k));
    Term fromHigh, fromLow;
    for (std::uint32_t k = 0; k < 4; ++k) {
      const Term low = m.select(after, at(k)), high = m.select(after, at(3 - k));
      fromLow = fromLow ? m.binary(Op::Concat, low, fromLow) : low;
      fromHigh = fromHigh ? m.binary(Op::Concat, fromHigh, high) : high;
    }
    const std::size_t i = static_cast<std::size_t>(std::ranges::find(stored, value) - stored.begin());
    EXPECT_EQ(fromLow, value) << i;
    EXPECT_EQ(fromHigh, value) << i;
    // The other way to put bytes together: shifts and ors.
    Term shifted = m.constant(32, 0);
    for (std::uint32_t k = 0; k < 4; ++k)
      shifted = m.binary(Op::BitOr, shifted,
                         m.binary(Op::Shl, m.zeroExtend(m.select(after, at(k)), 32), m.constant(32, 8 * k)));
    EXPECT_EQ(shifted, value) << i;
  }
}

} // namespace
} // namespace beagle::logic
