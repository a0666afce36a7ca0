// Pointers: an object and an offset, as long as nobody asks for the address.

#include "analysis/exec/handlers.h"
#include "analysis/logic/bit_vector.h"

#include <algorithm>
#include <bit>

namespace beagle::exec {

using ir::Instruction;
using ir::Opcode;
using logic::Op;

namespace {

/// The pointer moved by a number of bytes that may be a term.
Value moved(Machine& machine, const Value& base, const Value& by) {
  if (!base.isDefined()) return base;
  if (!base.isSymbolic() && !by.isSymbolic()) return {base.bits + by.bits, 0, base.tag};
  logic::TermManager& terms = machine.terms;
  const auto offset = [&](const Value& v) { return v.isSymbolic() ? v.asTerm() : terms.constant(64, v.bits); };
  Value result = machine.bitsValue(terms.binary(Op::Add, offset(base), offset(by)));
  result.tag = base.tag;
  return result;
}

bool addConstant(Machine& machine, const Instruction& i) {
  const std::uint64_t offset = i.b | static_cast<std::uint64_t>(i.c) << 32;
  machine.slot(i.d) = moved(machine, machine.slot(i.a), Value::concrete(offset));
  return true;
}

/// index * scale as a 64-bit number; the index counts with its sign.
Value scaled(Machine& machine, const Value& index, std::uint32_t width, const Value& scale) {
  logic::TermManager& terms = machine.terms;
  const Value plain = machine.integer(index, width);
  if (!plain.isSymbolic() && !scale.isSymbolic())
    return Value::concrete(static_cast<std::uint64_t>(logic::signedValue(plain.bits, width)) * scale.bits);
  const Term number = terms.resize(machine.bitsTerm(plain, width), 64, true);
  return machine.bitsValue(terms.binary(Op::Mul, number, machine.bitsTerm(scale, 64)));
}

bool addIndex(Machine& machine, const Instruction& i) {
  const Value index = machine.slot(i.b);
  const Value scale = i.op == Opcode::PointerIndex ? Value::concrete(i.c) : machine.slot(i.c);
  machine.noteUse(index);
  if (i.width == 1) return machine.unsupported("a single bit as an index");
  machine.slot(i.d) = moved(machine, machine.slot(i.a), scaled(machine, index, i.width, scale));
  return true;
}

bool equality(Machine& machine, const Instruction& i) {
  logic::TermManager& terms = machine.terms;
  const Value a = machine.slot(i.a);
  machine.noteNeighbours(a, machine.slot(i.b), PointerUse::Equal);
  const auto isSameObject = machine.isSameObject(a, machine.slot(i.b));
  if (!isSameObject) return false;
  Value b = machine.slot(i.b);
  if (*isSameObject) b.tag = a.object() << 2 | (b.tag & 3);
  Term same;
  if (const auto known = machine.sameAddress(a, b)) same = *known;
  else same = terms.equal(machine.bitsTerm(a, 64), machine.bitsTerm(b, 64));
  machine.slot(i.d) = machine.bitsValue(i.op == Opcode::PointerEqual ? same : terms.logicalNot(same));
  return true;
}

/// The signed value of the number takes so many bits, as far as its form tells.
std::uint32_t bitsOf(const logic::TermManager& terms, Term number, unsigned depth = 8) {
  const std::uint32_t width = terms.width(number);
  if (terms.isConstant(number)) {
    const auto value = logic::signedValue(terms.bits64(number), width);
    return static_cast<std::uint32_t>(std::bit_width(static_cast<std::uint64_t>(value < 0 ? ~value : value))) + 1;
  }
  if (depth == 0) return width;
  const auto operand = [&](std::size_t i) { return bitsOf(terms, terms.operands(number)[i], depth - 1); };
  switch (terms.op(number)) {
  case Op::ZeroExtend: return terms.width(terms.operands(number)[0]) + 1;
  case Op::SignExtend: return operand(0);
  case Op::Add:
  case Op::Sub: return std::max(operand(0), operand(1)) + 1;
  case Op::Mul: return operand(0) + operand(1);
  case Op::Ite: return std::max(operand(1), operand(2));
  default: return width;
  }
}

/// No object lies lower than 2^46: so far in front of it are addresses, and farther in front they come round to the
/// highest.
constexpr std::uint32_t addressBits = 46;

/// Where pointers into one object are ordered as their offsets are, with their signs. What is moved from an object that
/// is null is a number.
Term isNear(Machine& machine, const Value& pointer, Term null) {
  constexpr std::uint64_t before = std::uint64_t{1} << addressBits, behind = std::uint64_t{1} << 62U;
  logic::TermManager& terms = machine.terms;
  const Term offset = machine.bitsTerm(pointer, 64);
  Term near = terms.truth(true);
  if (bitsOf(terms, offset) > addressBits)
    near = terms.binary(Op::ULess, terms.binary(Op::Add, offset, terms.constant(64, before)),
                        terms.constant(64, before + behind));
  if (!null) return near;
  const Term isBehind = terms.binary(Op::SLessEqual, terms.constant(64, 0), offset);
  return terms.logicalAnd(near, terms.implies(null, isBehind));
}

/// That pointers lead no farther is assumed where it can be. Nothing: that has to be asked first.
std::optional<bool> areNear(Machine& machine, const Value& a, const Value& b, Term null) {
  const Term near = machine.terms.logicalAnd(isNear(machine, a, null), isNear(machine, b, null));
  if (machine.terms.isFalse(near)) return false;
  const State& state = machine.state();
  if (state.decisions.empty() && state.path.contains(near)) return true;
  return machine.assume(near);
}

bool order(Machine& machine, const Instruction& i) {
  Value a = machine.slot(i.a);
  Value b = machine.slot(i.b);
  if (const auto known = machine.isLower(a, b)) {
    machine.slot(i.d) = Value::concrete(*known ? 1 : 0);
    return true;
  }
  const bool isStrict = i.op == Opcode::PointerULess || i.op == Opcode::PointerSLess;
  machine.noteNeighbours(a, b, isStrict ? PointerUse::Less : PointerUse::LessEqual);
  bool isSigned = i.op == Opcode::PointerSLess || i.op == Opcode::PointerSLessEqual;
  machine.noteLabels(a, b);
  if (a.object() != 0 && a.object() == b.object()) {
    const Term null = machine.nullOf(a);
    a.tag &= 3;
    b.tag &= 3;
    const auto near = areNear(machine, a, b, null);
    if (!near) return false;
    isSigned = *near;
    if (!isSigned) { // as with any address that the object may have
      logic::TermManager& terms = machine.terms;
      const Term any = terms.constant(64, std::uint64_t{1} << addressBits);
      const Value address = machine.bitsValue(null ? terms.ite(null, terms.constant(64, 0), any) : any);
      a = moved(machine, a, address);
      b = moved(machine, b, address);
    }
  }
  const Op op = isSigned ? (isStrict ? Op::SLess : Op::SLessEqual) : (isStrict ? Op::ULess : Op::ULessEqual);
  machine.slot(i.d) = machine.bitsValue(machine.terms.binary(op, machine.bitsTerm(a, 64), machine.bitsTerm(b, 64)));
  return true;
}

bool toInteger(Machine& machine, const Instruction& i) {
  const Value pointer = machine.slot(i.a);
  if (i.width == 64 || !pointer.isDefined()) {
    machine.slot(i.d) = pointer; // the address stays unobserved until something needs its bits
    return true;
  }
  machine.slot(i.d) = machine.bitsValue(machine.terms.resize(machine.bitsTerm(pointer, 64), i.width));
  return true;
}

bool fromInteger(Machine& machine, const Instruction& i) {
  const Value number = machine.slot(i.a);
  if (i.extra == 64 || !number.isDefined()) machine.slot(i.d) = number;
  else machine.slot(i.d) = machine.bitsValue(machine.terms.resize(machine.bitsTerm(number, i.extra), 64));
  return true;
}

bool maskBits(Machine& machine, const Instruction& i) {
  const Value pointer = machine.slot(i.a);
  if (const auto result = machine.onLowBits(Op::BitAnd, pointer, machine.slot(i.b)); result && result->object() != 0) {
    machine.slot(i.d) = *result;
    return true;
  }
  logic::TermManager& terms = machine.terms;
  const Term masked = terms.binary(Op::BitAnd, machine.bitsTerm(pointer, 64), machine.bitsTerm(machine.slot(i.b), 64));
  if (pointer.object() == 0) {
    machine.slot(i.d) = machine.bitsValue(masked);
    return true;
  }
  const Term base = terms.constant(64, machine.addressOf(pointer.object()));
  Value result = machine.bitsValue(terms.binary(Op::Sub, masked, base));
  result.tag = pointer.tag;
  machine.slot(i.d) = result;
  return true;
}

constexpr std::array table = {
    HandlerEntry{Opcode::PointerAdd, addConstant},   HandlerEntry{Opcode::PointerIndex, addIndex},
    HandlerEntry{Opcode::PointerScale, addIndex},    HandlerEntry{Opcode::PointerEqual, equality},
    HandlerEntry{Opcode::PointerNotEqual, equality}, HandlerEntry{Opcode::PointerULess, order},
    HandlerEntry{Opcode::PointerULessEqual, order},  HandlerEntry{Opcode::PointerSLess, order},
    HandlerEntry{Opcode::PointerSLessEqual, order},  HandlerEntry{Opcode::PointerToInt, toInteger},
    HandlerEntry{Opcode::IntToPointer, fromInteger}, HandlerEntry{Opcode::PointerMask, maskBits},
};

} // namespace

std::span<const HandlerEntry> pointerHandlers() { return table; }

} // namespace beagle::exec
