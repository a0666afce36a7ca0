// Variable arguments as the x86-64 ABI lays them out, for code that clang expanded from va_arg: in saved registers
// first. An argument of the wrong type, or one that is missing, is what was never written there.

#include "analysis/exec/argument_list.h"
#include "analysis/exec/handlers.h"

#include <algorithm>

namespace beagle::exec {

using ir::Instruction;
using ir::Opcode;

namespace {

constexpr ir::ScalarType int32{ir::ScalarKind::Integer, 0, 32};
constexpr ir::ScalarType pointerType{ir::ScalarKind::Pointer, 0, 64};

std::uint64_t roundUp(std::uint64_t value, std::uint64_t to) { return (value + to - 1) / to * to; }

/// Bytes of an argument in the saved registers of its kind, if it is passed in such.
struct Registers {
  std::uint64_t integers = 0, floats = 0;
};

Registers registersOf(ir::ScalarType type, bool isVector) {
  constexpr std::uint16_t widthOfX87 = 80, widthOfSse = 128;
  if (isVector || type.kind == ir::ScalarKind::Float)
    return {0, type.width == widthOfX87 || type.width > widthOfSse ? 0U : 16U};
  return {type.width > 128 ? 0U : type.width > 64 ? 16U : 8U, 0};
}

/// Where arguments stand: behind the saved registers, or among them.
class Layout {
public:
  explicit Layout(std::span<const ir::Parameter> fixed) {
    for (const ir::Parameter& parameter : fixed) {
      if (parameter.byvalSize != 0 || (parameter.isInVector && parameter.vector == 0)) continue;
      ir::ScalarType type = parameter.type;
      if (parameter.isInVector) type.width = parameter.vector;
      (void)inRegisters(registersOf(type, parameter.isInVector));
    }
  }

  std::uint64_t place(ir::ScalarType type, const ir::CallArgument& argument) {
    const bool isCopy = argument.byvalSize != 0;
    if (!isCopy)
      if (const auto offset = inRegisters(registersOf(type, argument.isVector))) return *offset;
    const std::uint64_t bytes = isCopy ? argument.byvalSize : (type.width + 7U) / 8;
    const std::uint32_t own = isCopy ? std::max(8U, argument.byvalAlignment) : type.width > 64 ? 16 : 8;
    alignment = std::max(alignment, own);
    const std::uint64_t offset = roundUp(size, own);
    size = offset + roundUp(bytes, 8);
    return offset;
  }

  Registers used{0, argument_list::integersUsed};
  std::uint64_t size = argument_list::floatsUsed;
  std::uint32_t alignment = 16;

private:
  std::optional<std::uint64_t> inRegisters(Registers wanted) {
    const std::uint64_t integers = used.integers + wanted.integers, floats = used.floats + wanted.floats;
    if (wanted.integers + wanted.floats == 0 || integers > argument_list::integersUsed ||
        floats > argument_list::floatsUsed)
      return {};
    const std::uint64_t offset = wanted.integers > 0 ? used.integers : used.floats;
    used = {integers, floats};
    return offset;
  }
};

bool start(Machine& machine, const Instruction& i) {
  const Value list = machine.slot(i.a);
  const auto place = machine.access(list, argument_list::bytes, true);
  if (!place) return false;
  if (place->symbolicOffset) return machine.unsupported("va_start at a symbolic place");
  const Frame& frame = machine.frame();
  if (!frame.callSite && frame.function->isVariadic && frame.variadic.empty())
    machine.approximate("the entry is called without variable arguments");
  const std::size_t fixed = frame.function->parameters.size();
  Layout layout(frame.function->parameters);
  const Registers read = layout.used;
  std::vector<std::uint64_t> offsets;
  for (std::size_t k = 0; k < frame.variadic.size(); ++k)
    offsets.push_back(layout.place(frame.variadicTypes[k], frame.callSite->arguments[fixed + k]));
  const ObjectId values = machine.allocate(ObjectKind::Stack, layout.size, Contents::Fill::Uninitialised);
  machine.ownObject(values).alignment = layout.alignment;
  Contents& contents = machine.ownObject(values).contents;
  for (std::size_t k = 0; k < frame.variadic.size(); ++k) {
    const Value& argument = frame.variadic[k];
    const std::uint64_t byval = frame.callSite->arguments[fixed + k].byvalSize;
    if (byval == 0) {
      contents.write(machine, offsets[k], argument, frame.variadicTypes[k]);
    } else {
      const Ref<Object> copy = machine.heldObject(argument.object());
      contents.copy(machine, copy->contents, argument.bits, offsets[k], byval);
    }
  }
  Contents& target = machine.ownObject(place->object).contents;
  using namespace argument_list;
  const bool hasNone = !frame.callSite;
  target.write(machine, place->offset + integersAt, Value::concrete(hasNone ? integersUsed : read.integers), int32);
  target.write(machine, place->offset + floatsAt, Value::concrete(hasNone ? floatsUsed : read.floats), int32);
  target.write(machine, place->offset + areaAt, Value::pointer(values, floatsUsed), pointerType);
  target.write(machine, place->offset + savedAt, Value::pointer(values, 0), pointerType);
  machine.frame().locals.push_back(values);
  return true;
}

bool end(Machine& /*machine*/, const Instruction& /*i*/) { return true; }

bool copyList(Machine& machine, const Instruction& i) {
  return machine.copy(machine.slot(i.a), machine.slot(i.b), Value::concrete(argument_list::bytes), true);
}

/// The instruction va_arg, which clang itself does not make.
bool next(Machine& machine, const Instruction& i) {
  const Value list = machine.slot(i.a);
  const ir::ScalarType type{static_cast<ir::ScalarKind>(i.extra), static_cast<std::uint8_t>(i.c), i.width};
  if (list.isSymbolic()) return machine.unsupported("va_arg at a symbolic place");
  using namespace argument_list;
  const auto member = [&](std::uint64_t offset) { return Value{list.bits + offset, list.term, list.tag}; };
  const Registers wanted = registersOf(type, false);
  const Value counted = member(wanted.integers > 0 ? integersAt : floatsAt);
  const auto read = machine.load(counted, int32);
  if (!read) return false;
  auto area = machine.load(member(areaAt), pointerType);
  const auto saved = machine.load(member(savedAt), pointerType);
  if (!area || !saved) return false;
  if (read->isSymbolic() || area->isSymbolic()) return machine.unsupported("va_arg at a symbolic place");
  const std::uint64_t bytes = wanted.integers + wanted.floats;
  const std::uint64_t limit = wanted.integers > 0 ? integersUsed : floatsUsed;
  if (bytes > 0 && read->bits + bytes <= limit) {
    const auto value = machine.load({saved->bits + read->bits, saved->term, saved->tag}, type);
    if (!value || !machine.store(counted, Value::concrete(read->bits + bytes), int32)) return false;
    machine.slot(i.d) = *value;
    return true;
  }
  if (type.width > 64) area->bits = roundUp(area->bits, 16);
  const auto value = machine.load(*area, type);
  if (!value) return false;
  area->bits += roundUp((type.width + 7U) / 8, 8);
  if (!machine.store(member(areaAt), *area, pointerType)) return false;
  machine.slot(i.d) = *value;
  return true;
}

constexpr std::array table = {
    HandlerEntry{Opcode::VaStart, start},
    HandlerEntry{Opcode::VaEnd, end},
    HandlerEntry{Opcode::VaCopy, copyList},
    HandlerEntry{Opcode::VaArg, next},
};

} // namespace

std::span<const HandlerEntry> variadicHandlers() { return table; }

} // namespace beagle::exec
