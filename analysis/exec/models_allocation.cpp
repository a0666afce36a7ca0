// malloc and its relatives, and what the C++ runtime has operators new and delete of.

#include "analysis/exec/models.h"

#include <algorithm>
#include <bit>

namespace beagle::exec {

using logic::Op;

namespace {

/// Beyond this no allocator of a 64-bit machine has an answer but null.
constexpr std::uint64_t impossibleSize = std::uint64_t{1} << 47;

/// errno of a program that looks at it.
void setOutOfMemory(Machine& machine) {
  constexpr std::uint64_t outOfMemory = 12; // ENOMEM
  const auto place = machine.program().findGlobal("beagle_errno");
  if (!place) return;
  Object& object = machine.ownObject(machine.globalObject(*place));
  object.contents.write(machine, 0, Value::concrete(outOfMemory), {ir::ScalarKind::Integer, 0, 32});
}

/// For whom a block is. Where an allocation fails, it is one of the program's own code. Native runs count what that
/// asks for by `malloc`, `calloc`, `realloc`, `strdup` and `strndup` (testgen/runner/sizes.c), and so does this.
enum class For : std::uint8_t { Program, Others };

For caller(Machine& machine) {
  const auto& frames = machine.state().frames;
  const bool isRuntime = machine.program().functions()[frames.back()->index].isRuntime;
  return isRuntime ? For::Others : For::Program;
}

void giveNone(Machine& machine, const ModelCall& call, Allocator by) {
  if (by == Allocator::Malloc) setOutOfMemory(machine);
  machine.slot(call.result) = Value::concrete(0);
}

bool give(Machine& machine, const ModelCall& call, const Value& size, Contents::Fill fill, For whom,
          Allocator by = Allocator::Malloc) {
  machine.noteUse(size);
  logic::TermManager& terms = machine.terms;
  State& state = machine.state();
  const Value bytes = machine.integer(size, 64);
  const Term failing = whom == For::Program ? machine.surroundings().failingAllocation() : Term();
  const auto number = static_cast<std::uint32_t>(state.asked.size() + 1);
  if (failing) {
    const auto fails = machine.decide(ChoiceKind::Model, terms.equal(failing, terms.constant(32, number)));
    if (!fails) return false;
    if (*fails) {
      state.asked.push(machine.bitsTerm(bytes, 64));
      state.failed = number;
      giveNone(machine, call, by);
      return true;
    }
  }
  const auto possible = machine.decide(
      ChoiceKind::Size, terms.binary(Op::ULess, machine.bitsTerm(bytes, 64), terms.constant(64, impossibleSize)));
  if (!possible) return false;
  if (*possible) {
    const auto object = machine.allocateSized(ObjectKind::Heap, bytes, fill);
    if (!object) return false;
    machine.ownObject(*object).allocator = by;
    machine.slot(call.result) = Value::pointer(*object, 0);
  } else {
    giveNone(machine, call, by);
  }
  if (failing) state.asked.push(machine.bitsTerm(bytes, 64));
  return true;
}

bool modelMalloc(Machine& machine, const ModelCall& call) {
  return give(machine, call, call.arguments[0], Contents::Fill::Uninitialised, caller(machine));
}

/// beagle_ask(size): a library function asks for what it gives to the program.
bool modelAsk(Machine& machine, const ModelCall& call) {
  return give(machine, call, call.arguments[0], Contents::Fill::Uninitialised, For::Program);
}

bool modelValloc(Machine& machine, const ModelCall& call) {
  return give(machine, call, call.arguments[0], Contents::Fill::Uninitialised, For::Others);
}

bool modelAligned(Machine& machine, const ModelCall& call) {
  return give(machine, call, call.arguments[1], Contents::Fill::Uninitialised, For::Others);
}

bool modelCalloc(Machine& machine, const ModelCall& call) {
  logic::TermManager& terms = machine.terms;
  const Term count = terms.zeroExtend(machine.bitsTerm(call.arguments[0], 64), 128);
  const Term size = terms.zeroExtend(machine.bitsTerm(call.arguments[1], 64), 128);
  const Term product = terms.binary(Op::Mul, count, size);
  const Term most = terms.constant(128, ~std::uint64_t{0});
  const auto fits = machine.decide(ChoiceKind::Size, terms.binary(Op::ULessEqual, product, most));
  if (!fits) return false;
  if (!*fits) {
    giveNone(machine, call, Allocator::Malloc);
    return true;
  }
  return give(machine, call, machine.bitsValue(terms.extract(product, 63, 0)), Contents::Fill::Zero, caller(machine));
}

/// Also of a number, as one that was read at a symbolic place.
std::optional<bool> isNull(Machine& machine, const Value& pointer) {
  if (pointer.object() != 0 || !pointer.isSymbolic()) return machine.isNull(pointer);
  return machine.decide(ChoiceKind::Null,
                        machine.terms.equal(machine.bitsTerm(pointer, 64), machine.terms.constant(64, 0)));
}

/// Whether the pointer may be given back: the start of a live heap object. Ends the run when not.
bool mayFree(Machine& machine, const Value& pointer, Allocator by = Allocator::Malloc) {
  if (!pointer.isDefined() || pointer.object() == 0) {
    machine.noteUse(pointer);
    return machine.memoryError(MemoryFault::BadFree);
  }
  if (machine.functionOf(pointer.object())) return machine.memoryError(MemoryFault::BadFree, pointer.object());
  const Object& object = machine.object(pointer.object());
  const bool isHeap = object.kind == ObjectKind::Heap || object.kind == ObjectKind::Input;
  if (isHeap && !object.isAlive) return machine.memoryError(MemoryFault::DoubleFree, pointer.object());
  if (!isHeap || object.isConstant) return machine.memoryError(MemoryFault::BadFree, pointer.object());
  if (object.kind == ObjectKind::Heap && object.allocator != by)
    return machine.memoryError(MemoryFault::WrongFree, pointer.object());
  if (!pointer.isSymbolic()) return pointer.bits == 0 || machine.memoryError(MemoryFault::BadFree, pointer.object());
  const auto atStart =
      machine.decide(ChoiceKind::Address, machine.terms.equal(pointer.asTerm(), machine.terms.constant(64, 0)));
  if (!atStart) return false;
  return *atStart || machine.memoryError(MemoryFault::BadFree, pointer.object());
}

/// What is given back: the pointer to the object itself. Nothing when the run has to ask.
std::optional<Value> resolvedToFree(Machine& machine, const Value& pointer) {
  const auto actual = machine.resolved(pointer);
  if (actual && actual->object() != 0 && !machine.functionOf(actual->object()) &&
      machine.object(actual->object()).isAlive)
    machine.noteChange(actual->object());
  return actual;
}

bool modelFree(Machine& machine, const ModelCall& call) {
  const auto null = isNull(machine, call.arguments[0]);
  if (!null) return false;
  if (*null) return true;
  const auto pointer = resolvedToFree(machine, call.arguments[0]);
  if (!pointer || !mayFree(machine, *pointer)) return false;
  machine.ownObject(pointer->object()).allocator = Allocator::Malloc; // of an input it shows only now
  machine.endObject(pointer->object());
  return true;
}

/// The type of the value that starts there and is kept or lost as one; otherwise a byte.
ir::ScalarType keptAsOne(logic::TermManager& terms, const Object& object, std::uint64_t at) {
  const auto value = object.contents.valueAt(at);
  if (!value || value->first != at) return {ir::ScalarKind::Integer, 0, 8};
  const std::uint64_t bytes = (value->second.width + 7U) / 8;
  const bool divides =
      std::has_single_bit(bytes) && at % bytes == 0 && (~terms.knownBits(object.size).zeros & (bytes - 1)) == 0;
  return divides ? value->second : ir::ScalarType{ir::ScalarKind::Integer, 0, 8};
}

/// How far the pointers of a block lie within its symbolic size, of those in its first `most` bytes: each is kept as a
/// whole, or is lost. Nothing when the run has to ask.
std::optional<std::uint64_t> endOfPointers(Machine& machine, const Object& block, std::uint64_t most) {
  if (!block.size) return most;
  std::vector<std::uint64_t> ends;
  block.contents.forEachPointer([&](std::uint64_t at, const Value&) { ends.push_back(at + 8); });
  std::uint64_t kept = 0;
  for (const std::uint64_t end : ends) {
    if (end > most) break;
    const Term isKept = machine.terms.binary(Op::ULessEqual, machine.terms.constant(64, end), block.size);
    const auto side = machine.decide(ChoiceKind::Size, isKept);
    if (!side) return {};
    if (!*side) break;
    kept = end;
  }
  return kept;
}

/// Of memory that has moved, what stood in the old object is kept, which has at most `most` bytes. What lies behind
/// that was never written. Of its pointers, those before `pointersEnd` are kept.
bool keepContents(Machine& machine, ObjectId before, ObjectId made, std::uint64_t most, std::uint64_t pointersEnd) {
  logic::TermManager& terms = machine.terms;
  const Ref<Object> old = machine.heldObject(before);
  const Contents& from = old->contents;
  Contents& to = machine.ownObject(made).contents;
  const std::uint64_t count = std::min(most, to.size());
  if (old->size && count > Machine::maxLengths)
    return machine.end(EndKind::OutOfBound,
                       fmt::format("moving a block of symbolic size above {} bytes", Machine::maxLengths));
  machine.noteMoved(count);
  const Contents unwritten = to;
  to.copy(machine, from, 0, 0, count);
  if (!old->size) return true;
  from.forEachPointer([&](std::uint64_t at, const Value&) {
    if (at >= pointersEnd && at < count) to.copy(machine, unwritten, at, at, std::min<std::uint64_t>(8, count - at));
  });
  for (std::uint64_t at = 0, bytes = 0; at < count; at += bytes) {
    ir::ScalarType type = keptAsOne(terms, *old, at);
    bytes = (type.width + 7U) / 8;
    if (from.isUninitialised(at) || from.isPointerAt(at) || at + bytes > count) continue;
    const ir::ScalarType bits{ir::ScalarKind::Integer, 0, static_cast<std::uint16_t>(bytes * 8)};
    const Term isKept = terms.binary(Op::ULessEqual, terms.constant(64, at + bytes), old->size);
    const Term kept = machine.bitsTerm(from.read(machine, at, bits), bits.width);
    Term lost = unwritten.byte(machine, at);
    for (std::uint64_t k = 1; k < bytes; ++k) lost = terms.binary(Op::Concat, unwritten.byte(machine, at + k), lost);
    to.write(machine, at, machine.fromBits(terms.ite(isKept, kept, lost), type), type);
  }
  return true;
}

bool modelRealloc(Machine& machine, const ModelCall& call) {
  const auto null = isNull(machine, call.arguments[0]);
  if (!null) return false;
  if (*null) return give(machine, call, call.arguments[1], Contents::Fill::Uninitialised, caller(machine));
  const auto resolved = resolvedToFree(machine, call.arguments[0]);
  if (!resolved) return false;
  const Value old = *resolved;
  const Value size = machine.integer(call.arguments[1], 64);
  logic::TermManager& terms = machine.terms;
  if (!mayFree(machine, old)) {
    if (auto& ending = machine.state().ending; ending && ending->kind == EndKind::MemoryError)
      ending->isSeen = terms.binary(Op::ULess, machine.bitsTerm(size, 64), terms.constant(64, unusualSize));
    return false;
  }
  const auto isZero = machine.decide(ChoiceKind::Size, terms.equal(machine.bitsTerm(size, 64), terms.constant(64, 0)));
  if (!isZero) return false;
  if (*isZero) {
    machine.endObject(old.object());
    machine.slot(call.result) = Value::concrete(0);
    return true;
  }
  const ObjectId before = old.object();
  const Object& held = machine.object(before);
  const auto most = machine.boundOf(held.size ? Value::symbolic(held.size) : Value::concrete(held.contents.size()),
                                    held.contents.size());
  if (!most) return false;
  const auto pointersEnd = endOfPointers(machine, held, *most);
  if (!pointersEnd) return false;
  if (!give(machine, call, size, Contents::Fill::Uninitialised, caller(machine))) return false;
  const Value made = machine.slot(call.result);
  if (made.object() == 0) {
    machine.ownObject(before).hasStayed = true;
    return true;
  }
  if (!keepContents(machine, before, made.object(), *most, *pointersEnd)) return false;
  machine.endObject(before);
  return true;
}

bool modelPosixMemalign(Machine& machine, const ModelCall& call) {
  const Value place = call.arguments[0];
  if (!machine.access(place, 8, true)) return false;
  if (!give(machine, call, call.arguments[2], Contents::Fill::Uninitialised, For::Others)) return false;
  const Value made = machine.slot(call.result);
  constexpr std::uint64_t outOfMemory = 12; // ENOMEM
  machine.slot(call.result) = Value::concrete(made.object() == 0 ? outOfMemory : 0);
  return made.object() == 0 || machine.store(place, made, {ir::ScalarKind::Pointer, 0, 64});
}

bool modelUsableSize(Machine& machine, const ModelCall& call) {
  const Value& pointer = call.arguments[0];
  Value size = Value::concrete(0);
  if (pointer.object() != 0) {
    const Object& object = machine.object(pointer.object());
    size = object.size ? machine.bitsValue(object.size) : Value::concrete(object.capacity);
  }
  machine.slot(call.result) = size;
  return true;
}

// --- for the C++ runtime ---

/// beagle_allocate(by, size, alignment)
bool modelAllocate(Machine& machine, const ModelCall& call) {
  const auto by = static_cast<Allocator>(call.arguments[0].bits);
  if (!give(machine, call, call.arguments[1], Contents::Fill::Uninitialised, For::Others, by)) return false;
  const Value made = machine.slot(call.result);
  if (made.object() != 0)
    machine.ownObject(made.object()).alignment = static_cast<std::uint32_t>(call.arguments[2].bits);
  return true;
}

/// beagle_release(by, block)
bool modelRelease(Machine& machine, const ModelCall& call) {
  const Value& pointer = call.arguments[1];
  const auto null = isNull(machine, pointer);
  if (!null) return false;
  if (*null) return true;
  const auto by = static_cast<Allocator>(call.arguments[0].bits);
  if (!mayFree(machine, pointer, by)) return false;
  if (Object& object = machine.ownObject(pointer.object()); object.allocator == Allocator::Malloc)
    object.allocator = by;
  machine.endObject(pointer.object());
  return true;
}

/// A block that an operator new of ours has given out.
const Object* newObject(Machine& machine, const Value& pointer) {
  if (pointer.object() == 0 || machine.functionOf(pointer.object())) return nullptr;
  const Object& object = machine.object(pointer.object());
  const bool isOurs = object.kind == ObjectKind::Heap && object.isAlive && object.allocator != Allocator::Malloc;
  return isOurs ? &object : nullptr;
}

bool isInput(Machine& machine, const Value& pointer) {
  return pointer.object() != 0 && !machine.functionOf(pointer.object()) &&
         machine.object(pointer.object()).kind == ObjectKind::Input && machine.object(pointer.object()).isAlive;
}

/// beagle_make_opaque(block)
bool modelMakeOpaque(Machine& machine, const ModelCall& call) {
  const ObjectId block = call.arguments[0].object();
  if (block != 0) machine.ownObject(block).isOpaque = true;
  return true;
}

/// beagle_mark_array(block)
bool modelMarkArray(Machine& machine, const ModelCall& call) {
  const Value& pointer = call.arguments[0];
  if (newObject(machine, pointer)) machine.ownObject(pointer.object()).allocator = Allocator::NewArray;
  return true;
}

/// beagle_unmark_array(block)
bool modelUnmarkArray(Machine& machine, const ModelCall& call) {
  const Value& pointer = call.arguments[0];
  const Object* object = newObject(machine, pointer);
  if (!object && isInput(machine, pointer)) machine.ownObject(pointer.object()).allocator = Allocator::NewArray;
  if (!object) return true;
  if (object->allocator != Allocator::NewArray) return machine.memoryError(MemoryFault::WrongFree, pointer.object());
  machine.ownObject(pointer.object()).allocator = Allocator::New;
  return true;
}

/// beagle_expect_size(block, size)
bool modelExpectSize(Machine& machine, const ModelCall& call) {
  const Value& pointer = call.arguments[0];
  const Value& size = call.arguments[1];
  const Object* object = newObject(machine, pointer);
  const bool isKnown = object && !object->size && size.isPlain() && pointer.bits == 0 && !pointer.isSymbolic();
  if (isKnown && object->capacity != size.bits) return machine.memoryError(MemoryFault::WrongFree, pointer.object());
  if (!isInput(machine, pointer) || !size.isPlain()) return true;
  // What is deleted as one object is one, if it can be.
  const Term inputSize = machine.object(pointer.object()).size;
  if (!inputSize) return true;
  const auto fits = machine.assume(machine.terms.equal(inputSize, machine.terms.constant(64, size.bits)));
  if (!fits) return false;
  return *fits || machine.memoryError(MemoryFault::WrongFree, pointer.object());
}

constexpr std::array table = {
    ModelEntry{"malloc", 1, modelMalloc},
    ModelEntry{"calloc", 2, modelCalloc},
    ModelEntry{"realloc", 2, modelRealloc},
    ModelEntry{"free", 1, modelFree},
    ModelEntry{"cfree", 1, modelFree},
    ModelEntry{"valloc", 1, modelValloc},
    ModelEntry{"memalign", 2, modelAligned},
    ModelEntry{"aligned_alloc", 2, modelAligned},
    ModelEntry{"posix_memalign", 3, modelPosixMemalign},
    ModelEntry{"malloc_usable_size", 1, modelUsableSize},
    ModelEntry{"beagle_ask", 1, modelAsk},
    ModelEntry{"beagle_allocate", 3, modelAllocate},
    ModelEntry{"beagle_release", 2, modelRelease},
    ModelEntry{"beagle_make_opaque", 1, modelMakeOpaque},
    ModelEntry{"beagle_mark_array", 1, modelMarkArray},
    ModelEntry{"beagle_unmark_array", 1, modelUnmarkArray},
    ModelEntry{"beagle_expect_size", 2, modelExpectSize},
};

} // namespace

std::span<const ModelEntry> allocationModels() { return table; }

} // namespace beagle::exec
