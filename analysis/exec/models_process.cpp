// How a program ends itself, and how it writes to the outside. The C runtime calls the names with beagle_.

#include "analysis/exec/models.h"

#include <algorithm>

namespace beagle::exec {

bool takeBytes(Machine& machine, const Value& from, const Value& length, std::vector<Term>& bytes) {
  const auto place = machine.accessRange(from, length, false);
  if (!place) return false;
  if (place->object == 0) return true;
  const auto offset = place->symbolicOffset ? machine.splitOffset(*place, 1) : std::optional(place->offset);
  if (!offset) return false;
  const Ref<Object> source = machine.heldObject(place->object);
  const Contents& contents = source->contents;
  const auto count = machine.splitLength(length, contents.size() - *offset);
  if (!count) return false;
  bytes.reserve(*count);
  for (std::uint64_t k = 0; k < *count; ++k) bytes.push_back(contents.byte(machine, *offset + k));
  return true;
}

namespace {

bool modelExit(Machine& machine, const ModelCall& call) {
  Ending ending;
  ending.kind = EndKind::Exited;
  ending.code = machine.integer(call.arguments[0], 32);
  return machine.end(std::move(ending));
}

bool modelAbort(Machine& machine, const ModelCall& /*call*/) { return machine.end(EndKind::Aborted); }

bool modelAssertFail(Machine& machine, const ModelCall& call) {
  return machine.end(EndKind::AssertFailed, machine.textAt(call.arguments[0]));
}

/// beagle_abort(text)
bool modelAbortWith(Machine& machine, const ModelCall& call) {
  return machine.end(EndKind::Aborted, machine.textAt(call.arguments[0]));
}

/// beagle_write(stream, bytes, count): the bytes leave the program.
bool modelWrite(Machine& machine, const ModelCall& call) {
  const Value stream = machine.integer(call.arguments[0], 32);
  const Value length = machine.integer(call.arguments[2], 64);
  if (length.isPlain() && length.bits == 0) return true;
  Effect effect;
  if (!takeBytes(machine, call.arguments[1], length, effect.bytes)) return false;
  if (stream.isSymbolic()) return machine.unsupported("writing to a stream that is not known");
  effect.stream = static_cast<std::uint32_t>(stream.bits);
  machine.emit(std::move(effect));
  return true;
}

/// beagle_unsupported(text): the C runtime has no answer.
bool modelUnsupported(Machine& machine, const ModelCall& call) {
  return machine.unsupported(machine.textAt(call.arguments[0]));
}

/// beagle_approximate(text): the C runtime goes on with something that the real one might do otherwise.
bool modelApproximate(Machine& machine, const ModelCall& call) {
  machine.approximate(machine.textAt(call.arguments[0]));
  return true;
}

/// beagle_same_object(pointer, pointer): what a comparison of addresses would tell only by looking at them.
bool modelSameObject(Machine& machine, const ModelCall& call) {
  const ObjectId one = call.arguments[0].object(), other = call.arguments[1].object();
  const auto leadsTo = [&](ObjectId from, ObjectId to) {
    return from != 0 && to != 0 && machine.surroundings().knownAlias(machine.state(), from) == to;
  };
  machine.slot(call.result) = Value::concrete(one == other || leadsTo(one, other) || leadsTo(other, one) ? 1 : 0);
  return true;
}

bool modelOverlap(Machine& machine, const ModelCall& call) {
  return machine.memoryError(MemoryFault::Overlap, call.arguments[0].object());
}

constexpr std::array table = {
    ModelEntry{"beagle_exit", 1, modelExit},
    ModelEntry{"beagle_abort", 1, modelAbortWith},
    ModelEntry{"beagle_write", 3, modelWrite},
    ModelEntry{"beagle_unsupported", 1, modelUnsupported},
    ModelEntry{"beagle_approximate", 1, modelApproximate},
    ModelEntry{"beagle_same_object", 2, modelSameObject},
    ModelEntry{"beagle_overlap", 1, modelOverlap},
    ModelEntry{"_exit", 1, modelExit},
    ModelEntry{"_Exit", 1, modelExit},
    ModelEntry{"abort", 0, modelAbort},
    ModelEntry{"__assert_fail", 4, modelAssertFail},
};

} // namespace

std::span<const ModelEntry> processModels() { return table; }

} // namespace beagle::exec
