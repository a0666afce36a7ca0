#include "analysis/compare/loose_terms.h"

#include <fmt/format.h>

#include <algorithm>

namespace beagle::compare {

using logic::Op;

namespace {

bool isFloatArithmetic(Op op) {
  switch (op) {
  case Op::FpAdd:
  case Op::FpSub:
  case Op::FpMul:
  case Op::FpDiv:
  case Op::FpRem:
  case Op::FpFma:
  case Op::FpSqrt:
  case Op::FpRound:
  case Op::FpFromFloat:
  case Op::FpFromSigned:
  case Op::FpFromUnsigned:
  case Op::FpToSigned:
  case Op::FpToUnsigned: return true;
  default: return false;
  }
}

/// Arithmetic makes any NaN a quiet one; what was only read may be another.
bool isComputed(const logic::TermManager& terms, Term term) {
  while (terms.op(term) == Op::FpNeg || terms.op(term) == Op::FpAbs) term = terms.operand(term, 0);
  return isFloatArithmetic(terms.op(term));
}

bool isDivision(Op op) { return op == Op::UDiv || op == Op::SDiv || op == Op::URem || op == Op::SRem; }

/// 1 / number, when that is a number too: of powers of two.
Term exactReciprocal(logic::TermManager& terms, Term number) {
  const Term one = terms.fpFromInteger(terms.sort(number).format(), terms.constant(8, 1), false);
  const Term reciprocal = terms.fpBinary(Op::FpDiv, one, number);
  const auto isOrdinary = [&](Term term) { return terms.isTrue(terms.fpUnary(Op::FpIsNormal, term)); };
  const logic::FloatShape shape = logic::shapeOf(terms.sort(number).format());
  const auto isPowerOfTwo = [&](Term term) { return terms.bits(term).trailingZeros() >= shape.significand - 1; };
  const bool isExact = isOrdinary(number) && isOrdinary(reciprocal) && isPowerOfTwo(number) && isPowerOfTwo(reciprocal);
  return isExact && terms.sort(number).format() != logic::FloatFormat::X87 ? reciprocal : Term();
}

bool commutes(Op op) { return op == Op::Mul || op == Op::FpAdd || op == Op::FpMul || op == Op::FpEqual; }

/// Comparisons, and between floats and their bits.
bool looksAtFloats(Op op) {
  return (op >= Op::FpEqual && op <= Op::FpIsNegative) || op == Op::FpFromBits || op == Op::FpToBits;
}

} // namespace

Term LooseTerms::apply(Term term) {
  std::vector<Term> waiting{term};
  std::vector<Term> operands;
  while (!waiting.empty()) {
    const Term next = waiting.back();
    if (done_.contains(next)) {
      waiting.pop_back();
      continue;
    }
    operands.clear();
    bool isReady = true;
    for (const Term operand : terms_.operands(next)) {
      const auto found = done_.find(operand);
      if (found == done_.end()) {
        waiting.push_back(operand);
        isReady = false;
      } else {
        operands.push_back(found->second);
      }
    }
    if (!isReady) continue;
    waiting.pop_back();
    done_.emplace(next, loosened(next, operands));
  }
  return done_.at(term);
}

Term LooseTerms::loosened(Term like, std::vector<Term> operands) {
  const Op op = terms_.op(like);
  if (isFloatArithmetic(op)) {
    hasFloats_ = true;
    return floating(like, std::move(operands));
  }
  if (floats_ == Floats::Unknown && looksAtFloats(op)) {
    hasFloats_ = true;
    return function(op, 0, terms_.sort(like), std::move(operands));
  }
  const bool isProduct = op == Op::Mul && !terms_.isConstant(operands[0]) && !terms_.isConstant(operands[1]);
  if ((isProduct || isDivision(op)) && terms_.width(like) > 8)
    return isProduct ? product(like, operands) : division(like, std::move(operands));
  return std::ranges::equal(operands, terms_.operands(like)) ? like : terms_.rebuild(like, operands);
}

Term LooseTerms::function(Op op, std::uint32_t parameter, logic::Sort sort, std::vector<Term> operands) {
  if (commutes(op)) std::ranges::sort(operands, {}, [](Term operand) { return operand.id(); });
  std::vector<logic::Sort> sorts;
  std::string name = fmt::format("loose!{}!{}", static_cast<unsigned>(op), parameter);
  for (const Term operand : operands) {
    sorts.push_back(terms_.sort(operand));
    name += "!" + sorts.back().str();
  }
  name += "!" + sort.str();
  return terms_.apply(terms_.function(name, sorts, sort), operands);
}

Term LooseTerms::product(Term like, const std::vector<Term>& operands) {
  constexpr std::size_t mostSummands = 8;
  const std::uint32_t width = terms_.width(like);
  const auto summands = polynomials_.summands(terms_.binary(Op::Mul, operands[0], operands[1]));
  if (!summands || summands->size() > mostSummands) return product(operands[0], operands[1]);
  Term sum = terms_.constant(width, 0);
  for (const logic::Polynomials::Summand& summand : *summands) {
    Term all = terms_.constant(width, 1);
    for (const Term factor : summand.terms) all = terms_.isConstant(all) ? factor : product(all, factor);
    sum = terms_.binary(Op::Add, sum, terms_.binary(Op::Mul, all, terms_.constant(width, summand.factor)));
  }
  return sum;
}

/// A product is the lower bits of that of wider numbers, so that those of all widths have one name. Small numbers have
/// one that is not cut off.
Term LooseTerms::product(Term a, Term b) {
  constexpr std::uint32_t widest = 64;
  const std::uint32_t width = terms_.width(a);
  if (width > widest) return function(Op::Mul, 0, terms_.sort(a), {a, b});
  a = terms_.zeroExtend(a, widest);
  b = terms_.zeroExtend(b, widest);
  const Term result = function(Op::Mul, 0, logic::Sort::bits(widest), {a, b});
  if (products_.insert(result).second) {
    for (const std::uint32_t bits : {32U, 16U}) {
      const Term largest = terms_.constant(widest, (std::uint64_t{1} << bits) - 1);
      const Term areSmall =
          terms_.logicalAnd(terms_.binary(Op::ULessEqual, a, largest), terms_.binary(Op::ULessEqual, b, largest));
      const Term square = terms_.binary(Op::Mul, largest, largest);
      known_ = terms_.logicalAnd(known_, terms_.implies(areSmall, terms_.binary(Op::ULessEqual, result, square)));
    }
  }
  return terms_.extract(result, width - 1, 0);
}

/// `x % y` is `x - x / y * y`, for all x and y. By a number, it is smaller than that.
Term LooseTerms::division(Term like, std::vector<Term> operands) {
  const Op op = terms_.op(like);
  const logic::Sort sort = terms_.sort(like);
  const bool isSigned = op == Op::SDiv || op == Op::SRem;
  const Term divisor = operands[1];
  const Term quotient = function(isSigned ? Op::SDiv : Op::UDiv, 0, sort, operands);
  if (!terms_.isConstant(divisor)) {
    if (op == Op::UDiv || op == Op::SDiv) return quotient;
    return function(op, 0, sort, operands);
  }
  const Term rest = terms_.binary(Op::Sub, operands[0], terms_.binary(Op::Mul, quotient, divisor));
  const Term zero = terms_.constant(sort.width, 0);
  const logic::BitVector number = terms_.bits(divisor);
  if (!isSigned && number.trailingZeros() < sort.width) {
    known_ = terms_.logicalAnd(known_, terms_.binary(Op::ULess, rest, divisor));
    known_ = terms_.logicalAnd(known_, terms_.binary(Op::ULessEqual, quotient, operands[0]));
  }
  if (isSigned && !number.sign() && number.trailingZeros() < sort.width) {
    const Term isNegative = terms_.binary(Op::SLess, operands[0], zero);
    const Term minus = terms_.unary(Op::Neg, divisor);
    const Term above =
        terms_.logicalAnd(terms_.binary(Op::SLess, minus, rest), terms_.binary(Op::SLessEqual, rest, zero));
    const Term below =
        terms_.logicalAnd(terms_.binary(Op::SLessEqual, zero, rest), terms_.binary(Op::SLess, rest, divisor));
    const Term smaller = terms_.logicalAnd(terms_.binary(Op::SLessEqual, zero, quotient),
                                           terms_.binary(Op::SLessEqual, quotient, operands[0]));
    const Term larger = terms_.logicalAnd(terms_.binary(Op::SLessEqual, quotient, zero),
                                          terms_.binary(Op::SLessEqual, operands[0], quotient));
    known_ = terms_.logicalAnd(
        known_, terms_.ite(isNegative, terms_.logicalAnd(above, larger), terms_.logicalAnd(below, smaller)));
  }
  return op == Op::UDiv || op == Op::SDiv ? quotient : rest;
}

// --- floats

Term LooseTerms::floating(Term like, std::vector<Term> operands) {
  const Op op = terms_.op(like);
  const std::uint32_t mode = terms_.parameter(like, 0);
  const bool isNearest =
      op >= Op::FpAdd && op <= Op::FpDiv && terms_.roundingMode(like) == logic::RoundingMode::NearestEven;
  if (op == Op::FpSub) return sum(like, operands[0], terms_.fpUnary(Op::FpNeg, operands[1]));
  if (op == Op::FpAdd) return sum(like, operands[0], operands[1]);
  if ((op != Op::FpMul && op != Op::FpDiv) || !isNearest)
    return function(op, mode, terms_.sort(like), std::move(operands));
  bool isNegative = false;
  for (Term& operand : operands) operand = withoutSign(operand, isNegative);
  const Term one = terms_.fpFromInteger(terms_.sort(like).format(), terms_.constant(8, 1), false);
  Term product;
  if (operands[1] == one && isComputed(terms_, terms_.operand(like, 0))) {
    product = operands[0];
  } else if (op == Op::FpMul && operands[0] == one && isComputed(terms_, terms_.operand(like, 1))) {
    product = operands[1];
  } else if (op == Op::FpMul && operands[0] == operands[1]) {
    product = square(like, operands[0]);
  } else {
    Op as = op;
    if (op == Op::FpDiv && terms_.isConstant(operands[1]))
      if (const Term reciprocal = exactReciprocal(terms_, operands[1])) {
        as = Op::FpMul;
        operands[1] = reciprocal;
      }
    product = function(as, mode, terms_.sort(like), operands);
  }
  return isNegative ? terms_.fpUnary(Op::FpNeg, product) : product;
}

/// Rounding to the nearest is the same on both sides of zero.
Term LooseTerms::withoutSign(Term term, bool& isNegative) {
  const bool isMinus = terms_.op(term) == Op::FpNeg || (terms_.isConstant(term) && terms_.bits(term).sign());
  if (!isMinus) return term;
  const Term positive = terms_.fpUnary(Op::FpNeg, term);
  if (terms_.isConstant(term) && terms_.isTrue(terms_.fpUnary(Op::FpIsNaN, term))) return term;
  isNegative = !isNegative;
  return positive;
}

Term LooseTerms::sum(Term like, Term left, Term right) {
  const logic::Sort sort = terms_.sort(like);
  const std::uint32_t mode = static_cast<std::uint32_t>(terms_.roundingMode(like));
  Term result;
  if (left == right) {
    const Term two = terms_.fpFromInteger(sort.format(), terms_.constant(8, 2), false);
    bool isNegative = false;
    if (terms_.roundingMode(like) == logic::RoundingMode::NearestEven) left = withoutSign(left, isNegative);
    result = function(Op::FpMul, mode, sort, {left, two});
    if (isNegative) result = terms_.fpUnary(Op::FpNeg, result);
  } else {
    result = function(Op::FpAdd, mode, sort, {left, right});
    sums_[result] = {left, right};
  }
  return result;
}

/// `x - y` and `y - x` differ in their signs only, and where both are 0 not even in those.
Term LooseTerms::square(Term like, Term operand) {
  const auto known = sums_.find(operand);
  if (known != sums_.end() && terms_.roundingMode(like) == logic::RoundingMode::NearestEven) {
    const Term other =
        function(Op::FpAdd, static_cast<std::uint32_t>(logic::RoundingMode::NearestEven), terms_.sort(like),
                 {terms_.fpUnary(Op::FpNeg, known->second.first), terms_.fpUnary(Op::FpNeg, known->second.second)});
    if (other.id() < operand.id()) operand = other;
  }
  return function(Op::FpMul, static_cast<std::uint32_t>(terms_.roundingMode(like)), terms_.sort(like),
                  {operand, operand});
}

} // namespace beagle::compare
