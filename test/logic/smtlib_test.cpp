#include "analysis/logic/smtlib.h"
#include "test/logic/term_generator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace beagle::logic {
namespace {

std::vector<Term> readAll(TermManager& m, const std::string& text) {
  auto terms = readSmtLib(m, text, "test.smt2");
  if (!terms) {
    ADD_FAILURE() << terms.error().str() << "\n" << text;
    return {};
  }
  return *terms;
}

/// Printed and read by the manager that has the terms already, so equal terms are equal handles.
void expectRoundTrip(TermManager& m, std::span<const Term> assertions) {
  const std::string text = toSmtLib(m, assertions);
  EXPECT_THAT(readAll(m, text), testing::ElementsAreArray(assertions.begin(), assertions.end())) << text;
}

Term holds(TermManager& m, Term value) { // any term as an assertion, which no rule takes apart
  const Sort sort = m.sort(value);
  const FunctionId f = m.function("f" + sort.str(), std::span(&sort, 1), Sort::boolean());
  return m.apply(f, std::span(&value, 1));
}

TEST(SmtLib, ReadsWhatItPrints) {
  for (std::uint64_t seed = 1; seed < 30; ++seed) {
    TermManager m;
    TermGenerator generator(m, seed);
    generator.grow(200);
    std::vector<Term> assertions;
    for (const TermPair& pair : generator.bools()) assertions.push_back(pair.simplified);
    for (const TermPair& pair : generator.bits()) assertions.push_back(holds(m, pair.simplified));
    expectRoundTrip(m, assertions);
  }
}

TEST(SmtLib, ReadsArraysAndFloats) {
  TermManager m;
  std::vector<Term> assertions;
  const Term memory = m.variable("memory", Sort::array(64, 8)), i = m.variable("i", Sort::bits(64));
  const Term byte = m.variable("byte", Sort::bits(8));
  const std::vector<std::uint64_t> elements{1, 2, 0, 255};
  for (const Term array : {m.store(memory, i, byte), m.constArray(64, byte), m.table(64, 8, elements)})
    assertions.push_back(m.equal(m.select(array, m.variable("j", Sort::bits(64))), byte));
  assertions.push_back(m.equal(memory, m.table(64, 8, elements)));
  for (const FloatFormat format : {FloatFormat::Half, FloatFormat::BFloat, FloatFormat::Single, FloatFormat::Double,
                                   FloatFormat::X87, FloatFormat::Quad}) {
    const Sort sort = Sort::floating(format);
    const std::string suffix = std::to_string(static_cast<int>(format));
    const Term x = m.variable("x" + suffix, sort), y = m.variable("y" + suffix, sort);
    const Term bits = m.variable("b" + suffix, Sort::bits(widthOf(format)));
    for (unsigned number = 0; number < 5; ++number) {
      const auto mode = static_cast<RoundingMode>(number);
      for (const Op op : {Op::FpAdd, Op::FpSub, Op::FpMul, Op::FpDiv})
        assertions.push_back(m.fpBinary(Op::FpLess, m.fpBinary(op, x, y, mode), y));
      assertions.push_back(holds(m, m.fpFma(x, y, x, mode)));
      assertions.push_back(holds(m, m.fpUnary(Op::FpSqrt, x, mode)));
      assertions.push_back(holds(m, m.fpUnary(Op::FpRound, x, mode)));
      assertions.push_back(holds(m, m.fpToInteger(x, 33, true, mode)));
      assertions.push_back(holds(m, m.fpToInteger(x, 8, false, mode)));
      assertions.push_back(holds(m, m.fpFromInteger(format, byte, true, mode)));
      assertions.push_back(holds(m, m.fpFromInteger(format, byte, false, mode)));
      assertions.push_back(holds(m, m.fpFromFloat(FloatFormat::BFloat, x, mode)));
    }
    for (const Op op : {Op::FpRem, Op::FpMin, Op::FpMax}) assertions.push_back(holds(m, m.fpBinary(op, x, y)));
    for (const Op op : {Op::FpEqual, Op::FpLess, Op::FpLessEqual}) assertions.push_back(m.fpBinary(op, x, y));
    for (auto op = static_cast<unsigned>(Op::FpIsNaN); op <= static_cast<unsigned>(Op::FpIsNegative); ++op)
      assertions.push_back(m.fpUnary(static_cast<Op>(op), x));
    assertions.push_back(holds(m, m.fpUnary(Op::FpNeg, m.fpUnary(Op::FpAbs, x))));
    assertions.push_back(m.equal(m.fpToBits(x), bits));
    assertions.push_back(m.equal(m.fpFromBits(format, bits), y));
    for (const unsigned fill : {0x00U, 0x01U, 0x7FU, 0xFFU, 0x80U, 0x3CU}) {
      BitVector pattern(widthOf(format));
      for (std::uint32_t w = 0; w < pattern.wordCount(); ++w) pattern.setWord(w, 0x0101010101010101ULL * fill);
      assertions.push_back(m.fpBinary(Op::FpLess, x, m.floatConstant(format, pattern)));
    }
  }
  expectRoundTrip(m, assertions);
}

TEST(SmtLib, QuotesNames) {
  TermManager m;
  std::vector<Term> assertions;
  for (const char* name : {"a b", "operator|", "back\\slash", "100%", "%7C", "beagle.t.0", "let", "bvadd", "and",
                           "true", "x", "1st", "\xC3\xA4", "fp.add", "RNE", "(", ""})
    assertions.push_back(m.variable(name, Sort::boolean()));
  const Sort byte = Sort::bits(8);
  const Term x = m.variable("a byte", byte);
  assertions.push_back(m.apply(m.function("f|g", std::span(&byte, 1), Sort::boolean()), std::span(&x, 1)));
  expectRoundTrip(m, assertions);
}

TEST(SmtLib, PrintsSharedTermsOnce) {
  TermManager m;
  Term x = m.variable("x", Sort::bits(32));
  for (int i = 0; i < 2000; ++i)
    x = m.binary(Op::Mul, x, m.binary(Op::BitXor, x, m.constant(32, static_cast<std::uint64_t>(i) + 3)));
  const std::array assertion{m.equal(x, m.variable("y", Sort::bits(32)))};
  const std::string text = toSmtLib(m, assertion);
  EXPECT_LT(text.size(), 400000U);
  expectRoundTrip(m, assertion);
}

TEST(SmtLib, ReadsDeepTerms) {
  TermManager m;
  Term x = m.variable("x", Sort::bits(16));
  const Term y = m.variable("y", Sort::bits(16));
  for (int i = 0; i < 100000; ++i) x = m.binary(i % 2 == 0 ? Op::Mul : Op::UDiv, x, y);
  const std::array assertion{m.equal(x, y)};
  expectRoundTrip(m, assertion);
}

TEST(SmtLib, ReadsWhatOthersWrite) {
  TermManager m;
  const Term x = m.variable("x", Sort::bits(8)), y = m.variable("y", Sort::bits(8));
  const Term p = m.variable("p", Sort::boolean());
  const auto terms = readAll(m, R"((set-logic QF_BV) ; a comment
(set-info :source "it said ""so""")
(declare-fun x () (_ BitVec 8))
(declare-const y (_ BitVec 8))
(declare-const p Bool)
(define-fun double ((v (_ BitVec 8))) (_ BitVec 8) (bvadd v v))
(assert (let ((z (bvadd x y)) (x y)) (bvugt z x)))
(assert (! (=> p (= x y #x03)) :named cause))
(assert (distinct x y (_ bv7 8)))
(assert (= (double x) ((_ rotate_left 3) y) ((_ repeat 2) #xa)))
(assert (bvsge (bvnand x y) (bvsmod x y)))
(check-sat)
(exit))");
  ASSERT_EQ(terms.size(), 5U);
  EXPECT_EQ(terms[0], m.binary(Op::ULess, y, m.binary(Op::Add, x, y)));
  EXPECT_EQ(terms[1], m.implies(p, m.logicalAnd(m.equal(x, y), m.equal(y, m.constant(8, 3)))));
}

TEST(SmtLib, SaysWhereAScriptIsWrong) {
  const std::pair<const char*, const char*> scripts[] = {
      {"(assert (= x x))", "test.smt2:1:12: x is not declared"},
      {"(declare-const x Bool)\n(assert (bvadd x x))", "test.smt2:2:9: bit-vectors are expected here"},
      {"(declare-const x (_ BitVec 8))\n  (assert (= x #b101))", "test.smt2:2:11: this is of sort"},
      {"(assert true", "test.smt2:1:1: this list is never closed"},
      {"(assert true))", "test.smt2:1:14: a ) without its ("},
      {"(assert |a", "test.smt2:1:11: a quoted name is never closed"},
      {"(push 1)", "test.smt2:1:2: the command push is not supported"},
      {"(declare-const x (_ BitVec 0))", "test.smt2:1:28: a bit-vector has at least one bit"},
      {"(declare-const x (_ FloatingPoint 3 4))", "no known float format"},
      {"(assert (= #b12 #b01))", "has a wrong digit"},
      {"(declare-const x (_ BitVec 8))\n(assert (= ((_ extract 8 0) x) x))", "test.smt2:2:13: no such bits"},
      {"(assert ())", "an empty list is no term"},
      {"()", "an empty command"},
      {"(assert)", "operands, where"},
      {"(assert (ite true true))", "operands, where"},
      {"(assert (= (_ bv256 8) #x00))", "256 is no number of 8 bits"},
      {"(declare-const x Bool)(declare-const x Bool)", "x is declared already"},
      {"(assert (beagle.max.Nothing true true))", "is no function of the printer"},
      {"x", "a command begins with (, not with x"},
  };
  for (const auto& [script, message] : scripts) {
    TermManager m;
    const auto terms = readSmtLib(m, script, "test.smt2");
    ASSERT_FALSE(terms.has_value()) << script;
    EXPECT_THAT(terms.error().str(), testing::HasSubstr(message)) << script;
  }
  TermManager m;
  const std::string deep = "(assert " + std::string(100000, '(');
  EXPECT_THAT(readSmtLib(m, deep, "deep").error().str(), testing::HasSubstr("nested too deep"));
}

} // namespace
} // namespace beagle::logic
