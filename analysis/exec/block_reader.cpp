#include "analysis/exec/block_reader.h"

#include "analysis/input/standard.h"

#include <algorithm>

namespace beagle::exec {

using input::Standard;
using ir::ScalarKind;
using logic::Op;

namespace {

constexpr ir::ScalarType sizeType{ScalarKind::Integer, 0, 64};
constexpr ir::ScalarType pointerType{ScalarKind::Pointer, 0, 64};

/// A member of the one that is read, as libstdc++ has it.
std::optional<Value> memberOf(Machine& machine, const Contents& contents, std::uint64_t at, ir::ScalarType type) {
  if (at + 8 > contents.size()) return {};
  const Value value = contents.read(machine, at, type);
  return value.isDefined() ? std::optional(value) : std::nullopt;
}

Term offsetOf(logic::TermManager& terms, const Value& pointer) {
  return pointer.isSymbolic() ? pointer.asTerm() : terms.constant(64, pointer.bits);
}

} // namespace

std::optional<HeldElements> heldElements(Machine& machine, const Harness& harness, const State& state,
                                         ir::TypeIndex type, ObjectId object, std::uint64_t offset) {
  const ir::SourceTypes& types = harness.types();
  const bool isText = input::standardOf(types.type(type)) == Standard::String;
  const auto first = input::findMember(types, type, isText ? "_M_p" : "_M_start");
  const auto behind = input::findMember(types, type, isText ? "_M_string_length" : "_M_finish");
  if (!first || !behind || !input::isPointer(types.type(first->type))) return {};
  HeldElements held;
  held.element = types.type(first->type).element;
  if (held.element == ir::none || types.type(held.element).size == 0) return {};
  held.step = types.type(held.element).size;

  const Contents& contents = state.memory[object].contents;
  const auto start = memberOf(machine, contents, offset + first->offset, pointerType);
  const auto end = memberOf(machine, contents, offset + behind->offset, isText ? sizeType : pointerType);
  if (!start || !end || start->isSymbolic()) return {};
  logic::TermManager& terms = machine.terms;
  if (isText) held.size = *end;
  else if (start->object() != end->object()) return {};
  else
    held.size = machine.bitsValue(
        terms.binary(Op::UDiv, terms.binary(Op::Sub, offsetOf(terms, *end), terms.constant(64, start->bits)),
                     terms.constant(64, held.step)));
  if (held.size.object() != 0) return {};
  if (start->object() == 0)
    return start->bits == 0 && held.size.isPlain() && held.size.bits == 0 ? std::optional(held) : std::nullopt;
  held.object = start->object();
  held.offset = start->bits;
  if (machine.functionOf(held.object)) return {};
  if (!state.memory.exists(held.object)) return held;
  const Object& block = state.memory[held.object];
  if (!block.isAlive || held.offset > block.contents.size()) return {};
  held.most = (block.contents.size() - held.offset) / held.step;
  // A short text stands in the string itself, and the rest of the block is not its own.
  if (isText && held.object == object)
    if (const auto local = input::findMember(types, type, "_M_local_buf"))
      held.most = std::min(held.most, types.type(local->type).size);
  if (!held.size.isPlain()) return held;
  if (held.size.bits > held.most) return {};
  held.most = held.size.bits;
  return held;
}

} // namespace beagle::exec
