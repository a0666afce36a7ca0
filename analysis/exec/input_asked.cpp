// Memory that an allocator without code gave: it is as large as it was asked for, and anything may stand in it.

#include "analysis/exec/harness.h"

#include <algorithm>

namespace beagle::exec {

using ir::SourceType;
using logic::Op;

namespace {

constexpr std::uint64_t mostBytes = 4096;
/// What stands behind so many is zero.
constexpr std::uint64_t mostFree = 256;

} // namespace

/// Bytes that are set aside.
std::uint64_t Harness::mostAsked(const logic::TermManager& terms, const InputPointer& pointer, Term asked) {
  const bool isKnown = asked && terms.isConstant(asked);
  return std::min(isKnown ? terms.bits64(asked) : pointer.elementSize * pointer.maxElements, mostBytes);
}

Ref<Object> Harness::askedMemory(State& state, ObjectId id, const InputPointer& pointer) {
  const InputObject input = *inputAt(state, id);
  const std::uint64_t capacity = mostAsked(machine_->terms, pointer, input.asked);
  auto made = Ref<Object>::make(ObjectKind::Input, capacity, Contents::Fill::Zero);
  Object& memory = made.mutableTarget();
  memory.subject = pointer.number;
  memory.null = input.null;
  memory.mayHaveAlias = false; // it is new
  layOutAsked(state, memory.contents, id, pointer);
  const logic::TermManager& terms = machine_->terms;
  if (input.asked && !(terms.isConstant(input.asked) && terms.bits64(input.asked) == capacity)) {
    memory.size = input.asked;
    bounds_.insert(fmt::format("{} has at most {} bytes", pointer.path, capacity));
  }
  return made;
}

void Harness::layOutAsked(State& state, Contents& contents, ObjectId self, const InputPointer& pointer) {
  const SourceType* type = sourceOf(pointer.target);
  const Owner inside{pointer.number, pointer.global, pointer.depth + 1, pointer.isOutside, {}, false};
  const std::uint64_t size = type && type->size > 0 ? type->size : 1;
  const std::uint64_t count = size == 1 ? 0 : contents.size() / size;
  std::uint64_t at = 0;
  for (; at < count * size && at < std::max(mostFree, size); at += size)
    layOut(state, contents, self, at, pointer.target, elementPath(pointer, at / size), inside);
  if (at < count * size) at = contents.size();
  // Less than one more of them, or bytes in any case.
  constexpr ir::ScalarType byte{ir::ScalarKind::Integer, 0, 8};
  for (; at < contents.size() && at < count * size + mostFree; ++at) {
    const std::string path = size == 1 ? elementPath(pointer, at) : fmt::format("{}[{}]", pointer.path, at);
    contents.write(*machine_, at, valueOf(leaves_.value(path, byte, nullptr, pointer.number), byte), byte);
  }
  if (contents.size() > std::max(mostFree, size))
    bounds_.insert(fmt::format("{} holds zeros behind its first {} bytes", pointer.path, std::max(mostFree, size)));
}

} // namespace beagle::exec
