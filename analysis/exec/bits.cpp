// Integer intrinsics: counting, swapping, rotating, saturating, and arithmetic that tells of its overflow.

#include "analysis/exec/handlers.h"
#include "analysis/logic/bit_vector.h"

namespace beagle::exec {

using ir::Instruction;
using ir::Opcode;
using logic::BitVector;
using logic::Op;

namespace {

Term oneBit(logic::TermManager& terms, Term x, std::uint32_t bit) { return terms.extract(x, bit, bit); }

Term populationCount(logic::TermManager& terms, Term x, std::uint32_t width) {
  Term sum = terms.constant(width, 0);
  for (std::uint32_t bit = 0; bit < width; ++bit)
    sum = terms.binary(Op::Add, sum, terms.resize(oneBit(terms, x, bit), width));
  return sum;
}

/// The number of zeros before the first one, from the highest bit or from the lowest.
Term zeros(logic::TermManager& terms, Term x, std::uint32_t width, bool fromHigh) {
  Term count = terms.constant(width, width);
  for (std::uint32_t k = width; k-- > 0;) { // the bit that is looked at first decides last
    const std::uint32_t bit = fromHigh ? width - 1 - k : k;
    const Term isOne = terms.equal(oneBit(terms, x, bit), terms.constant(1, 1));
    count = terms.ite(isOne, terms.constant(width, k), count);
  }
  return count;
}

Term reversed(logic::TermManager& terms, Term x, std::uint32_t width, std::uint32_t unit) {
  Term result = terms.extract(x, unit - 1, 0);
  for (std::uint32_t low = unit; low < width; low += unit)
    result = terms.binary(Op::Concat, result, terms.extract(x, low + unit - 1, low));
  return result;
}

bool unary(Machine& machine, const Instruction& i) {
  logic::TermManager& terms = machine.terms;
  if (i.width == 1) {
    const Term x = machine.bitsTerm(machine.slot(i.a), 1);
    const bool counts = i.op == Opcode::LeadingZeros || i.op == Opcode::TrailingZeros;
    machine.slot(i.d) = machine.bitsValue(counts ? terms.logicalNot(x) : x);
    return true;
  }
  const Term x = machine.bitsTerm(machine.slot(i.a), i.width);
  const Term isZero = terms.equal(x, terms.constant(i.width, 0));
  Term result;
  switch (i.op) {
  case Opcode::PopCount: result = populationCount(terms, x, i.width); break;
  case Opcode::LeadingZeros:
  case Opcode::TrailingZeros:
    if (i.extra != 0) machine.noteFault(ValueFault::BuiltinArgument, isZero);
    result = zeros(terms, x, i.width, i.op == Opcode::LeadingZeros);
    break;
  case Opcode::ByteSwap: result = reversed(terms, x, i.width, 8); break;
  case Opcode::BitReverse: result = reversed(terms, x, i.width, 1); break;
  default: { // Absolute
    const Term smallest = terms.constant(BitVector::oneBit(i.width, i.width - 1U));
    if (i.extra != 0) machine.noteFault(ValueFault::SignedOverflow, terms.equal(x, smallest));
    result = terms.ite(terms.binary(Op::SLess, x, terms.constant(i.width, 0)), terms.unary(Op::Neg, x), x);
    break;
  }
  }
  machine.slot(i.d) = machine.bitsValue(result);
  return true;
}

bool extremum(Machine& machine, const Instruction& i) {
  logic::TermManager& terms = machine.terms;
  const Term x = machine.bitsTerm(machine.slot(i.a), i.width);
  const Term y = machine.bitsTerm(machine.slot(i.b), i.width);
  const bool isSigned = i.op == Opcode::SMin || i.op == Opcode::SMax;
  const bool least = i.op == Opcode::SMin || i.op == Opcode::UMin;
  if (i.width == 1) {
    machine.slot(i.d) = machine.bitsValue(least != isSigned ? terms.logicalAnd(x, y) : terms.logicalOr(x, y));
    return true;
  }
  const Term less = terms.binary(isSigned ? Op::SLess : Op::ULess, x, y);
  machine.slot(i.d) = machine.bitsValue(least ? terms.ite(less, x, y) : terms.ite(less, y, x));
  return true;
}

bool funnel(Machine& machine, const Instruction& i) {
  logic::TermManager& terms = machine.terms;
  const Value& high = machine.slot(i.a);
  const Value& low = machine.slot(i.b);
  const Value& amount = machine.slot(i.c);
  const bool left = i.op == Opcode::FunnelLeft;
  if (high.isPlain() && low.isPlain() && amount.isPlain()) {
    const std::uint64_t n = amount.bits % i.width;
    std::uint64_t result = left ? high.bits : low.bits;
    if (n != 0) result = left ? high.bits << n | low.bits >> (i.width - n) : high.bits << (i.width - n) | low.bits >> n;
    machine.slot(i.d) = Value::concrete(result & logic::lowMask(i.width));
    return true;
  }
  const Term both = terms.binary(Op::Concat, machine.bitsTerm(high, i.width), machine.bitsTerm(low, i.width));
  const Term n = terms.binary(Op::URem, machine.bitsTerm(amount, i.width), terms.constant(i.width, i.width));
  const Term shifted = terms.binary(left ? Op::Shl : Op::LShr, both, terms.zeroExtend(n, 2U * i.width));
  machine.slot(i.d) = machine.bitsValue(left ? terms.extract(shifted, 2U * i.width - 1, i.width)
                                             : terms.extract(shifted, i.width - 1U, 0));
  return true;
}

struct Arithmetic {
  Op op;
  bool isSigned;
};

Arithmetic arithmeticOf(Opcode op) {
  switch (op) {
  case Opcode::SAddSat:
  case Opcode::SAddOverflow: return {Op::Add, true};
  case Opcode::UAddSat:
  case Opcode::UAddOverflow: return {Op::Add, false};
  case Opcode::SSubSat:
  case Opcode::SSubOverflow: return {Op::Sub, true};
  case Opcode::USubSat:
  case Opcode::USubOverflow: return {Op::Sub, false};
  case Opcode::SMulOverflow: return {Op::Mul, true};
  case Opcode::UMulOverflow: return {Op::Mul, false};
  case Opcode::SShlSat: return {Op::Shl, true};
  default: return {Op::Shl, false};
  }
}

/// The exact result, in a width in which it cannot overflow, and whether it does in the narrow one.
struct Exact {
  Term wide;
  Term narrow;
  Term overflows;
};

Exact exactly(logic::TermManager& terms, Arithmetic arithmetic, Term x, Term y, std::uint32_t width) {
  const std::uint32_t wide = arithmetic.op == Op::Mul || arithmetic.op == Op::Shl ? 2 * width : width + 1;
  const auto extend = [&](Term t) {
    return arithmetic.isSigned ? terms.signExtend(t, wide) : terms.zeroExtend(t, wide);
  };
  const Term amount = arithmetic.op == Op::Shl ? terms.zeroExtend(y, wide) : extend(y);
  const Term result = terms.binary(arithmetic.op, extend(x), amount);
  const Term narrow = terms.extract(result, width - 1, 0);
  return {result, narrow, terms.logicalNot(terms.equal(result, extend(narrow)))};
}

bool saturating(Machine& machine, const Instruction& i) {
  if (i.width == 1) return machine.unsupported("saturating arithmetic on a single bit");
  logic::TermManager& terms = machine.terms;
  const Arithmetic arithmetic = arithmeticOf(i.op);
  const Term x = machine.bitsTerm(machine.slot(i.a), i.width);
  const Term y = machine.bitsTerm(machine.slot(i.b), i.width);
  const Exact exact = exactly(terms, arithmetic, x, y, i.width);
  Term limit;
  if (arithmetic.isSigned) {
    const Term isNegative = terms.binary(Op::SLess, exact.wide, terms.constant(BitVector(terms.width(exact.wide), 0)));
    const BitVector smallest = BitVector::oneBit(i.width, i.width - 1U);
    limit = terms.ite(isNegative, terms.constant(smallest), terms.constant(~smallest));
  } else {
    limit = arithmetic.op == Op::Sub ? terms.constant(i.width, 0) : terms.constant(BitVector::ones(i.width));
  }
  machine.slot(i.d) = machine.bitsValue(terms.ite(exact.overflows, limit, exact.narrow));
  return true;
}

bool withOverflow(Machine& machine, const Instruction& i) {
  if (i.width == 1) return machine.unsupported("checked arithmetic on a single bit");
  logic::TermManager& terms = machine.terms;
  const Arithmetic arithmetic = arithmeticOf(i.op);
  const Term x = machine.bitsTerm(machine.slot(i.a), i.width);
  const Term y = machine.bitsTerm(machine.slot(i.b), i.width);
  const Exact exact = exactly(terms, arithmetic, x, y, i.width);
  machine.slot(i.d) = machine.bitsValue(exact.narrow);
  machine.slot(i.d + 1) = machine.bitsValue(exact.overflows);
  return true;
}

constexpr std::array table = {
    HandlerEntry{Opcode::PopCount, unary},
    HandlerEntry{Opcode::LeadingZeros, unary},
    HandlerEntry{Opcode::TrailingZeros, unary},
    HandlerEntry{Opcode::ByteSwap, unary},
    HandlerEntry{Opcode::BitReverse, unary},
    HandlerEntry{Opcode::Absolute, unary},
    HandlerEntry{Opcode::SMin, extremum},
    HandlerEntry{Opcode::SMax, extremum},
    HandlerEntry{Opcode::UMin, extremum},
    HandlerEntry{Opcode::UMax, extremum},
    HandlerEntry{Opcode::FunnelLeft, funnel},
    HandlerEntry{Opcode::FunnelRight, funnel},
    HandlerEntry{Opcode::SAddSat, saturating},
    HandlerEntry{Opcode::UAddSat, saturating},
    HandlerEntry{Opcode::SSubSat, saturating},
    HandlerEntry{Opcode::USubSat, saturating},
    HandlerEntry{Opcode::SShlSat, saturating},
    HandlerEntry{Opcode::UShlSat, saturating},
    HandlerEntry{Opcode::SAddOverflow, withOverflow},
    HandlerEntry{Opcode::UAddOverflow, withOverflow},
    HandlerEntry{Opcode::SSubOverflow, withOverflow},
    HandlerEntry{Opcode::USubOverflow, withOverflow},
    HandlerEntry{Opcode::SMulOverflow, withOverflow},
    HandlerEntry{Opcode::UMulOverflow, withOverflow},
};

} // namespace

std::span<const HandlerEntry> bitHandlers() { return table; }

} // namespace beagle::exec
