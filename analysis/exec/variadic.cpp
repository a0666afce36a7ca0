// Variable arguments as the x86-64 ABI lays them out. Every argument stands in the overflow area, in order; code that
// clang expanded from va_arg reads that, too.

#include "analysis/exec/argument_list.h"
#include "analysis/exec/handlers.h"

#include <algorithm>

namespace beagle::exec {

using ir::Instruction;
using ir::Opcode;

namespace {

constexpr ir::ScalarType int32{ir::ScalarKind::Integer, 0, 32};
constexpr ir::ScalarType pointerType{ir::ScalarKind::Pointer, 0, 64};

struct Area {
  std::uint64_t size = 0;
  std::uint32_t alignment = 16;
  std::vector<std::uint64_t> offsets; ///< of each argument
};

std::uint64_t roundUp(std::uint64_t value, std::uint64_t to) { return (value + to - 1) / to * to; }

Area layOut(const Frame& frame) {
  Area area;
  const std::size_t fixed = frame.function->parameters.size();
  for (std::size_t k = 0; k < frame.variadic.size(); ++k) {
    const ir::ScalarType type = frame.variadicTypes[k];
    const ir::CallArgument& argument = frame.callSite->arguments[fixed + k];
    const bool isCopy = argument.byvalSize != 0;
    const std::uint64_t size = isCopy ? argument.byvalSize : (type.width + 7U) / 8;
    const std::uint32_t alignment = isCopy ? std::max(8U, argument.byvalAlignment) : type.width > 64 ? 16 : 8;
    area.alignment = std::max(area.alignment, alignment);
    area.size = roundUp(area.size, alignment);
    area.offsets.push_back(area.size);
    area.size += roundUp(size, 8);
  }
  return area;
}

bool start(Machine& machine, const Instruction& i) {
  const Value list = machine.slot(i.a);
  const auto place = machine.access(list, argument_list::bytes, true);
  if (!place) return false;
  if (place->symbolicOffset) return machine.unsupported("va_start at a symbolic place");
  const Frame& frame = machine.frame();
  if (!frame.callSite && frame.function->isVariadic && frame.variadic.empty())
    machine.approximate("the entry is called without variable arguments");
  const Area area = layOut(frame);
  const std::size_t fixed = frame.function->parameters.size();
  const ObjectId values = machine.allocate(ObjectKind::Stack, area.size, Contents::Fill::Uninitialised);
  machine.ownObject(values).alignment = area.alignment;
  Contents& contents = machine.ownObject(values).contents;
  for (std::size_t k = 0; k < frame.variadic.size(); ++k) {
    const Value& argument = frame.variadic[k];
    const std::uint64_t byval = frame.callSite->arguments[fixed + k].byvalSize;
    if (byval == 0) {
      contents.write(machine, area.offsets[k], argument, frame.variadicTypes[k]);
    } else {
      const Ref<Object> copy = machine.heldObject(argument.object());
      contents.copy(machine, copy->contents, argument.bits, area.offsets[k], byval);
    }
  }
  Contents& target = machine.ownObject(place->object).contents;
  using namespace argument_list;
  target.write(machine, place->offset + integersAt, Value::concrete(integersUsed), int32);
  target.write(machine, place->offset + floatsAt, Value::concrete(floatsUsed), int32);
  target.write(machine, place->offset + areaAt, Value::pointer(values, 0), pointerType);
  target.write(machine, place->offset + savedAt, Value::concrete(0), pointerType);
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
  const Value areaPlace = {list.bits + argument_list::areaAt, list.term, list.tag};
  if (list.isSymbolic()) return machine.unsupported("va_arg at a symbolic place");
  auto area = machine.load(areaPlace, pointerType);
  if (!area) return false;
  if (area->isSymbolic()) return machine.unsupported("va_arg at a symbolic place");
  if (type.width > 64) area->bits = roundUp(area->bits, 16);
  const auto value = machine.load(*area, type);
  if (!value) return false;
  area->bits += roundUp((type.width + 7U) / 8, 8);
  if (!machine.store(areaPlace, *area, pointerType)) return false;
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
