// Integer arithmetic, comparisons and width changes, on whatever the loop does not do itself: symbolic operands,
// addresses, what was never written, and results that break a promise of the source.

#include "analysis/exec/handlers.h"
#include "analysis/logic/bit_vector.h"

namespace beagle::exec {

using ir::Instruction;
using ir::Opcode;
using logic::Op;

namespace {

/// Arithmetic on addresses that need not be looked at: p - q within one object, p + n, p & (alignment - 1),
/// p | 1.
std::optional<Value> onAddresses(Machine& machine, const Instruction& i, const Value& a, const Value& b) {
  if (i.width != 64 || !a.isDefined() || !b.isDefined() || (a.object() == 0 && b.object() == 0)) return {};
  logic::TermManager& terms = machine.terms;
  const auto offset = [&](const Value& value) {
    return value.isSymbolic() ? value.asTerm() : terms.constant(64, value.bits);
  };
  const auto combined = [&](Op op, ObjectId object) {
    Value result = machine.bitsValue(terms.binary(op, offset(a), offset(b)));
    result.tag = object << 2;
    return result;
  };
  switch (i.op) {
  case Opcode::Add:
    if (a.object() == 0 || b.object() == 0) return combined(Op::Add, a.object() | b.object());
    return {};
  case Opcode::Sub:
    if (b.object() == 0) return combined(Op::Sub, a.object());
    machine.noteLabels(a, b);
    if (a.object() == b.object()) return combined(Op::Sub, 0);
    machine.noteNeighbours(a, b, PointerUse::Distance);
    return {};
  case Opcode::And:
  case Opcode::Or:
  case Opcode::Xor: {
    const Op op = i.op == Opcode::And ? Op::BitAnd : i.op == Opcode::Or ? Op::BitOr : Op::BitXor;
    return a.object() != 0 ? machine.onLowBits(op, a, b) : machine.onLowBits(op, b, a);
  }
  default: return {};
  }
}

/// By a small constant, a product overflows exactly outside of a range; else the exact product tells.
Term productOverflow(logic::TermManager& terms, Term a, Term b, Term result, std::uint32_t width) {
  if (terms.isConstant(a)) std::swap(a, b);
  if (terms.isConstant(b) && width <= 64) {
    const std::int64_t factor = logic::signedValue(terms.bits64(b), width);
    if (factor > 0) {
      const std::int64_t most = static_cast<std::int64_t>(logic::lowMask(width - 1));
      const Term high = terms.constant(width, static_cast<std::uint64_t>(most / factor));
      const Term low = terms.constant(width, static_cast<std::uint64_t>((-most - 1) / factor));
      return terms.logicalOr(terms.binary(Op::SLess, high, a), terms.binary(Op::SLess, a, low));
    }
  }
  const Term wide = terms.binary(Op::Mul, terms.signExtend(a, 2 * width), terms.signExtend(b, 2 * width));
  return terms.logicalNot(terms.equal(wide, terms.signExtend(result, 2 * width)));
}

Term signedOverflow(logic::TermManager& terms, Opcode op, Term a, Term b, Term result, std::uint32_t width) {
  const auto negative = [&](Term x) { return terms.binary(Op::SLess, x, terms.constant(width, 0)); };
  const auto differ = [&](Term x, Term y) { return terms.binary(Op::BitXor, x, y); };
  switch (op) {
  case Opcode::Add: return negative(terms.binary(Op::BitAnd, differ(a, result), differ(b, result)));
  case Opcode::Sub: return negative(terms.binary(Op::BitAnd, differ(a, b), differ(a, result)));
  default: return productOverflow(terms, a, b, result, width);
  }
}

Term unsignedOverflow(logic::TermManager& terms, Opcode op, Term a, Term b, std::uint32_t width) {
  switch (op) {
  case Opcode::Add: return terms.binary(Op::ULess, terms.binary(Op::Add, a, b), a);
  case Opcode::Sub: return terms.binary(Op::ULess, a, b);
  default: {
    const Term wide = terms.binary(Op::Mul, terms.zeroExtend(a, 2 * width), terms.zeroExtend(b, 2 * width));
    return terms.logicalNot(terms.equal(terms.extract(wide, 2 * width - 1, width), terms.constant(width, 0)));
  }
  }
}

Op operatorOf(Opcode op) {
  switch (op) {
  case Opcode::Add: return Op::Add;
  case Opcode::Sub: return Op::Sub;
  case Opcode::Mul: return Op::Mul;
  case Opcode::UDiv: return Op::UDiv;
  case Opcode::SDiv: return Op::SDiv;
  case Opcode::URem: return Op::URem;
  case Opcode::SRem: return Op::SRem;
  case Opcode::And: return Op::BitAnd;
  case Opcode::Or: return Op::BitOr;
  case Opcode::Xor: return Op::BitXor;
  case Opcode::Shl: return Op::Shl;
  case Opcode::LShr: return Op::LShr;
  case Opcode::AShr: return Op::AShr;
  case Opcode::ULess: return Op::ULess;
  case Opcode::ULessEqual: return Op::ULessEqual;
  case Opcode::SLess: return Op::SLess;
  default: return Op::SLessEqual;
  }
}

bool boolArithmetic(Machine& machine, const Instruction& i, const Value& a, const Value& b) {
  logic::TermManager& terms = machine.terms;
  const Term x = machine.bitsTerm(a, 1);
  const Term y = machine.bitsTerm(b, 1);
  switch (i.op) {
  case Opcode::And:
  case Opcode::Mul: machine.slot(i.d) = machine.bitsValue(terms.logicalAnd(x, y)); return true;
  case Opcode::Or: machine.slot(i.d) = machine.bitsValue(terms.logicalOr(x, y)); return true;
  default: machine.slot(i.d) = machine.bitsValue(terms.logicalXor(x, y)); return true; // Add, Sub, Xor
  }
}

bool arithmetic(Machine& machine, const Instruction& i) {
  const Value a = machine.slot(i.a);
  const Value b = machine.slot(i.b);
  if (const auto address = onAddresses(machine, i, a, b)) {
    machine.slot(i.d) = *address;
    return true;
  }
  if (i.width == 1) return boolArithmetic(machine, i, a, b);
  logic::TermManager& terms = machine.terms;
  const Term x = machine.bitsTerm(a, i.width);
  const Term y = machine.bitsTerm(b, i.width);
  const Term result = terms.binary(operatorOf(i.op), x, y);
  if ((i.extra & ir::NoSignedWrap) != 0)
    machine.noteFault(ValueFault::SignedOverflow, signedOverflow(terms, i.op, x, y, result, i.width));
  else if ((i.extra & ir::NoUnsignedWrap) != 0)
    machine.noteFault(ValueFault::UnsignedWrap, unsignedOverflow(terms, i.op, x, y, i.width));
  machine.slot(i.d) = machine.bitsValue(result);
  return true;
}

/// An oversized shift does what x86 does: the amount counts modulo the register's width.
bool shift(Machine& machine, const Instruction& i) {
  logic::TermManager& terms = machine.terms;
  if (i.width == 1) { // only a shift by 0 is defined
    machine.noteFault(ValueFault::OversizedShift, machine.bitsTerm(machine.slot(i.b), 1));
    machine.slot(i.d) = machine.integer(machine.slot(i.a), 1);
    return true;
  }
  const Term x = machine.bitsTerm(machine.slot(i.a), i.width);
  Term amount = machine.bitsTerm(machine.slot(i.b), i.width);
  const Term fits = terms.binary(Op::ULess, amount, terms.constant(i.width, i.width));
  if (!terms.isTrue(fits)) {
    machine.noteFault(ValueFault::OversizedShift, terms.logicalNot(fits));
    if (i.width <= 64) amount = terms.binary(Op::BitAnd, amount, terms.constant(i.width, i.width <= 32 ? 31 : 63));
  }
  const Term result = terms.binary(operatorOf(i.op), x, amount);
  if (i.op == Opcode::Shl && (i.extra & ir::NoSignedWrap) != 0)
    machine.noteFault(ValueFault::SignedOverflow,
                      terms.logicalNot(terms.equal(terms.binary(Op::AShr, result, amount), x)));
  if (i.op != Opcode::Shl && (i.extra & ir::Exact) != 0)
    machine.noteFault(ValueFault::InexactDivision,
                      terms.logicalNot(terms.equal(terms.binary(Op::Shl, result, amount), x)));
  machine.slot(i.d) = machine.bitsValue(result);
  return true;
}

bool division(Machine& machine, const Instruction& i) {
  logic::TermManager& terms = machine.terms;
  if (i.width == 1) return machine.unsupported("division of a single bit");
  const Term x = machine.bitsTerm(machine.slot(i.a), i.width);
  const Term y = machine.bitsTerm(machine.slot(i.b), i.width);
  const auto zero = machine.decide(ChoiceKind::Division, terms.equal(y, terms.constant(i.width, 0)));
  if (!zero) return false;
  if (*zero) return machine.end(EndKind::DivisionByZero);
  if (i.op == Opcode::SDiv || i.op == Opcode::SRem) {
    const Term smallest = terms.constant(logic::BitVector::oneBit(i.width, i.width - 1));
    const Term minusOne = terms.constant(logic::BitVector::ones(i.width));
    const auto overflow =
        machine.decide(ChoiceKind::Division, terms.logicalAnd(terms.equal(y, minusOne), terms.equal(x, smallest)));
    if (!overflow) return false;
    if (*overflow) return machine.end(EndKind::DivisionByZero, "the smallest number divided by -1");
  }
  const Term result = terms.binary(operatorOf(i.op), x, y);
  if ((i.extra & ir::Exact) != 0)
    machine.noteFault(ValueFault::InexactDivision, terms.logicalNot(terms.equal(terms.binary(Op::Mul, result, y), x)));
  machine.slot(i.d) = machine.bitsValue(result);
  return true;
}

bool equality(Machine& machine, const Instruction& i) {
  logic::TermManager& terms = machine.terms;
  const Value a = machine.slot(i.a);
  const Value b = machine.slot(i.b);
  Term same;
  if (const auto address = machine.sameAddress(a, b)) same = *address;
  else same = terms.equal(machine.bitsTerm(a, i.width), machine.bitsTerm(b, i.width));
  machine.slot(i.d) = machine.bitsValue(i.op == Opcode::Equal ? same : terms.logicalNot(same));
  return true;
}

bool order(Machine& machine, const Instruction& i) {
  logic::TermManager& terms = machine.terms;
  Value a = machine.slot(i.a);
  Value b = machine.slot(i.b);
  if (const auto known = machine.isLower(a, b)) {
    machine.slot(i.d) = Value::concrete(*known ? 1 : 0);
    return true;
  }
  machine.noteLabels(a, b);
  if (a.object() != 0 && a.object() == b.object()) { // within one object, offsets are ordered as addresses are
    a.tag &= 3;
    b.tag &= 3;
  }
  const Term x = machine.bitsTerm(a, i.width);
  const Term y = machine.bitsTerm(b, i.width);
  if (i.width == 1) { // a signed bit is 0 or -1
    const bool isSigned = i.op == Opcode::SLess || i.op == Opcode::SLessEqual;
    const Term& low = isSigned ? y : x;
    const Term& high = isSigned ? x : y;
    const bool strict = i.op == Opcode::ULess || i.op == Opcode::SLess;
    machine.slot(i.d) = machine.bitsValue(strict ? terms.logicalAnd(terms.logicalNot(low), high)
                                                 : terms.logicalOr(terms.logicalNot(low), high));
    return true;
  }
  machine.slot(i.d) = machine.bitsValue(terms.binary(operatorOf(i.op), x, y));
  return true;
}

bool truncate(Machine& machine, const Instruction& i) {
  logic::TermManager& terms = machine.terms;
  const Value& from = machine.slot(i.a);
  if (!from.isDefined()) {
    machine.slot(i.d) = Value::marked(from.mark());
    return true;
  }
  const Term x = machine.bitsTerm(from, i.extra);
  if (i.b != 0 && machine.unwrittenIn(x).empty())
    machine.noteFault(ValueFault::NoBool, terms.binary(Op::ULess, terms.constant(i.extra, 1), x));
  if (i.width == 1) machine.slot(i.d) = machine.bitsValue(terms.equal(terms.extract(x, 0, 0), terms.constant(1, 1)));
  else machine.slot(i.d) = machine.bitsValue(terms.extract(x, i.width - 1U, 0));
  return true;
}

bool extend(Machine& machine, const Instruction& i) {
  logic::TermManager& terms = machine.terms;
  const Term x = machine.bitsTerm(machine.slot(i.a), i.extra);
  const bool isSigned = i.op == Opcode::SignExtend;
  if (i.extra == 1) {
    const Term ones = terms.constant(isSigned ? logic::BitVector::ones(i.width) : logic::BitVector(i.width, 1));
    machine.slot(i.d) = machine.bitsValue(terms.ite(x, ones, terms.constant(i.width, 0)));
    return true;
  }
  machine.slot(i.d) = machine.bitsValue(isSigned ? terms.signExtend(x, i.width) : terms.zeroExtend(x, i.width));
  return true;
}

constexpr std::array table = {
    HandlerEntry{Opcode::Add, arithmetic},    HandlerEntry{Opcode::Sub, arithmetic},
    HandlerEntry{Opcode::Mul, arithmetic},    HandlerEntry{Opcode::And, arithmetic},
    HandlerEntry{Opcode::Or, arithmetic},     HandlerEntry{Opcode::Xor, arithmetic},
    HandlerEntry{Opcode::Shl, shift},         HandlerEntry{Opcode::LShr, shift},
    HandlerEntry{Opcode::AShr, shift},        HandlerEntry{Opcode::UDiv, division},
    HandlerEntry{Opcode::SDiv, division},     HandlerEntry{Opcode::URem, division},
    HandlerEntry{Opcode::SRem, division},     HandlerEntry{Opcode::Equal, equality},
    HandlerEntry{Opcode::NotEqual, equality}, HandlerEntry{Opcode::ULess, order},
    HandlerEntry{Opcode::ULessEqual, order},  HandlerEntry{Opcode::SLess, order},
    HandlerEntry{Opcode::SLessEqual, order},  HandlerEntry{Opcode::Truncate, truncate},
    HandlerEntry{Opcode::ZeroExtend, extend}, HandlerEntry{Opcode::SignExtend, extend},
};

} // namespace

std::span<const HandlerEntry> integerHandlers() { return table; }

} // namespace beagle::exec
