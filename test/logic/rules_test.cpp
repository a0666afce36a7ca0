// Every rule of the simplifier, proved: an operator on operands of all the shapes that rules look for is
// built as it stands and by the factory method. Z3 is asked whether the two can differ for enough pairs to
// meet every rule at every width; all pairs are evaluated.
#include "analysis/logic/evaluate.h"
#include "test/logic/z3_check.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

namespace beagle::logic {
namespace {

/// How many proofs a rule gets at one width, by pairs in which it fired.
constexpr int proofsPerRule = 2;
/// How often a proof may be too long for Z3 before a rule is left alone at this width.
constexpr int attemptsPerRule = 4;

class Prover {
public:
  explicit Prover(TermManager& manager) : m_(manager) {}

  /// `simplify` makes the simplified form of `plain`; `hard` says that bit-blasting it takes too long to be
  /// proved.
  template <class Simplify> void compare(Term plain, Simplify simplify, bool hard = false) {
    const RuleCounts before = m_.ruleCounts();
    const Term simplified = simplify();
    std::vector<std::size_t> fired;
    bool isWanted = false;
    for (std::size_t i = 0; i < ruleCount; ++i) {
      if (m_.ruleCounts()[static_cast<Rule>(i)] == before[static_cast<Rule>(i)]) continue;
      fired.push_back(i);
      isWanted = isWanted || (proofs_[i] < proofsPerRule && attempts_[i] < attemptsPerRule);
    }
    ASSERT_EQ(m_.sort(plain), m_.sort(simplified));
    if (plain == simplified) return;
    evaluate(plain, simplified);
    if (!isWanted || hard) return;
    ++asked_;
    const Answer answer = z3_.canDiffer(m_, plain, simplified);
    ASSERT_EQ(z3_.error(), "") << z3_.script();
    ASSERT_NE(answer, Answer::Sat) << z3_.script() << "fired: " << names(fired);
    for (const std::size_t rule : fired) ++attempts_[rule];
    if (answer != Answer::Unsat) return;
    for (const std::size_t rule : fired) {
      ++proofs_[rule];
      proved_.insert(rule);
    }
  }

  /// Starts a round in which each rule is wanted again.
  void nextRound() {
    proofs_.fill(0);
    attempts_.fill(0);
  }
  [[nodiscard]] const std::set<std::size_t>& proved() const { return proved_; }
  [[nodiscard]] int compared() const { return compared_; }
  [[nodiscard]] int asked() const { return asked_; }

private:
  void evaluate(Term plain, Term simplified) {
    ++compared_;
    if (m_.sort(plain).isArray()) return;
    for (int i = 0; i < 6; ++i) {
      Assignment assignment;
      for (std::uint32_t v = 0; v < m_.variableCount(); ++v) {
        const Term variable = m_.variableAt(v);
        if (!variable || m_.sort(variable).isArray()) continue;
        BitVector value(m_.width(variable));
        const unsigned kind = static_cast<unsigned>(random_() % 4);
        for (std::uint32_t w = 0; w < value.wordCount(); ++w)
          value.setWord(w, kind == 0 ? random_() % 4 : kind == 1 ? ~(random_() % 4) : random_());
        assignment.set(variable, value);
      }
      const std::array pair{plain, simplified};
      evaluator_.reset(assignment);
      ASSERT_EQ(evaluator_.bits(plain).hex(), evaluator_.bits(simplified).hex()) << toSmtLib(m_, equalities(pair));
    }
  }
  std::array<Term, 1> equalities(std::span<const Term> pair) { return {m_.raw(Op::Equal, Sort::boolean(), pair)}; }
  static std::string names(const std::vector<std::size_t>& rules) {
    std::string text;
    for (const std::size_t rule : rules) text += std::string(ruleNames[rule]) + " ";
    return text;
  }

