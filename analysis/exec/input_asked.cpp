// Memory that an allocator without code gave: it is as large as it was asked for, and anything may stand in it.

#include "analysis/exec/harness.h"
#include "analysis/input/layout.h"

#include <algorithm>

namespace beagle::exec {

using ir::SourceType;
using logic::Op;

namespace {

constexpr std::uint64_t mostBytes = 4096;
/// What stands behind so many is zero.
constexpr std::uint64_t mostFree = 256;
/// Code asks for more than it was given: for each character, what it becomes when it is escaped; and for the structure
/// in front of them, of which nothing may be known.
constexpr std::uint64_t elementsPerElement = 4;
constexpr std::uint64_t leastSetAside = 64;

} // namespace

/// Bytes that are set aside.
std::uint64_t Harness::mostAsked(const logic::TermManager& terms, const InputPointer& pointer, Term asked) {
  const bool isKnown = asked && terms.isConstant(asked);
  const std::uint64_t behind = elementsPerElement * pointer.maxElements * pointer.elementSize;
  return std::min(isKnown ? terms.bits64(asked) : pointer.tail + std::max(behind, leastSetAside), mostBytes);
}

/// How large it is stands with the call, which no pointer knows of.
void Harness::describeAsked(InputPointer& pointer) {
  const SourceType* type = sourceOf(pointer.target);
  const SourceType::Member* array = type ? input::flexibleMember(types_, *type) : nullptr;
  if (!array) return;
  pointer.head = pointer.target;
  pointer.arrayPath = fmt::format("{}[0].{}", pointer.path, array->name);
  pointer.tail = array->offset;
  pointer.target = types_.type(array->type).element;
  pointer.elementSize = types_.type(pointer.target).size;
}

Ref<Object> Harness::askedMemory(State& state, ObjectId id, const InputPointer& pointer) {
  const InputObject input = *inputAt(state, id);
  const std::uint64_t capacity = mostAsked(machine_->terms, pointer, input.asked);
  auto made = Ref<Object>::make(ObjectKind::Input, capacity, Contents::Fill::Zero);
  Object& memory = made.mutableTarget();
  memory.subject = pointer.number;
  memory.null = input.null;
  memory.mayHaveAlias = false; // it is new
  if (!pointer.isCleared) layOutAsked(state, memory.contents, id, pointer);
  if (pointer.isNew) memory.given = std::make_shared<const Contents>(memory.contents);
  const logic::TermManager& terms = machine_->terms;
  if (input.asked && !(terms.isConstant(input.asked) && terms.bits64(input.asked) == capacity)) {
    memory.size = input.asked;
    bounds_.insert(fmt::format("{} has at most {} bytes", pointer.path, capacity));
  }
  return made;
}

void Harness::layOutAsked(State& state, Contents& contents, ObjectId self, const InputPointer& pointer) {
  const Owner inside{pointer.number, pointer.global, pointer.depth + 1, pointer.isOutside, {}, false};
  const std::uint64_t size = contents.size();
  std::uint64_t at = 0;
  if (pointer.head != ir::none && types_.type(pointer.head).size <= size) {
    layOut(state, contents, self, 0, pointer.head, elementPath(pointer, 0), inside);
    at = pointer.tail;
  }
  const std::uint64_t most = std::max(at, mostFree);
  const SourceType* type = sourceOf(pointer.target);
  const bool isInHead = pointer.head != ir::none;
  for (std::uint64_t i = 0; type && type->size > 1 && (at > 0 || !isInHead) && at + type->size <= size && at < most;
       ++i) {
    layOut(state, contents, self, at, pointer.target,
           isInHead ? fmt::format("{}[{}]", pointer.arrayPath, i) : elementPath(pointer, i), inside);
    at += type->size;
  }
  // Less than one more of them, or bytes in any case.
  constexpr ir::ScalarType byte{ir::ScalarKind::Integer, 0, 8};
  for (; at < size && at < most; ++at) {
    const std::string path = fmt::format("{}[{}]", pointer.path, at);
    contents.write(*machine_, at, valueOf(leaves_.value(path, byte, nullptr, pointer.number), byte), byte);
  }
  if (at < size) bounds_.insert(fmt::format("{} holds zeros behind its first {} bytes", pointer.path, at));
}

} // namespace beagle::exec
