// Allocation, loads and stores, block copies, lifetimes.

#include "analysis/exec/handlers.h"

#include <algorithm>

namespace beagle::exec {

using ir::Instruction;
using ir::Opcode;
using logic::Op;

namespace {

ir::ScalarType typeOf(const Instruction& i, std::uint32_t format) {
  return {static_cast<ir::ScalarKind>(i.extra), static_cast<std::uint8_t>(format), i.width};
}

bool allocate(Machine& machine, const Instruction& i) {
  logic::TermManager& terms = machine.terms;
  const Value count = machine.slot(i.a);
  machine.noteUse(count);
  const Value size = machine.bitsValue(terms.binary(Op::Mul, machine.bitsTerm(count, 64), terms.constant(64, i.b)));
  const auto object = machine.allocateSized(ObjectKind::Stack, size, Contents::Fill::Uninitialised);
  if (!object) return false;
  machine.ownObject(*object).alignment = i.c;
  machine.frame().locals.push_back(*object);
  machine.slot(i.d) = Value::pointer(*object, 0);
  return true;
}

bool load(Machine& machine, const Instruction& i) {
  const auto value = machine.load(machine.slot(i.a), typeOf(i, i.c));
  if (!value) return false;
  machine.slot(i.d) = *value;
  return true;
}

bool store(Machine& machine, const Instruction& i) {
  return machine.store(machine.slot(i.a), machine.slot(i.b), typeOf(i, i.c));
}

bool copyMemory(Machine& machine, const Instruction& i) {
  return machine.copy(machine.slot(i.a), machine.slot(i.b), machine.slot(i.c), i.op == Opcode::MoveMemory);
}

bool setMemory(Machine& machine, const Instruction& i) {
  return machine.fill(machine.slot(i.a), machine.slot(i.b), machine.slot(i.c));
}

bool lifetimeStart(Machine& machine, const Instruction& i) {
  const Value& pointer = machine.slot(i.a);
  if (pointer.object() != 0) machine.reviveObject(pointer.object());
  return true;
}

bool lifetimeEnd(Machine& machine, const Instruction& i) {
  const Value& pointer = machine.slot(i.a);
  if (pointer.object() != 0 && machine.object(pointer.object()).isAlive) machine.endObject(pointer.object());
  return true;
}

bool stackSave(Machine& machine, const Instruction& i) {
  machine.slot(i.d) = Value::concrete(machine.frame().locals.size());
  return true;
}

bool stackRestore(Machine& machine, const Instruction& i) {
  std::vector<ObjectId>& locals = machine.frame().locals;
  const std::uint64_t kept = machine.slot(i.a).bits;
  while (locals.size() > kept) {
    if (machine.object(locals.back()).isAlive) machine.endObject(locals.back());
    locals.pop_back();
  }
  return true;
}

bool compareExchange(Machine& machine, const Instruction& i) {
  const ir::ScalarType type = typeOf(i, 0);
  const Value pointer = machine.slot(i.a);
  const Value expected = machine.slot(i.b);
  const auto old = machine.load(pointer, type);
  if (!old) return false;
  const auto known = machine.sameAddress(*old, expected);
  const Term same =
      known ? *known : machine.terms.equal(machine.bitsTerm(*old, i.width), machine.bitsTerm(expected, i.width));
  const auto hit = machine.decide(ChoiceKind::Branch, same);
  if (!hit) return false;
  if (*hit && !machine.store(pointer, machine.slot(i.c), type)) return false;
  machine.slot(i.d) = *old;
  machine.slot(i.d + 1) = Value::concrete(*hit ? 1 : 0);
  return true;
}

constexpr std::array table = {
    HandlerEntry{Opcode::Allocate, allocate},
    HandlerEntry{Opcode::Load, load},
    HandlerEntry{Opcode::Store, store},
    HandlerEntry{Opcode::CopyMemory, copyMemory},
    HandlerEntry{Opcode::MoveMemory, copyMemory},
    HandlerEntry{Opcode::SetMemory, setMemory},
    HandlerEntry{Opcode::LifetimeStart, lifetimeStart},
    HandlerEntry{Opcode::LifetimeEnd, lifetimeEnd},
    HandlerEntry{Opcode::StackSave, stackSave},
    HandlerEntry{Opcode::StackRestore, stackRestore},
    HandlerEntry{Opcode::CompareExchange, compareExchange},
};

} // namespace

std::span<const HandlerEntry> memoryHandlers() { return table; }

} // namespace beagle::exec
