// Moves, marks, selection, and the choice of a slot by an index.

#include "analysis/exec/handlers.h"

namespace beagle::exec {

using ir::Instruction;
using ir::Opcode;
using logic::FloatFormat;
using logic::Op;

namespace {

bool markUninitialised(Machine& machine, const Instruction& i) {
  machine.slot(i.d) = Value::marked(Mark::Uninitialised);
  return true;
}

bool freeze(Machine& machine, const Instruction& i) {
  const ir::ScalarType type{static_cast<ir::ScalarKind>(i.extra), static_cast<std::uint8_t>(i.c), i.width};
  machine.slot(i.d) = machine.defined(machine.slot(i.a), type);
  return true;
}

/// Whether `ite` can express a choice between the two: both numbers, or both offsets into one object.
bool canMerge(const Value& a, const Value& b) { return a.isDefined() && b.isDefined() && a.object() == b.object(); }

Term asTerm(Machine& machine, const Value& value, const Instruction& i) {
  if (value.isSymbolic()) return value.asTerm();
  if (i.width == 1) return machine.terms.truth(value.bits != 0);
  return machine.terms.constant(i.width, value.bits);
}

bool select(Machine& machine, const Instruction& i) {
  logic::TermManager& terms = machine.terms;
  const Value& condition = machine.slot(i.a);
  const Value& then = machine.slot(i.b);
  const Value& otherwise = machine.slot(i.c);
  if (!condition.isDefined()) machine.noteFault(ValueFault::UninitialisedUse, terms.truth(true));
  const Term holds = machine.bitsTerm(condition, 1);
  const bool isFloat = static_cast<ir::ScalarKind>(i.extra) == ir::ScalarKind::Float;
  // A concrete float does not say of which format its term would be.
  const bool mergeable = canMerge(then, otherwise) && (!isFloat || (then.isSymbolic() && otherwise.isSymbolic()));
  if (then == otherwise) {
    machine.slot(i.d) = then;
  } else if (mergeable) {
    Value result = machine.bitsValue(terms.ite(holds, asTerm(machine, then, i), asTerm(machine, otherwise, i)));
    result.tag = then.tag;
    machine.slot(i.d) = result;
  } else {
    const auto side = machine.decide(ChoiceKind::Branch, holds);
    if (!side) return false;
    machine.slot(i.d) = *side ? then : otherwise;
  }
  return true;
}

/// The index of a vector's element: one alternative per element, and one for none of them.
std::optional<std::uint32_t> elementIndex(Machine& machine, const Value& index, std::uint32_t count) {
  logic::TermManager& terms = machine.terms;
  const Term at = machine.bitsTerm(index, 64);
  std::vector<Term> alternatives;
  for (std::uint32_t k = 0; k < count; ++k) alternatives.push_back(terms.equal(at, terms.constant(64, k)));
  alternatives.push_back(terms.binary(Op::ULessEqual, terms.constant(64, count), at));
  return machine.choose(ChoiceKind::Address, alternatives);
}

bool pickSlot(Machine& machine, const Instruction& i) {
  const auto index = elementIndex(machine, machine.slot(i.a), i.c);
  if (!index) return false;
  machine.slot(i.d) = *index < i.c ? machine.slot(i.b + *index) : Value::marked(Mark::Poison);
  return true;
}

bool putSlot(Machine& machine, const Instruction& i) {
  const auto index = elementIndex(machine, machine.slot(i.a), i.c);
  if (!index) return false;
  if (*index < i.c) machine.slot(i.d + *index) = machine.slot(i.b);
  return true;
}

constexpr std::array table = {
    HandlerEntry{Opcode::MarkUninit, markUninitialised}, HandlerEntry{Opcode::Freeze, freeze},
    HandlerEntry{Opcode::Select, select},                HandlerEntry{Opcode::PickSlot, pickSlot},
    HandlerEntry{Opcode::PutSlot, putSlot},
};

} // namespace

std::span<const HandlerEntry> valueHandlers() { return table; }

} // namespace beagle::exec
