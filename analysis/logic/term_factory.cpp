// TermManager's factory methods: constants are folded here, all else is left to the rules.
#include "analysis/logic/fold.h"
#include "analysis/logic/simplifier.h"
#include "analysis/logic/term_manager.h"

#include <algorithm>
#include <cassert>

namespace beagle::logic {

Term TermManager::fold(Op op, Sort sort, std::span<const Term> operands, std::uint32_t parameter0,
                       std::uint32_t parameter1) {
  bool plain = isPlain(op) && op != Op::Ite && sort.width <= 64;
  for (const Term operand : operands) {
    if (!isConstant(operand)) return {};
    plain = plain && width(operand) <= 64;
  }
  ruleCounts_.bump(Rule::FoldConstants);
  const Operation operation{op, sort, this->sort(operands.back()), parameter0, parameter1};
  if (plain) {
    const std::uint64_t value = fold64(operation, bits64(operands.front()), bits64(operands.back()));
    return sort.isBool() ? truth(value != 0) : constant(sort.width, value);
  }
  std::array<BitVector, 3> values;
  for (std::size_t i = 0; i < operands.size(); ++i) values[i] = bits(operands[i]);
  const BitVector value = foldWide(operation, std::span(values.data(), operands.size()));
  return sort.isBool() ? truth(!value.isZero()) : constantOf(sort, value);
}

// --- any sort ------------------------------------------------------------------------------------

Term TermManager::equal(Term a, Term b) {
  assert(sort(a) == sort(b) && "both sides of an equality have one sort");
  const std::array operands{a, b};
  if (const Term constant = fold(Op::Equal, Sort::boolean(), operands)) return constant;
  return Simplifier(*this).equal(a, b);
}

Term TermManager::ite(Term condition, Term then, Term otherwise) {
  assert(sort(condition).isBool() && sort(then) == sort(otherwise) && "branches of an Ite have one sort");
  return Simplifier(*this).ite(condition, then, otherwise);
}

// --- Bool ----------------------------------------------------------------------------------------

Term TermManager::logicalNot(Term a) { return Simplifier(*this).logicalNot(a); }
Term TermManager::logicalAnd(Term a, Term b) { return Simplifier(*this).junction(Op::And, a, b); }
Term TermManager::logicalOr(Term a, Term b) { return Simplifier(*this).junction(Op::Or, a, b); }
Term TermManager::logicalXor(Term a, Term b) { return Simplifier(*this).logicalXor(a, b); }

Term TermManager::conjunction(std::span<const Term> terms) {
  Term result = true_;
  for (const Term term : terms) result = logicalAnd(result, term);
  return result;
}

// --- BitVector -----------------------------------------------------------------------------------

Term TermManager::unary(Op op, Term a) {
  if (const Term constant = fold(op, sort(a), std::span(&a, 1))) return constant;
  assert((op == Op::Neg || op == Op::BitNot) && "an operator with one bit-vector operand");
  return op == Op::Neg ? Simplifier(*this).neg(a) : Simplifier(*this).bitNot(a);
}

Term TermManager::binary(Op op, Term a, Term b) {
  assert(sort(a).isBits() && sort(b).isBits() && (op == Op::Concat || width(a) == width(b)) &&
         "operands of a bit-vector operator have one width");
  const bool compares = op >= Op::ULess && op <= Op::SLessEqual;
  const Sort result = compares ? Sort::boolean() : op == Op::Concat ? Sort::bits(width(a) + width(b)) : sort(a);
  const std::array operands{a, b};
  if (const Term constant = fold(op, result, operands)) return constant;
  Simplifier simplifier(*this);
  switch (op) {
  case Op::Add: return simplifier.add(a, b);
  case Op::Sub: return simplifier.sub(a, b);
  case Op::Mul: return simplifier.mul(a, b);
  case Op::UDiv: return simplifier.udiv(a, b);
  case Op::SDiv: return simplifier.sdiv(a, b);
  case Op::URem: return simplifier.urem(a, b);
  case Op::SRem: return simplifier.srem(a, b);
  case Op::BitAnd:
  case Op::BitOr:
  case Op::BitXor: return simplifier.bitwise(op, a, b);
  case Op::Shl:
  case Op::LShr:
  case Op::AShr: return simplifier.shift(op, a, b);
  case Op::Concat: return simplifier.concat(a, b);
  case Op::ULess:
  case Op::ULessEqual:
  case Op::SLess:
  case Op::SLessEqual: return simplifier.less(op, a, b);
  default: assert(false && "an operator with two bit-vector operands"); return {};
  }
}

Term TermManager::extract(Term a, std::uint32_t high, std::uint32_t low) {
  assert(low <= high && high < width(a) && "extracted bits exist");
  if (const Term constant = fold(Op::Extract, Sort::bits(high - low + 1), std::span(&a, 1), high, low)) return constant;
  return Simplifier(*this).extract(a, high, low);
}

Term TermManager::zeroExtend(Term a, std::uint32_t width) {
  assert(width >= this->width(a) && "an extension is no narrower");
  if (const Term constant = fold(Op::ZeroExtend, Sort::bits(width), std::span(&a, 1))) return constant;
  return Simplifier(*this).extend(Op::ZeroExtend, a, width);
}

Term TermManager::signExtend(Term a, std::uint32_t width) {
  assert(width >= this->width(a) && "an extension is no narrower");
  if (const Term constant = fold(Op::SignExtend, Sort::bits(width), std::span(&a, 1))) return constant;
  return Simplifier(*this).extend(Op::SignExtend, a, width);
}

Term TermManager::resize(Term a, std::uint32_t width, bool isSigned) {
  if (width < this->width(a)) return extract(a, width - 1, 0);
  return isSigned ? signExtend(a, width) : zeroExtend(a, width);
}

Term TermManager::boolToBits(Term a, std::uint32_t width) { return ite(a, constant(width, 1), constant(width, 0)); }

Term TermManager::bitsToBool(Term a) { return logicalNot(equal(a, constant(width(a), 0))); }

// --- Array ---------------------------------------------------------------------------------------

Term TermManager::constArray(std::uint32_t indexWidth, Term element) {
  return make(Op::ConstArray, Sort::array(indexWidth, width(element)), std::span(&element, 1), 0, 0);
}

Term TermManager::select(Term array, Term index) {
  assert(sort(array).isArray() && sort(array).index == width(index) && "an index has the array's index width");
  return Simplifier(*this).select(array, index);
}

Term TermManager::store(Term array, Term index, Term element) {
  assert(sort(array) == Sort::array(width(index), width(element)) && "index and element fit the array");
  return Simplifier(*this).store(array, index, element);
}

// --- Float ---------------------------------------------------------------------------------------

namespace {

bool givesBool(Op op) { return op >= Op::FpEqual && op <= Op::FpIsNegative; }

} // namespace

Term TermManager::fpUnary(Op op, Term a, RoundingMode mode) {
  const auto parameter = static_cast<std::uint32_t>(mode);
  const Sort result = givesBool(op) ? Sort::boolean() : sort(a);
  if (const Term constant = fold(op, result, std::span(&a, 1), parameter)) return constant;
  return Simplifier(*this).floating(op, result, std::span(&a, 1), parameter);
}

Term TermManager::fpBinary(Op op, Term a, Term b, RoundingMode mode) {
  assert(sort(a) == sort(b) && "operands of a Float operator have one format");
  const auto parameter = static_cast<std::uint32_t>(mode);
  const Sort result = givesBool(op) ? Sort::boolean() : sort(a);
  const std::array operands{a, b};
  if (const Term constant = fold(op, result, operands, parameter)) return constant;
  return Simplifier(*this).floating(op, result, operands, parameter);
}

Term TermManager::fpFma(Term a, Term b, Term c, RoundingMode mode) {
  const auto parameter = static_cast<std::uint32_t>(mode);
  const std::array operands{a, b, c};
  if (const Term constant = fold(Op::FpFma, sort(a), operands, parameter)) return constant;
  return Simplifier(*this).floating(Op::FpFma, sort(a), operands, parameter);
}

Term TermManager::fpFromBits(FloatFormat format, Term bits) {
  assert(width(bits) == widthOf(format) && "as many bits as the format has");
  const Sort result = Sort::floating(format);
  if (const Term constant = fold(Op::FpFromBits, result, std::span(&bits, 1))) return constant;
  return Simplifier(*this).floating(Op::FpFromBits, result, std::span(&bits, 1), 0);
}

Term TermManager::fpToBits(Term a) {
  const Sort result = Sort::bits(width(a));
  if (const Term constant = fold(Op::FpToBits, result, std::span(&a, 1))) return constant;
  return Simplifier(*this).floating(Op::FpToBits, result, std::span(&a, 1), 0);
}

Term TermManager::fpFromFloat(FloatFormat format, Term a, RoundingMode mode) {
  const auto parameter = static_cast<std::uint32_t>(mode);
  const Sort result = Sort::floating(format);
  if (const Term constant = fold(Op::FpFromFloat, result, std::span(&a, 1), parameter)) return constant;
  return Simplifier(*this).floating(Op::FpFromFloat, result, std::span(&a, 1), parameter);
}

Term TermManager::fpFromInteger(FloatFormat format, Term bits, bool isSigned, RoundingMode mode) {
  const auto parameter = static_cast<std::uint32_t>(mode);
  const Op op = isSigned ? Op::FpFromSigned : Op::FpFromUnsigned;
  const Sort result = Sort::floating(format);
  if (const Term constant = fold(op, result, std::span(&bits, 1), parameter)) return constant;
  return Simplifier(*this).floating(op, result, std::span(&bits, 1), parameter);
}

Term TermManager::fpToInteger(Term a, std::uint32_t width, bool isSigned, RoundingMode mode) {
  const auto parameter = static_cast<std::uint32_t>(mode);
  const Op op = isSigned ? Op::FpToSigned : Op::FpToUnsigned;
  const Sort result = Sort::bits(width);
  if (const Term constant = fold(op, result, std::span(&a, 1), parameter)) return constant;
  return Simplifier(*this).floating(op, result, std::span(&a, 1), parameter);
}

// --- uninterpreted functions ---------------------------------------------------------------------

Term TermManager::apply(FunctionId function, std::span<const Term> arguments) {
  assert(arguments.size() == functions_[function].arguments.size() && "as many arguments as the function takes");
  return makeApply(function, arguments);
}

// --- any operator --------------------------------------------------------------------------------

Term TermManager::rebuild(Term like, std::span<const Term> operands) {
  const Op op = this->op(like);
  const Sort sort = this->sort(like);
  const auto mode = static_cast<RoundingMode>(parameter(like, 0));
  switch (op) {
  case Op::Constant:
  case Op::Variable:
  case Op::Table: return like;
  case Op::Equal: return equal(operands[0], operands[1]);
  case Op::Ite: return ite(operands[0], operands[1], operands[2]);
  case Op::Not: return logicalNot(operands[0]);
  case Op::And: return logicalAnd(operands[0], operands[1]);
  case Op::Or: return logicalOr(operands[0], operands[1]);
  case Op::Xor: return logicalXor(operands[0], operands[1]);
  case Op::Neg:
  case Op::BitNot: return unary(op, operands[0]);
  case Op::Extract: return extract(operands[0], parameter(like, 0), parameter(like, 1));
  case Op::ZeroExtend: return zeroExtend(operands[0], sort.width);
  case Op::SignExtend: return signExtend(operands[0], sort.width);
  case Op::ConstArray: return constArray(sort.index, operands[0]);
  case Op::Select: return select(operands[0], operands[1]);
  case Op::Store: return store(operands[0], operands[1], operands[2]);
  case Op::FpFma: return fpFma(operands[0], operands[1], operands[2], mode);
  case Op::FpFromBits: return fpFromBits(sort.format(), operands[0]);
  case Op::FpToBits: return fpToBits(operands[0]);
  case Op::FpFromFloat: return fpFromFloat(sort.format(), operands[0], mode);
  case Op::FpFromSigned:
  case Op::FpFromUnsigned: return fpFromInteger(sort.format(), operands[0], op == Op::FpFromSigned, mode);
  case Op::FpToSigned:
  case Op::FpToUnsigned: return fpToInteger(operands[0], sort.width, op == Op::FpToSigned, mode);
  case Op::Apply: return apply(parameter(like, 0), operands);
  default: break;
  }
  if (op < Op::ConstArray) return binary(op, operands[0], operands[1]);
  return operands.size() == 1 ? fpUnary(op, operands[0], mode) : fpBinary(op, operands[0], operands[1], mode);
}

Term TermManager::raw(Op op, Sort sort, std::span<const Term> operands, std::uint32_t parameter0,
                      std::uint32_t parameter1) {
  return op == Op::Apply ? makeApply(parameter0, operands) : make(op, sort, operands, parameter0, parameter1);
}

} // namespace beagle::logic
