// The layers that search for themselves, beside trying all values; and what they are made of.

#include "analysis/logic/lanes.h"
#include "analysis/logic/ranges.h"
#include "analysis/logic/substitute.h"
#include "analysis/solver/layers.h"
#include "analysis/solver/value_sets.h"
#include "test/solver/fake_solver.h"
#include "test/solver/random_terms.h"

#include <gtest/gtest.h>

namespace beagle::solver {
namespace {

using logic::Op;
using logic::Sort;
using test::Asked;
using test::clueless;
using test::RandomTerms;

std::string_view nameOf(const Answer& answer) {
  if (std::holds_alternative<Sat>(answer)) return "sat";
  return std::holds_alternative<Unsat>(answer) ? "unsat" : "unknown";
}

/// Random paths and goals in front of a bottom that knows nothing: what the layer says is true.
void compareWithTruth(TermManager& terms, Solver& solver, std::uint64_t seed, std::uint32_t width, int& answered) {
  RandomTerms random(terms, seed, width == 3 ? 4 : 2, width);
  for (int round = 0; round != 40; ++round) {
    std::vector<Term> path;
    for (int step = 0; step != 6; ++step) {
      const Term goal = random.below(3) == 0 ? terms.binary(Op::ULess, random.variables()[random.below(2)],
                                                            terms.constant(width, random.below(1ULL << width)))
                                             : random.truth(2);
      std::vector<Term> all = path;
      all.push_back(goal);
      const bool truth = random.satisfiable(all);
      const Answer answer = solver.check({.name = "test", .path = path, .goal = goal});
      if (!std::holds_alternative<Unknown>(answer)) {
        ++answered;
        ASSERT_EQ(nameOf(answer), truth ? "sat" : "unsat") << "round " << round;
        if (truth) {
          ASSERT_TRUE(test::holds(terms, *std::get<Sat>(answer).model, all));
        }
      }
      if (truth) path.push_back(goal);
    }
  }
}

TEST(DomainsTest, SaysNothingButTheTruth) {
  int answered = 0;
  for (const std::uint32_t width : {3U, 5U}) {
    TermManager terms;
    Asked asked;
    const auto solver = makeDomains(terms, clueless(asked), std::make_shared<ValueSets>(terms));
    compareWithTruth(terms, *solver, 7 + width, width, answered);
  }
  EXPECT_GT(answered, 100);
}

TEST(OneByteTest, KnowsWhatIsAboutOneByte) {
  TermManager terms;
  Asked asked;
  const auto solver = makeOneByte(terms, clueless(asked), std::make_shared<ValueSets>(terms));
  const Term x = terms.variable("x", Sort::bits(8));
  const Term y = terms.variable("y", Sort::bits(8));
  const auto below = [&](Term term, std::uint64_t bound) {
    return terms.binary(Op::ULess, term, terms.constant(8, bound));
  };
  std::vector<Term> path = {below(x, 9), terms.logicalNot(below(x, 8))};
  const Answer eight = solver->check({.name = "test", .path = path, .goal = below(x, 100)});
  ASSERT_EQ(nameOf(eight), "sat");
  EXPECT_EQ(std::get<Sat>(eight).model->bits64(x), 8U);
  const Answer none = solver->check({.name = "test", .path = path, .goal = below(x, 5)});
  ASSERT_EQ(nameOf(none), "unsat");
  EXPECT_EQ(std::get<Unsat>(none).core.size(), 3U);
  EXPECT_EQ(asked.count(), 0U);
  path.push_back(below(y, 3));
  EXPECT_EQ(nameOf(solver->check({.name = "test", .path = path, .goal = below(x, 5)})), "unknown");
  EXPECT_EQ(asked.count(), 1U);
}

TEST(SearchTest, KnowsTheTruthOfSmallQueries) {
  for (const std::uint32_t width : {3U, 5U}) {
    TermManager terms;
    Asked asked;
    const auto solver = makeSearch(terms, clueless(asked), std::make_shared<ValueSets>(terms));
    int answered = 0;
    compareWithTruth(terms, *solver, 11 + width, width, answered);
    EXPECT_GT(answered, 200); // others fold to a constant
  }
}

TEST(SearchTest, GivesUpWithinItsBudget) {
  TermManager terms;
  Asked asked;
  const auto solver = makeSearch(terms, clueless(asked), std::make_shared<ValueSets>(terms), {.budget = 1000});
  Term sum = terms.constant(32, 0);
  for (int i = 0; i != 6; ++i) {
    const Term wide = terms.zeroExtend(terms.variable("b" + std::to_string(i), Sort::bits(8)), 32);
    sum = terms.binary(Op::Mul, terms.binary(Op::Add, sum, wide), terms.constant(32, 31));
  }
  const Answer answer =
      solver->check({.name = "test", .path = {}, .goal = terms.equal(sum, terms.constant(32, 0x12345678))});
  EXPECT_EQ(nameOf(answer), "unknown");
  EXPECT_EQ(asked.count(), 1U);
}

TEST(DomainsTest, OverflowOfDigitsIsRuledOutByRanges) {
  TermManager terms;
  Asked asked;
  const auto solver = makeDomains(terms, clueless(asked), std::make_shared<ValueSets>(terms));
  std::vector<Term> path;
  Term value = terms.constant(32, 0);
  for (int i = 0; i != 5; ++i) {
    const Term c = terms.variable("c" + std::to_string(i), Sort::bits(8));
    path.push_back(terms.binary(Op::ULessEqual, terms.constant(8, '0'), c));
    path.push_back(terms.binary(Op::ULessEqual, c, terms.constant(8, '9')));
    const Term digit = terms.binary(Op::Sub, terms.zeroExtend(c, 32), terms.constant(32, '0'));
    value = terms.binary(Op::Add, terms.binary(Op::Mul, value, terms.constant(32, 10)), digit);
  }
  const Term tooLarge = terms.binary(Op::SLess, terms.constant(32, 99999), value);
  EXPECT_EQ(nameOf(solver->check({.name = "test", .path = path, .goal = tooLarge})), "unsat");
  const Term negative = terms.binary(Op::SLess, value, terms.constant(32, 0));
  EXPECT_EQ(nameOf(solver->check({.name = "test", .path = path, .goal = negative})), "unsat");
  const Term large = terms.binary(Op::SLess, terms.constant(32, 99998), value);
  EXPECT_EQ(nameOf(solver->check({.name = "test", .path = path, .goal = large})), "unknown");
}

TEST(DomainsTest, LeavesAloneWhatItDoesNotKnow) {
  TermManager terms;
  Asked asked;
  const auto solver = makeDomains(terms, clueless(asked), std::make_shared<ValueSets>(terms));
  const Term x = terms.variable("x", Sort::bits(8));
  const Term memory = terms.variable("memory", Sort::array(8, 8));
  const Term reads = terms.equal(terms.select(memory, x), x);
  EXPECT_EQ(nameOf(solver->check({.name = "test", .path = {}, .goal = reads})), "unknown");
  const Term wide = terms.variable("wide", Sort::bits(100));
  const Term zero = terms.equal(wide, terms.constant(100, 0));
  EXPECT_EQ(nameOf(solver->check({.name = "test", .path = {}, .goal = zero})), "unknown");
  Query canonical{.name = "test", .path = {}, .goal = terms.equal(x, terms.constant(8, 3))};
  EXPECT_EQ(nameOf(solver->check(canonical)), "sat");
  canonical.canonical = true;
  EXPECT_EQ(nameOf(solver->check(canonical)), "unknown");
}

std::vector<std::uint64_t> valuesOf(ValueSets& sets, ValueSet& set) {
  sets.list(set);
  std::vector<std::uint64_t> values;
  for (std::size_t i = 0; i < set.count; ++i) values.push_back(set.value(i));
  return values;
}

TEST(ValueSetsTest, OfSixteenBits) {
  TermManager terms;
  ValueSets sets(terms);
  const Term x = terms.variable("x", Sort::bits(16));
  const Term rest = terms.binary(Op::URem, x, terms.constant(16, 1000));
  const Term constraints[] = {terms.equal(rest, terms.constant(16, 7)),
                              terms.binary(Op::ULess, x, terms.constant(16, 5000))};
  ValueSet& set = sets.setOf(terms.variableNumber(x), 0xFFFF, constraints);
  EXPECT_EQ(valuesOf(sets, set), (std::vector<std::uint64_t>{7, 1007, 2007, 3007, 4007}));
  EXPECT_EQ(set.known.unsignedMin, 7U);
  EXPECT_EQ(set.known.unsignedMax, 4007U);
  EXPECT_EQ(set.known.ones & 7, 7U);
}

TEST(ValueSetsTest, OfTheBitsThatMatter) {
  TermManager terms;
  ValueSets sets(terms);
  const Term flags = terms.variable("flags", Sort::bits(32));
  const auto flag = [&](std::uint64_t bits) {
    return terms.equal(terms.binary(Op::BitAnd, flags, terms.constant(32, bits)), terms.constant(32, 0));
  };
  const Term constraints[] = {flag(0x104), terms.logicalNot(flag(0x80000002))};
  ValueSet& set = sets.setOf(terms.variableNumber(flags), 0x80000106, constraints);
  EXPECT_EQ(valuesOf(sets, set), (std::vector<std::uint64_t>{0x2, 0x80000000, 0x80000002}));
  EXPECT_EQ(set.count, 3U);
  EXPECT_EQ(set.known.unsignedMin, 2U);
  EXPECT_EQ(set.known.unsignedMax, 0x80000002U);
  EXPECT_EQ(~set.known.zeros & 0xFFFFFFFF, 0x80000002U);
  EXPECT_EQ(set.known.ones, 0U);
}

TEST(ValueSetsTest, ForgetsWhatIsTooMuch) {
  TermManager terms;
  ValueSets sets(terms);
  const Term x = terms.variable("x", Sort::bits(16));
  for (std::uint64_t i = 0; i < 200; ++i) {
    sets.tidy();
    const Term constraints[] = {terms.logicalNot(terms.equal(x, terms.constant(16, i)))};
    ValueSet& set = sets.setOf(terms.variableNumber(x), 0xFFFF, constraints);
    ASSERT_EQ(valuesOf(sets, set).size(), 65535U);
    ASSERT_EQ(set.value(static_cast<std::size_t>(i)), i + 1);
  }
}

/// Random queries over two bits of one wide variable, three of another, and a Bool, of which the truth is known as one
/// over small variables. What both layers say is true, and they say it nearly always.
TEST(WideVariables, FewBitsOfThemAreLikeSmallOnes) {
  TermManager terms;
  Asked asked;
  const auto sets = std::make_shared<ValueSets>(terms);
  const auto solver = makeDomains(terms, makeSearch(terms, clueless(asked), sets), sets);
  RandomTerms random(terms, 31, 3, 3);
  logic::Substitution widened(terms);
  const Term wide = terms.variable("wide", Sort::bits(64)), other = terms.variable("other", Sort::bits(32));
  const Term flag = terms.variable("flag", Sort::boolean());
  widened.replace(random.variables()[0], terms.extract(wide, 63, 61));
  widened.replace(random.variables()[1], terms.extract(terms.binary(Op::LShr, other, terms.constant(32, 7)), 2, 0));
  widened.replace(random.variables()[2], terms.ite(flag, terms.constant(3, 5), terms.extract(wide, 2, 0)));
  int answered = 0;
  for (int round = 0; round != 300; ++round) {
    // The third has all values as well.
    const std::vector<Term> all = {random.truth(2), random.truth(2)};
    const std::vector<Term> path = {widened.apply(all[0])};
    if (!random.satisfiable({all[0]})) continue;
    const Answer answer = solver->check({.name = "test", .path = path, .goal = widened.apply(all[1])});
    if (std::holds_alternative<Unknown>(answer)) continue;
    ++answered;
    ASSERT_EQ(nameOf(answer), random.satisfiable(all) ? "sat" : "unsat") << "round " << round;
    if (const auto* sat = std::get_if<Sat>(&answer)) {
      ASSERT_TRUE(test::holds(terms, *sat->model, {path[0], widened.apply(all[1])}));
    }
  }
  EXPECT_GT(answered, 200); // others fold to a constant
}

/// Eight variables of 32 bits, of each of which two bits matter.
class FewBits : public testing::Test {
protected:
  Term two(int i) {
    const Term wide = terms.variable("w" + std::to_string(i), Sort::bits(32));
    const Term shifted = terms.binary(Op::LShr, wide, terms.constant(32, 3 * i));
    return terms.binary(Op::BitAnd, shifted, terms.constant(32, 3));
  }
  Term sum(int count) {
    Term all = two(0);
    for (int i = 1; i != count; ++i) all = terms.binary(Op::Add, terms.binary(Op::Mul, all, two(i)), two(0));
    return all;
  }

