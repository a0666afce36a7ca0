// Random terms, as they stand and simplified, on every value of their variables; and what is known of their
// bits.
#include "analysis/logic/known_bits.h"
#include "test/logic/term_generator.h"
#include "test/logic/z3_check.h"

#include <gtest/gtest.h>

namespace beagle::logic {
namespace {

std::string asScript(TermManager& m, const TermPair& pair) {
  const std::array both{pair.plain, pair.simplified};
  const std::array equality{m.raw(Op::Equal, Sort::boolean(), both)};
  return toSmtLib(m, equality);
}

void checkKnownBits(TermManager& m, Term term, std::uint64_t value) {
  const KnownBits known = m.knownBits(term);
  const std::int64_t number = signedValue(value, m.width(term));
  const std::array same{term, term};
  ASSERT_EQ(value & known.zeros, 0U) << toSmtLib(m, std::array{m.raw(Op::Equal, Sort::boolean(), same)});
  ASSERT_EQ(~value & known.ones, 0U) << toSmtLib(m, std::array{m.raw(Op::Equal, Sort::boolean(), same)});
  ASSERT_TRUE(known.unsignedMin <= value && value <= known.unsignedMax)
      << toSmtLib(m, std::array{m.raw(Op::Equal, Sort::boolean(), same)});
  ASSERT_TRUE(known.signedMin <= number && number <= known.signedMax)
      << toSmtLib(m, std::array{m.raw(Op::Equal, Sort::boolean(), same)});
}

TEST(RandomTerms, SimplifiedIsEqualOnEveryInput) {
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    TermManager m;
    TermGenerator generator(m, seed);
    generator.grow(150);
    Assignment assignment;
    Evaluator evaluator(m, assignment);
    for (std::uint64_t input = 0; input < 512; ++input) { // 1 + 3 + 4 bits and a Bool
      assignment.set(m.variable("v1", Sort::bits(1)), input & 1);
      assignment.set(m.variable("v3", Sort::bits(3)), input >> 1 & 7);
      assignment.set(m.variable("v4", Sort::bits(4)), input >> 4 & 15);
      assignment.set(m.variable("p", Sort::boolean()), input >> 8 & 1);
      evaluator.reset(assignment);
      for (const auto* list : {&generator.bits(), &generator.bools()})
        for (const TermPair& pair : *list) {
          const std::uint64_t value = evaluator.bits64(pair.plain);
          ASSERT_EQ(value, evaluator.bits64(pair.simplified)) << "seed " << seed << "\n" << asScript(m, pair);
          checkKnownBits(m, pair.plain, value);
          checkKnownBits(m, pair.simplified, value);
          if (HasFatalFailure()) FAIL() << "seed " << seed;
        }
    }
  }
}

TEST(RandomTerms, Z3FindsNoDifference) {
  Z3Check z3;
  for (std::uint64_t seed = 1000; seed < 1006; ++seed) {
    TermManager m;
    TermGenerator generator(m, seed);
    generator.grow(120);
    std::vector<Term> differ;
    for (const auto* list : {&generator.bits(), &generator.bools()})
      for (const TermPair& pair : *list) {
        const std::array both{pair.plain, pair.simplified};
        const Term same = m.raw(Op::Equal, Sort::boolean(), both);
        differ.push_back(m.raw(Op::Not, Sort::boolean(), std::span(&same, 1)));
      }
    Term any = differ[0];
    for (const Term one : differ) {
      const std::array both{any, one};
      any = m.raw(Op::Or, Sort::boolean(), both);
    }
    EXPECT_EQ(z3.check(m, std::span(&any, 1)), Answer::Unsat) << z3.error();
  }
}

TEST(RandomTerms, TheOrderOfMakingDoesNotShow) {
  // The second manager has other terms first, so all of its ids differ.
  TermManager first, second;
  TermGenerator noise(second, 99);
  noise.grow(500);
  TermGenerator a(first, 5), b(second, 5);
  a.grow(400);
  b.grow(400);
  ASSERT_EQ(a.bits().size(), b.bits().size());
  for (std::size_t i = 0; i < a.bits().size(); ++i)
    ASSERT_EQ(first.structuralHash(a.bits()[i].simplified), second.structuralHash(b.bits()[i].simplified));
  for (std::size_t i = 0; i < a.bools().size(); ++i)
    ASSERT_EQ(first.structuralHash(a.bools()[i].simplified), second.structuralHash(b.bools()[i].simplified));
}

} // namespace
} // namespace beagle::logic
