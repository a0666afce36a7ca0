// Jumps, calls and returns.

#include "analysis/exec/handlers.h"
#include "analysis/exec/models.h"

#include <algorithm>

namespace beagle::exec {

using ir::Instruction;
using ir::Opcode;
using logic::Op;

namespace {

bool jumpTo(Machine& machine, const Instruction& i) {
  machine.jump(i.d);
  return true;
}

bool branch(Machine& machine, const Instruction& i) {
  const Value& condition = machine.slot(i.a);
  machine.noteUse(condition);
  const auto side = machine.decide(ChoiceKind::Branch, machine.bitsTerm(condition, 1));
  if (!side) return false;
  if (*side) machine.takeSide(i.d, i.b);
  else machine.takeSide(i.d + 1, i.c);
  return true;
}

std::size_t targetOf(const ir::SwitchTable& table, std::uint64_t value) {
  const auto found = std::ranges::lower_bound(table.cases, value, {}, &std::pair<std::uint64_t, ir::BlockIndex>::first);
  return found != table.cases.end() && found->first == value ? table.targetOfCase[found - table.cases.begin()]
                                                             : table.targets.size() - 1;
}

/// One alternative per target, not per case.
bool switchOn(Machine& machine, const Instruction& i) {
  const ir::SwitchTable& table = machine.frame().function->switches[i.b];
  const Value value = machine.slot(i.a);
  const auto goTo = [&](std::size_t target) {
    machine.takeSide(i.d + static_cast<std::uint32_t>(target), table.targets[target]);
    return true;
  };
  if (value.isPlain()) return goTo(targetOf(table, value.bits));
  machine.noteUse(value);
  logic::TermManager& terms = machine.terms;
  const Term on = machine.bitsTerm(value, i.width);
  const Term oneBit = terms.sort(on).isBool() ? terms.boolToBits(on, 1) : on;
  std::vector<Term> alternatives(table.targets.size(), terms.truth(false));
  alternatives.back() = terms.truth(true);
  for (std::size_t k = 0; k < table.cases.size(); ++k) {
    const std::uint32_t target = table.targetOfCase[k];
    if (target + 1 == table.targets.size()) continue;
    const Term hit = terms.equal(oneBit, terms.constant(terms.width(oneBit), table.cases[k].first));
    alternatives.back() = terms.logicalAnd(alternatives.back(), terms.logicalNot(hit));
    alternatives[target] = terms.logicalOr(alternatives[target], hit);
  }
  const auto choice = machine.choose(ChoiceKind::Switch, alternatives);
  return choice && goTo(*choice);
}

/// A number that is an address as a pointer to what lies there.
Value asAddress(Machine& machine, const Value& value) {
  if (!value.isPlain() || value.bits == 0) return value;
  const ObjectId id = machine.state().memory.objectAt(value.bits);
  return id != 0 ? Value::pointer(id, value.bits - machine.object(id).address) : value;
}

bool indirectJump(Machine& machine, const Instruction& i) {
  const Value address = asAddress(machine, machine.slot(i.a));
  const ObjectId own = machine.functionObject(machine.frame().index);
  // What was never written, and what the input holds, leads anywhere.
  if (!address.isDefined() || inputAt(machine.state(), address.object()) ||
      (address.object() == 0 && address.isSymbolic()))
    return machine.unsupported("a computed goto whose target is not known");
  if (address.isPlain() && address.bits == 0) return machine.memoryError(MemoryFault::NullPointer);
  if (address.object() != own) return machine.memoryError(MemoryFault::BadCall, address.object());
  const std::span labels = std::span(machine.frame().function->operands).subspan(i.b, std::size_t{2} * i.c);
  const auto goTo = [&](std::size_t k) {
    machine.jump(labels[2 * k + 1]);
    return true;
  };
  if (!address.isSymbolic()) {
    for (std::size_t k = 0; k < i.c; ++k)
      if (labels[2 * k] == address.bits) return goTo(k);
    return machine.memoryError(MemoryFault::BadCall, own);
  }
  logic::TermManager& terms = machine.terms;
  std::vector<Term> alternatives;
  Term isNone = terms.truth(true);
  for (std::size_t k = 0; k < i.c; ++k) {
    alternatives.push_back(terms.equal(address.asTerm(), terms.constant(64, labels[2 * k])));
    isNone = terms.logicalAnd(isNone, terms.logicalNot(alternatives.back()));
  }
  alternatives.push_back(isNone);
  const auto choice = machine.choose(ChoiceKind::Switch, alternatives);
  if (!choice) return false;
  return *choice < i.c ? goTo(*choice) : machine.memoryError(MemoryFault::BadCall, own);
}

bool returnValues(Machine& machine, const Instruction& i) {
  const ir::Function& function = *machine.frame().function;
  std::vector<Value> results;
  results.reserve(i.c);
  for (std::uint32_t k = 0; k < i.c; ++k) results.push_back(machine.slot(function.operands[i.b + k]));
  if (function.noundefResult)
    for (const Value& result : results) machine.noteUse(result);
  return machine.leave(results);
}

bool unreachable(Machine& machine, const Instruction& /*i*/) {
  return machine.end(EndKind::Trapped, unreachableReached);
}

/// The function behind a pointer; `none` for one of the input that is no function of the program. Nothing when the run
/// has to ask, or has ended because there is no function.
std::optional<ir::FunctionIndex> calleeOf(Machine& machine, const Value& pointer) {
  machine.noteUse(pointer);
  const Value target = asAddress(machine, pointer);
  if (target.isPlain()) {
    machine.memoryError(target.bits == 0 ? MemoryFault::NullPointer : MemoryFault::BadCall);
    return {};
  }
  if (target.isDefined() && inputAt(machine.state(), target.object()) && !target.isSymbolic() && target.bits == 0) {
    const auto null = machine.isNull(target);
    if (!null) return {};
    if (*null) {
      machine.memoryError(MemoryFault::NullPointer);
      return {};
    }
    if (machine.surroundings().isFunction(machine.state(), target.object())) return machine.functionOfInput(target);
  }
  const auto function = machine.functionOf(target.object());
  if (!function || target.isSymbolic() || target.bits != 0) {
    machine.memoryError(MemoryFault::BadCall, target.object());
    return {};
  }
  return function;
}

/// A by-value argument is a copy of the object that the caller points at.
std::optional<Value> copied(Machine& machine, const Value& pointer, std::uint64_t size) {
  const auto place = machine.access(pointer, size, false);
  if (!place) return {};
  const auto offset = place->symbolicOffset ? machine.splitOffset(*place, 1) : std::optional(place->offset);
  if (!offset) return {};
  const ObjectId copy = machine.allocate(ObjectKind::Stack, size, Contents::Fill::Uninitialised);
  const Ref<Object> from = machine.heldObject(place->object);
  machine.ownObject(copy).contents.copy(machine, from->contents, *offset, 0, size);
  return Value::pointer(copy, 0);
}

bool callModel(Machine& machine, ir::FunctionIndex callee, const ModelCall& call) {
  const ModelEntry* model = findModel(machine.program().functions()[callee].name);
  if (model && call.arguments.size() < model->parameters) return machine.memoryError(MemoryFault::BadCall);
  if (!(model ? model->model(machine, call) : machine.surroundings().call(machine, callee, call))) return false;
  if (call.site.normal != ir::none) machine.jump(call.site.normal);
  return true;
}

bool call(Machine& machine, const Instruction& i) {
  const ir::CallSite& site = machine.frame().function->calls[i.b];
  ir::FunctionIndex callee = site.function;
  if (callee == ir::none) {
    const auto target = calleeOf(machine, machine.slot(site.pointer));
    if (!target) return false;
    callee = *target;
  }
  std::vector<Value> arguments;
  arguments.reserve(site.arguments.size());
  for (const ir::CallArgument& argument : site.arguments) {
    const Value& value = machine.slot(argument.slot);
    if (argument.noundef) machine.noteUse(value);
    arguments.push_back(value);
  }
  if (callee == ir::none) {
    if (!machine.surroundings().callInput(machine, machine.slot(site.pointer).object(), {site, arguments, i.d}))
      return false;
    if (site.normal != ir::none) machine.jump(site.normal);
    return true;
  }
  const ir::FunctionInfo& info = machine.program().functions()[callee];
  if (!info.isDefined) return callModel(machine, callee, {site, arguments, i.d});
  // Copies are made when nothing can be asked any more.
  std::vector<ObjectId> copies;
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    if (site.arguments[k].byvalSize == 0) continue;
    const auto copy = copied(machine, arguments[k], site.arguments[k].byvalSize);
    if (!copy) return false;
    arguments[k] = *copy;
    copies.push_back(copy->object());
  }
  if (!machine.call(callee, site, i.d, arguments)) return false;
  std::vector<ObjectId>& locals = machine.frame().locals;
  locals.insert(locals.end(), copies.begin(), copies.end());
  return true;
}

bool trap(Machine& machine, const Instruction& i) {
  if (static_cast<ir::TrapKind>(i.extra) == ir::TrapKind::DebugTrap)
    return machine.end(EndKind::Trapped, "a breakpoint");
  return machine.end(EndKind::Trapped, "a trap");
}

bool named(Machine& machine, const Instruction& i) { return machine.unsupported(machine.frame().function->notes[i.b]); }

constexpr std::array table = {
    HandlerEntry{Opcode::Jump, jumpTo},         HandlerEntry{Opcode::Branch, branch},
    HandlerEntry{Opcode::Switch, switchOn},     HandlerEntry{Opcode::IndirectJump, indirectJump},
    HandlerEntry{Opcode::Return, returnValues}, HandlerEntry{Opcode::Unreachable, unreachable},
    HandlerEntry{Opcode::Call, call},           HandlerEntry{Opcode::Trap, trap},
    HandlerEntry{Opcode::Unsupported, named},
};

} // namespace

std::span<const HandlerEntry> controlHandlers() { return table; }

} // namespace beagle::exec
