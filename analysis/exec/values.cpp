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

/// The type of a select's operands; nothing when their width does not say which format a float has.
std::optional<ir::ScalarType> typeOf(const Instruction& i) {
  const auto kind = static_cast<ir::ScalarKind>(i.extra);
  if (kind != ir::ScalarKind::Float) return ir::ScalarType{kind, 0, i.width};
  if (i.width != 32 && i.width != 64) return {};
  return ir::ScalarType{kind, static_cast<std::uint8_t>(i.width == 32 ? FloatFormat::Single : FloatFormat::Double),
                        i.width};
}

bool select(Machine& machine, const Instruction& i) {
  const Value& condition = machine.slot(i.a);
  const Value& then = machine.slot(i.b);
  const Value& otherwise = machine.slot(i.c);
  machine.noteUse(condition);
  const Term holds = machine.bitsTerm(condition, 1);
  const auto type = typeOf(i);
  const bool isKnown = type || then.isSymbolic() || otherwise.isSymbolic();
  if (const auto both =
          isKnown ? machine.merged(holds, then, otherwise, type.value_or(ir::ScalarType{})) : std::nullopt) {
    machine.slot(i.d) = *both;
    return true;
  }
  const auto side = machine.decide(ChoiceKind::Branch, holds);
  if (!side) return false;
  machine.slot(i.d) = *side ? then : otherwise;
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
    HandlerEntry{Opcode::MarkUninit, markUninitialised},
    HandlerEntry{Opcode::Freeze, freeze},
    HandlerEntry{Opcode::Select, select},
    HandlerEntry{Opcode::PickSlot, pickSlot},
    HandlerEntry{Opcode::PutSlot, putSlot},
};

} // namespace

std::span<const HandlerEntry> valueHandlers() { return table; }

} // namespace beagle::exec