  TermManager terms;
  Asked asked;
};

TEST_F(FewBits, AllOfThemAreTried) {
  const auto solver = makeSearch(terms, clueless(asked), std::make_shared<ValueSets>(terms));
  const auto ask = [&](int count, std::uint64_t value) {
    const Term goal = terms.equal(sum(count), terms.constant(32, value));
    const Answer answer = solver->check({.name = "test", .path = {}, .goal = goal});
    if (const auto* sat = std::get_if<Sat>(&answer)) EXPECT_TRUE(test::holds(terms, *sat->model, {goal}));
    return nameOf(answer);
  };
  EXPECT_EQ(ask(3, 39), "sat"); // (3 * 3 + 3) * 3 + 3
  EXPECT_EQ(ask(3, 38), "unsat");
  EXPECT_EQ(ask(6, 1092), "sat"); // 3 + 9 + ... + 729
  EXPECT_EQ(ask(6, 1091), "unsat");
  EXPECT_EQ(asked.count(), 0U);
}

TEST_F(FewBits, OneMoreConstraintMayLookAtMore) {
  const auto solver = makeDomains(terms, clueless(asked), std::make_shared<ValueSets>(terms));
  const Term wide = terms.variable("w0", Sort::bits(32));
  const Term three = terms.equal(two(0), terms.constant(32, 3));
  const Term path[] = {three};
  const auto ask = [&](Term goal) { return nameOf(solver->check({.name = "test", .path = path, .goal = goal})); };
  EXPECT_EQ(ask(terms.equal(two(0), terms.constant(32, 2))), "unsat");
  EXPECT_EQ(ask(terms.equal(terms.extract(wide, 1, 0), terms.constant(2, 3))), "sat");
  EXPECT_EQ(ask(terms.equal(terms.extract(wide, 9, 0), terms.constant(10, 8))), "unsat");
  EXPECT_EQ(ask(terms.binary(Op::ULess, terms.constant(32, 77), wide)), "unknown");
}

TEST(SearchTest, DecidesFloatsAndWideTermsOfFewBits) {
  TermManager terms;
  Asked asked;
  const auto solver = makeSearch(terms, clueless(asked), std::make_shared<ValueSets>(terms));
  const Term x = terms.variable("x", Sort::bits(8));
  const Term number = terms.fpFromInteger(logic::FloatFormat::Double, x, true);
  const Term square = terms.fpBinary(Op::FpMul, number, number);
  const auto equals = [&](double value) {
    const logic::BitVector bits(64, std::bit_cast<std::uint64_t>(value));
    return terms.fpBinary(Op::FpEqual, square, terms.floatConstant(logic::FloatFormat::Double, bits));
  };
  EXPECT_EQ(nameOf(solver->check({.name = "test", .path = {}, .goal = equals(49)})), "sat");
  EXPECT_EQ(nameOf(solver->check({.name = "test", .path = {}, .goal = equals(50)})), "unsat");
  const Term odd = terms.zeroExtend(terms.binary(Op::BitOr, x, terms.constant(8, 1)), 128);
  const Term wide = terms.binary(Op::UDiv, terms.constant(logic::BitVector::oneBit(128, 120)), odd);
  const Term high = terms.extract(wide, 127, 96);
  const auto highIs = [&](std::uint64_t value) { return terms.equal(high, terms.constant(32, value)); };
  EXPECT_EQ(nameOf(solver->check({.name = "test", .path = {}, .goal = highIs((1 << 24) / 3)})), "sat");
  EXPECT_EQ(nameOf(solver->check({.name = "test", .path = {}, .goal = highIs((1 << 24) / 3 + 1)})), "unsat");
  EXPECT_EQ(asked.count(), 0U);
}

TEST(SearchTest, ABoolAndAHalfwordAreSmall) {
  TermManager terms;
  Asked asked;
  const auto solver = makeSearch(terms, clueless(asked), std::make_shared<ValueSets>(terms));
  const Term x = terms.variable("x", Sort::bits(16));
  const Term p = terms.variable("p", Sort::boolean());
  const Term sum =
      terms.binary(Op::Add, terms.binary(Op::Mul, x, x), terms.ite(p, terms.constant(16, 1), terms.constant(16, 0)));
  EXPECT_EQ(nameOf(solver->check({.name = "test", .path = {}, .goal = terms.equal(sum, terms.constant(16, 3))})),
            "unsat");
  EXPECT_EQ(nameOf(solver->check({.name = "test", .path = {}, .goal = terms.equal(sum, terms.constant(16, 5))})),
            "sat");
}

TEST(SearchTest, SlowTermsOfManyValuesAreLeftToTheSearch) {
  TermManager terms;
  Asked asked;
  const auto sets = std::make_shared<ValueSets>(terms);
  const Term x = terms.variable("x", Sort::bits(11));
  const auto number = [&](double value) {
    return terms.floatConstant(logic::FloatFormat::Double, logic::BitVector(64, std::bit_cast<std::uint64_t>(value)));
  };
  const Term thrice = terms.fpBinary(Op::FpMul, terms.fpFromInteger(logic::FloatFormat::Double, x, false), number(3));
  const Term goal = terms.fpBinary(Op::FpEqual, thrice, number(1000));
  const auto domains = makeDomains(terms, clueless(asked), sets);
  EXPECT_EQ(nameOf(domains->check({.name = "test", .path = {}, .goal = goal})), "unknown");
  const auto search = makeSearch(terms, clueless(asked), sets);
  EXPECT_EQ(nameOf(search->check({.name = "test", .path = {}, .goal = goal})), "unsat");
}

TEST(SearchTest, EndsWhenItIsCancelled) {
  TermManager terms;
  Asked asked;
  support::CancelToken cancel;
  const auto solver = makeSearch(terms, clueless(asked), std::make_shared<ValueSets>(terms), {.cancel = cancel});
  cancel.cancel();
  const Term x = terms.variable("x", Sort::bits(16));
  const Term product = terms.binary(Op::Mul, x, terms.variable("y", Sort::bits(16)));
  EXPECT_EQ(nameOf(solver->check({.name = "test", .path = {}, .goal = terms.equal(product, terms.constant(16, 3))})),
            "unknown");
}

TEST(LanesTest, EqualityOfArraysIsNotKnown) {
  TermManager terms;
  const std::uint64_t elements[] = {5, 6, 7};
  const Term x = terms.variable("x", Sort::bits(8)), y = terms.variable("y", Sort::bits(8));
  const Term table = terms.table(8, 8, elements);
  const Term same =
      terms.equal(terms.store(table, x, terms.constant(8, 1)), terms.store(table, y, terms.constant(8, 2)));
  logic::LaneEvaluator lanes(terms);
  EXPECT_FALSE(lanes.knows(same));
}

/// On random values of 8 bits; some of the lanes are looked at.
void agreeOnRandomValues(TermManager& terms, logic::LaneEvaluator& lanes, RandomTerms& random, Term term) {
  ASSERT_TRUE(lanes.knows(term));
  lanes.reset();
  std::vector<std::vector<std::uint64_t>> values;
  for (const Term variable : random.variables()) {
    auto& own = lanes.assign(variable);
    for (std::uint64_t& value : own) value = random.below(256);
    values.emplace_back(own.begin(), own.end());
  }
  const auto& results = lanes.of(term);
  for (std::size_t i = 0; i < results.size(); i += 17) {
    Assignment assignment;
    for (std::size_t v = 0; v < values.size(); ++v) assignment.set(random.variables()[v], values[v][i]);
    logic::Evaluator evaluator(terms, assignment);
    ASSERT_EQ(results[i], evaluator.bits64(term));
  }
}

TEST(LanesTest, AgreeWithTheEvaluator) {
  TermManager terms;
  RandomTerms random(terms, 3, 3, 8);
  logic::LaneEvaluator lanes(terms);
  for (int round = 0; round != 300; ++round) {
    const Term term = random.truth(4);
    agreeOnRandomValues(terms, lanes, random, term);
  }
}

TEST(LanesTest, FloatsAndWideTermsAgreeWithTheEvaluator) {
  using logic::FloatFormat;
  TermManager terms;
  RandomTerms random(terms, 5, 3, 8);
  logic::LaneEvaluator lanes(terms);
  const auto anyFloat = [&](FloatFormat format) {
    const Term a = terms.fpFromInteger(format, random.bits(2), random.below(2) != 0);
    const Term b = terms.fpFromInteger(format, random.bits(2), true);
    const Term c = terms.fpUnary(random.below(2) != 0 ? Op::FpSqrt : Op::FpRound, a);
    static constexpr Op ops[] = {Op::FpAdd, Op::FpSub, Op::FpMul, Op::FpDiv, Op::FpMin};
    const Term d =
        terms.fpBinary(ops[random.below(std::size(ops))], c, b, static_cast<logic::RoundingMode>(random.below(5)));
    if (format == FloatFormat::X87) return d;
    return terms.fpFma(d, terms.fpFromBits(format, terms.resize(random.bits(1), terms.width(d), true)), a);
  };
  const auto anyWide = [&] {
    static constexpr Op ops[] = {Op::Add, Op::Mul, Op::Shl, Op::UDiv, Op::SRem, Op::BitXor};
    const Term a = terms.resize(random.bits(2), 200, random.below(2) != 0);
    const Term b = terms.binary(Op::Concat, terms.constant(192, random.below(3)), random.bits(2));
    return terms.binary(ops[random.below(std::size(ops))], a, b);
  };
  int slow = 0;
  for (int round = 0; round != 200; ++round) {
    static constexpr FloatFormat formats[] = {FloatFormat::X87, FloatFormat::Double, FloatFormat::Single,
                                              FloatFormat::Half};
    const FloatFormat format = formats[round % 4];
    const Term floats = terms.ite(random.truth(1), anyFloat(format), anyFloat(format));
    const Term wide = terms.ite(random.truth(1), anyWide(), anyWide());
    const Term less =
        terms.ite(terms.fpBinary(Op::FpLess, floats, anyFloat(format)), terms.constant(8, 1),
                  terms.ite(terms.binary(Op::SLess, wide, anyWide()), terms.constant(8, 2), random.bits(1)));
    const Term number = terms.fpToInteger(terms.fpUnary(Op::FpNeg, floats), 24, true);
    const Term term = terms.binary(Op::Concat, terms.binary(Op::Concat, number, terms.extract(wide, 140, 117)), less);
    agreeOnRandomValues(terms, lanes, random, term);
    slow += lanes.slow(term) ? 1 : 0;
  }
  EXPECT_GT(slow, 150);
}

TEST(LanesTest, ReadsOfStoresAndTables) {
  TermManager terms;
  const Term x = terms.variable("x", Sort::bits(8));
  const Term y = terms.variable("y", Sort::bits(8));
  const std::uint64_t elements[] = {5, 6, 7};
  const Term stored = terms.store(terms.store(terms.table(8, 8, elements), x, y), y, terms.constant(8, 99));
  const Term read = terms.select(stored, terms.binary(Op::Add, x, terms.constant(8, 1)));
  logic::LaneEvaluator lanes(terms);
  ASSERT_TRUE(lanes.knows(read));
  lanes.reset();
  auto& xs = lanes.assign(x);
  auto& ys = lanes.assign(y);
  for (std::size_t i = 0; i < xs.size(); ++i) {
    xs[i] = i % 5;
    ys[i] = i % 7;
  }
  const auto& values = lanes.of(read);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::uint64_t at = i % 5 + 1;
    ASSERT_EQ(values[i], at == i % 7 ? 99 : at < 3 ? elements[at] : 0);
  }
}

TEST(RangesTest, HoldOnEveryValue) {
  TermManager terms;
  RandomTerms random(terms, 21, 2, 4);
  logic::RangeEvaluator ranges(terms);
  int narrow = 0;
  for (int round = 0; round != 600; ++round) {
    const Term term = round % 2 == 0 ? random.bits(4) : random.truth(3);
    const std::uint64_t least[] = {random.below(16), random.below(16)};
    const std::uint64_t most[] = {least[0] + random.below(16 - least[0]), least[1] + random.below(16 - least[1])};
    ranges.reset();
    for (std::size_t v = 0; v != 2; ++v) {
      logic::KnownBits known = logic::unknownBits(4);
      known.unsignedMin = least[v];
      known.unsignedMax = most[v];
      ranges.assume(random.variables()[v], known);
    }
    const logic::KnownBits known = ranges.of(term);
    ASSERT_FALSE(ranges.contradiction());
    const std::uint32_t width = terms.width(term);
    if (known.unsignedMax - known.unsignedMin < logic::lowMask(width)) ++narrow;
    for (std::uint64_t x = least[0]; x <= most[0]; ++x)
      for (std::uint64_t y = least[1]; y <= most[1]; ++y) {
        Assignment assignment;
        assignment.set(random.variables()[0], x);
        assignment.set(random.variables()[1], y);
        logic::Evaluator evaluator(terms, assignment);
        const std::uint64_t value = evaluator.bits64(term);
        ASSERT_EQ(value & known.zeros, 0U);
        ASSERT_EQ(~value & known.ones, 0U);
        ASSERT_TRUE(known.unsignedMin <= value && value <= known.unsignedMax);
        const std::int64_t number = logic::signedValue(value, width);
        ASSERT_TRUE(known.signedMin <= number && number <= known.signedMax);
      }
  }
  EXPECT_GT(narrow, 200);
}

} // namespace
} // namespace beagle::solver