  TermManager& m_;
  Z3Check z3_{1'000'000};
  Assignment nothing_;
  Evaluator evaluator_{m_, nothing_};
  std::array<int, ruleCount> proofs_{};
  std::array<int, ruleCount> attempts_{};
  std::set<std::size_t> proved_;
  std::mt19937_64 random_{7};
  int compared_ = 0;
  int asked_ = 0;
};

/// Bit-vectors of one width in the shapes that rules know.
std::vector<Term> bitShapes(TermManager& m, std::uint32_t w) {
  const Sort sort = Sort::bits(w);
  const Term x = m.variable("x" + std::to_string(w), sort), y = m.variable("y" + std::to_string(w), sort);
  const Term p = m.variable("p", Sort::boolean()), q = m.variable("q", Sort::boolean());
  const auto k = [&](std::uint64_t value) { return m.constant(w, value); };
  const Term least = m.constant(BitVector::oneBit(w, w - 1));
  std::vector<Term> shapes{x,
                           y,
                           k(0),
                           k(1),
                           k(~0ULL),
                           k(3),
                           k(6),
                           least,
                           m.unary(Op::BitNot, least),
                           m.binary(Op::Add, x, k(5)),
                           m.binary(Op::Add, x, least),
                           m.binary(Op::Add, x, y),
                           m.binary(Op::Sub, x, y),
                           m.binary(Op::Sub, y, x),
                           m.binary(Op::Sub, k(9), x),
                           m.unary(Op::Neg, x),
                           m.unary(Op::Neg, y),
                           m.unary(Op::BitNot, x),
                           m.unary(Op::BitNot, y),
                           m.binary(Op::Mul, x, k(3)),
                           m.binary(Op::BitXor, x, k(5)),
                           m.binary(Op::BitXor, x, y),
                           m.binary(Op::BitAnd, x, y),
                           m.binary(Op::BitOr, x, y),
                           m.binary(Op::BitOr, x, k(5)),
                           m.binary(Op::UDiv, x, k(3)),
                           m.binary(Op::URem, x, k(3)),
                           m.binary(Op::URem, y, k(7)),
                           m.boolToBits(p, w),
                           m.boolToBits(q, w),
                           m.ite(p, k(6), k(2)),
                           m.ite(q, x, y)};
  if (w > 1) {
    const auto n = (w + 1) / 2;
    const Term a = m.variable("a" + std::to_string(n), Sort::bits(n));
    const Term b = m.variable("b" + std::to_string(n), Sort::bits(n));
    const Term c = m.variable("c" + std::to_string(w - n), Sort::bits(w - n));
    const Term d = m.variable("d1", Sort::bits(1));
    for (const Term narrow : {a, b, d}) {
      shapes.push_back(m.zeroExtend(narrow, w));
      shapes.push_back(m.signExtend(narrow, w));
    }
    shapes.push_back(m.binary(Op::Concat, c, a));
    shapes.push_back(m.binary(Op::Concat, c, b));
    shapes.push_back(m.binary(Op::Concat, m.extract(x, w - n - 1, 0), a));
    shapes.push_back(m.binary(Op::Concat, c, m.constant(n, 0)));
    shapes.push_back(m.binary(Op::Concat, c, m.constant(n, 1)));
    shapes.push_back(m.binary(Op::Concat, m.constant(w - n, ~0ULL), a));
    shapes.push_back(m.binary(Op::BitOr, m.constant(BitVector::oneBit(w, w - 1)), y));
    shapes.push_back(m.constant(w, w));
    shapes.push_back(m.constant(w, lowMask(n)));
    shapes.push_back(m.constant(BitVector::ones(n).zeroExtend(w).shl(w - n)));
  }
  return shapes;
}

bool isHard(Op op, std::uint32_t width) {
  const bool multiplies = op == Op::Mul || op == Op::UDiv || op == Op::URem || op == Op::SDiv || op == Op::SRem;
  return multiplies && width > 12;
}

void compareBits(TermManager& m, Prover& prover, std::uint32_t w) {
  const std::vector<Term> shapes = bitShapes(m, w);
  const Sort sort = Sort::bits(w);
  for (const Term a : shapes) {
    for (const Op op : {Op::Neg, Op::BitNot})
      prover.compare(m.raw(op, sort, std::span(&a, 1)), [&] { return m.unary(op, a); }, isHard(m.op(a), w));
    for (const std::uint32_t wider : {w, w + 1, w + 7}) {
      prover.compare(m.raw(Op::ZeroExtend, Sort::bits(wider), std::span(&a, 1)),
                     [&] { return m.zeroExtend(a, wider); });
      prover.compare(m.raw(Op::SignExtend, Sort::bits(wider), std::span(&a, 1)),
                     [&] { return m.signExtend(a, wider); });
    }
    for (const auto& [high, low] : {std::pair(w - 1, 0U), std::pair(w / 2, 0U), std::pair(w - 1, w / 2),
                                    std::pair(w - 1, w - 1), std::pair(w * 3 / 4, w / 4)})
      prover.compare(m.raw(Op::Extract, Sort::bits(high - low + 1), std::span(&a, 1), high, low),
                     [&] { return m.extract(a, high, low); });
    for (const Term b : shapes) {
      const std::array both{a, b};
      const bool hardOperand = isHard(m.op(a), w) || isHard(m.op(b), w);
      for (auto number = static_cast<unsigned>(Op::Add); number <= static_cast<unsigned>(Op::AShr); ++number) {
        const Op op = static_cast<Op>(number);
        if (op == Op::Neg || op == Op::BitNot) continue;
        prover.compare(m.raw(op, sort, both), [&] { return m.binary(op, a, b); }, hardOperand || isHard(op, w));
      }
      for (const Op op : {Op::ULess, Op::ULessEqual, Op::SLess, Op::SLessEqual})
        prover.compare(m.raw(op, Sort::boolean(), both), [&] { return m.binary(op, a, b); }, hardOperand);
      prover.compare(m.raw(Op::Equal, Sort::boolean(), both), [&] { return m.equal(a, b); }, hardOperand);
      prover.compare(
          m.raw(Op::Concat, Sort::bits(2 * w), both), [&] { return m.binary(Op::Concat, a, b); }, hardOperand);
      if (::testing::Test::HasFatalFailure()) return;
    }
  }
}

/// What is deeper than pairs of shapes, at one width.
void compareDeeper(TermManager& m, Prover& prover, std::uint32_t w) {
  const Term x = m.variable("x" + std::to_string(w), Sort::bits(w));
  const Term y = m.variable("y" + std::to_string(w), Sort::bits(w));
  const auto pair = [&](Op op, Sort sort, Term a, Term b) {
    const std::array both{a, b};
    prover.compare(m.raw(op, sort, both), [&] { return op == Op::Equal ? m.equal(a, b) : m.binary(op, a, b); });
  };
  // Pieces of one term that were simplified each for itself, side by side again.
  const Term sum = m.binary(Op::Add, m.zeroExtend(x, 4 * w), m.zeroExtend(y, 4 * w));
  for (const Term whole : {sum, m.signExtend(x, 4 * w), m.zeroExtend(x, 4 * w)}) {
    pair(Op::Concat, Sort::bits(2 * w), m.extract(whole, 2 * w - 1, w), m.extract(whole, w - 1, 0));
    pair(Op::Concat, Sort::bits(2 * w), m.extract(whole, 3 * w - 1, 2 * w), m.extract(whole, 2 * w - 1, w));
    pair(Op::Concat, Sort::bits(3 * w), m.extract(whole, 3 * w - 1, 2 * w), m.extract(whole, 2 * w - 1, 0));
  }
  const Term tail = m.binary(Op::Concat, m.extract(sum, 3 * w - 1, 2 * w), x);
  pair(Op::Concat, Sort::bits(3 * w), m.extract(sum, 4 * w - 1, 3 * w), tail);
  pair(Op::UDiv, Sort::bits(w), m.binary(Op::UDiv, x, m.constant(w, 3)), m.constant(w, 5));
  // Quotients, as far as they are not too long for Z3.
  if (w > 1 && w <= 8)
    for (const Op divide : {Op::UDiv, Op::SDiv}) {
      const Term quotient = m.binary(divide, x, m.constant(w, 3));
      pair(Op::SDiv, Sort::bits(w), quotient, m.constant(w, 5));
      for (const std::int64_t number : {0, 1, -1, 2, -2, 7, -5, 42, -42, 84, -43}) {
        const Term limit = m.constant(w, static_cast<std::uint64_t>(number));
        pair(Op::Equal, Sort::boolean(), quotient, limit);
        for (const Op order : {Op::ULess, Op::ULessEqual, Op::SLess, Op::SLessEqual}) {
          pair(order, Sort::boolean(), quotient, limit);
          pair(order, Sort::boolean(), limit, quotient);
        }
      }
    }
  const Term difference = m.binary(Op::Sub, m.signExtend(x, 2 * w), m.zeroExtend(y, 2 * w));
  prover.compare(m.raw(Op::Extract, Sort::bits(w), std::span(&difference, 1), w - 1, 0),
                 [&] { return m.extract(difference, w - 1, 0); });
  const Term widened = m.unary(Op::Neg, m.zeroExtend(x, 2 * w));
  prover.compare(m.raw(Op::Extract, Sort::bits(w), std::span(&widened, 1), w - 1, 0),
                 [&] { return m.extract(widened, w - 1, 0); });
}

std::vector<Term> boolShapes(TermManager& m, std::uint32_t w) {
  const Term x = m.variable("x" + std::to_string(w), Sort::bits(w));
  const Term y = m.variable("y" + std::to_string(w), Sort::bits(w));
  const Term p = m.variable("p", Sort::boolean()), q = m.variable("q", Sort::boolean());
  const Term r = m.variable("r", Sort::boolean());
  const auto k = [&](std::uint64_t value) { return m.constant(w, value); };
  std::vector<Term> shapes{m.truth(false),
                           m.truth(true),
                           p,
                           q,
                           m.logicalAnd(p, q),
                           m.logicalOr(p, q),
                           m.logicalXor(p, q),
                           m.logicalOr(p, m.logicalNot(q)),
                           m.logicalAnd(m.logicalNot(p), q),
                           m.ite(p, q, r),
                           m.equal(x, y),
                           m.equal(x, k(3)),
                           m.equal(x, k(5))};
  for (const Op op : {Op::ULess, Op::ULessEqual, Op::SLess, Op::SLessEqual}) {
    shapes.push_back(m.binary(op, x, y));
    shapes.push_back(m.binary(op, y, x));
    for (const std::uint64_t limit : {3, 4, 5, 11}) {
      shapes.push_back(m.binary(op, x, k(limit)));
      shapes.push_back(m.binary(op, k(limit), x));
    }
  }
  const std::size_t count = shapes.size();
  for (std::size_t i = 0; i < count; ++i) shapes.push_back(m.logicalNot(shapes[i]));
  return shapes;
}

void compareBools(TermManager& m, Prover& prover, std::uint32_t w) {
  const std::vector<Term> shapes = boolShapes(m, w);
  const Sort boolean = Sort::boolean();
  const Term x = m.variable("x" + std::to_string(w), Sort::bits(w));
  const Term y = m.variable("y" + std::to_string(w), Sort::bits(w));
  const Term p = m.variable("p", boolean), q = m.variable("q", boolean);
  const std::vector<Term> values{x, y, m.constant(w, 3), m.ite(p, x, y), m.ite(q, x, y), m.ite(q, y, x)};
  for (const Term a : shapes) {
    prover.compare(m.raw(Op::Not, boolean, std::span(&a, 1)), [&] { return m.logicalNot(a); });
    for (const Term b : shapes) {
      const std::array both{a, b};
      prover.compare(m.raw(Op::And, boolean, both), [&] { return m.logicalAnd(a, b); });
      prover.compare(m.raw(Op::Or, boolean, both), [&] { return m.logicalOr(a, b); });
      prover.compare(m.raw(Op::Xor, boolean, both), [&] { return m.logicalXor(a, b); });
      prover.compare(m.raw(Op::Equal, boolean, both), [&] { return m.equal(a, b); });
      for (const Term c : {p, q, shapes[0], m.logicalNot(q)}) {
        const std::array first{c, a, b}, second{a, b, c};
        prover.compare(m.raw(Op::Ite, boolean, first), [&] { return m.ite(c, a, b); });
        prover.compare(m.raw(Op::Ite, boolean, second), [&] { return m.ite(a, b, c); });
      }
    }
    for (const Term then : values)
      for (const Term otherwise : values) {
        const std::array operands{a, then, otherwise};
        prover.compare(m.raw(Op::Ite, Sort::bits(w), operands), [&] { return m.ite(a, then, otherwise); });
      }
    if (::testing::Test::HasFatalFailure()) return;
  }
}

void compareArrays(TermManager& m, Prover& prover, std::uint32_t w) {
  const Sort sort = Sort::array(w, 8);
  const Term array = m.variable("m" + std::to_string(w), sort);
  const Term i = m.variable("x" + std::to_string(w), Sort::bits(w)),
             j = m.variable("y" + std::to_string(w), Sort::bits(w));
  const Term u = m.variable("u", Sort::bits(8)), v = m.variable("v", Sort::bits(8));
  const Term next = m.binary(Op::Add, i, m.constant(w, 1));
  const Term before = m.binary(Op::Sub, i, m.constant(w, 3));
  const std::vector<std::uint64_t> elements{7, 0, 200, 13};
  const std::vector<Term> indices{i, j, next, before, m.constant(w, 0), m.constant(w, 2), m.constant(w, ~0ULL)};
  std::vector<Term> arrays{array, m.constArray(w, u), m.constArray(w, m.constant(8, 0)), m.table(w, 8, elements)};
  for (const Term index : indices) {
    arrays.push_back(m.store(array, index, u));
    arrays.push_back(m.store(m.store(array, index, u), next, v));
  }
  for (const Term a : arrays)
    for (const Term index : indices) {
      const std::array place{a, index};
      prover.compare(m.raw(Op::Select, Sort::bits(8), place), [&] { return m.select(a, index); });
      for (const Term element : {u, m.constant(8, 0), m.select(a, index)}) {
        const std::array operands{a, index, element};
        prover.compare(m.raw(Op::Store, sort, operands), [&] { return m.store(a, index, element); });
      }
    }
}

void compareFloats(TermManager& m, Prover& prover, FloatFormat format) {
  const std::uint32_t w = widthOf(format);
  const Sort sort = Sort::floating(format);
  const std::string suffix = std::to_string(static_cast<int>(format));
  const Term x = m.variable("fx" + suffix, sort), y = m.variable("fy" + suffix, sort);
  const Term bits = m.variable("bits" + suffix, Sort::bits(w));
  const Term half = m.variable("fh", Sort::floating(FloatFormat::Half));
  const Term half2 = m.variable("fh2", Sort::floating(FloatFormat::Half));
  const Term integer = m.variable("i8", Sort::bits(8));
  const Term one = m.fpFromInteger(format, m.constant(8, 1), false);
  const Term minusZero = m.fpUnary(Op::FpNeg, m.floatConstant(format, BitVector(w)));
  const std::vector<Term> shapes{x,
                                 y,
                                 one,
                                 minusZero,
                                 m.floatConstant(format, BitVector(w)),
                                 m.floatConstant(format, BitVector::ones(w)),
                                 m.fpUnary(Op::FpNeg, x),
                                 m.fpUnary(Op::FpAbs, x),
                                 m.fpFromBits(format, bits),
                                 m.fpFromFloat(format, half),
                                 m.fpFromFloat(format, half2)};
  const auto unary = [&](Op op, Sort result, Term a) {
    prover.compare(m.raw(op, result, std::span(&a, 1)), [&] { return m.fpUnary(op, a); });
  };
  for (const Term a : shapes) {
    for (const Op op : {Op::FpNeg, Op::FpAbs}) unary(op, sort, a);
    for (auto number = static_cast<unsigned>(Op::FpIsNaN); number <= static_cast<unsigned>(Op::FpIsNegative); ++number)
      unary(static_cast<Op>(number), Sort::boolean(), a);
    for (const RoundingMode mode : {RoundingMode::NearestEven, RoundingMode::Down, RoundingMode::Up}) {
      const auto parameter = static_cast<std::uint32_t>(mode);
      for (const FloatFormat to : {FloatFormat::Half, FloatFormat::Single, format})
        prover.compare(m.raw(Op::FpFromFloat, Sort::floating(to), std::span(&a, 1), parameter),
                       [&] { return m.fpFromFloat(to, a, mode); });
      for (const Term b : shapes) {
        const std::array both{a, b};
        prover.compare(
            m.raw(Op::FpAdd, sort, both, parameter), [&] { return m.fpBinary(Op::FpAdd, a, b, mode); },
            format != FloatFormat::Half);
        if (format == FloatFormat::Half)
          for (const Op op : {Op::FpMul, Op::FpDiv})
            prover.compare(
                m.raw(op, sort, both, parameter), [&] { return m.fpBinary(op, a, b, mode); }, !m.isConstant(b));
      }
    }
    for (const Term b : shapes) {
      const std::array both{a, b};
      for (const Op op : {Op::FpEqual, Op::FpLess, Op::FpLessEqual})
        prover.compare(m.raw(op, Sort::boolean(), both), [&] { return m.fpBinary(op, a, b); });
      for (const Op op : {Op::FpMin, Op::FpMax})
        prover.compare(m.raw(op, sort, both), [&] { return m.fpBinary(op, a, b); });
      prover.compare(m.raw(Op::Equal, Sort::boolean(), both), [&] { return m.equal(a, b); });
    }
    const Term back = m.fpToBits(a);
    prover.compare(m.raw(Op::FpFromBits, sort, std::span(&back, 1)), [&] { return m.fpFromBits(format, back); });
    if (::testing::Test::HasFatalFailure()) return;
  }
  const Term other = m.variable("j8", Sort::bits(8));
  std::vector<Term> whole{m.fpFromInteger(format, integer, true),
                          m.fpFromInteger(format, integer, false),
                          m.fpFromInteger(format, other, true),
                          m.fpUnary(Op::FpNeg, m.fpFromInteger(format, m.constant(8, 7), false)),
                          m.fpUnary(Op::FpNeg, m.fpFromInteger(format, m.constant(32, 1U << 31U), false)),
                          m.fpFromInteger(format, m.constant(32, ~0ULL), false),
                          m.fpBinary(Op::FpDiv, m.fpFromInteger(format, m.constant(8, 5), false),
                                     m.fpFromInteger(format, m.constant(8, 2), false)),
                          one,
                          minusZero,
                          m.floatConstant(format, BitVector::ones(w)),
                          m.fpBinary(Op::FpDiv, one, minusZero)};
  for (const Term a : whole)
    for (const Term b : whole) {
      const std::array both{a, b};
      for (const Op op : {Op::FpEqual, Op::FpLess, Op::FpLessEqual})
        prover.compare(m.raw(op, Sort::boolean(), both), [&] { return m.fpBinary(op, a, b); });
    }
  for (const Term wide : {m.zeroExtend(integer, 20), m.signExtend(integer, 20)})
    for (const bool isSigned : {false, true})
      prover.compare(m.raw(isSigned ? Op::FpFromSigned : Op::FpFromUnsigned, sort, std::span(&wide, 1)),
                     [&] { return m.fpFromInteger(format, wide, isSigned); });
}

TEST(Rules, EachIsProved) {
  TermManager m;
  Prover prover(m);
  for (const std::uint32_t width : {1U, 2U, 5U, 8U, 32U, 64U, 72U}) {
    SCOPED_TRACE(width);
    prover.nextRound();
    compareBits(m, prover, width);
    compareDeeper(m, prover, width);

    if (HasFatalFailure()) return;
  }
  for (const std::uint32_t width : {5U, 32U, 64U}) {
    SCOPED_TRACE(width);
    prover.nextRound();
    compareBools(m, prover, width);
    compareArrays(m, prover, width);
    if (HasFatalFailure()) return;
  }
  for (const FloatFormat format :
       {FloatFormat::Half, FloatFormat::BFloat, FloatFormat::Single, FloatFormat::Double, FloatFormat::X87}) {
    SCOPED_TRACE(static_cast<int>(format));
    prover.nextRound();
    compareFloats(m, prover, format);
    if (HasFatalFailure()) return;
  }
  std::string missing;
  for (std::size_t i = 0; i < ruleCount; ++i)
    if (!prover.proved().contains(i))
      missing += std::string(ruleNames[i]) + (m.ruleCounts()[static_cast<Rule>(i)] == 0 ? " (never fired)\n" : "\n");
  EXPECT_EQ(missing, "") << "no proof for these of " << ruleCount << " rules";
  RecordProperty("compared", prover.compared());
  RecordProperty("asked", prover.asked());
}

} // namespace
} // namespace beagle::logic
