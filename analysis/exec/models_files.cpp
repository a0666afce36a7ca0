// What the C runtime knows of the world by: names lead to bytes, and what is written is an effect. What a
// file is, and what is in it after it was written, is the runtime's business.

#include "analysis/exec/models.h"

namespace beagle::exec {

namespace {

constexpr std::uint64_t longestName = 4096;

/// The bytes of a text up to a NUL that is certain, or to the end of its object; nothing when the run has
/// ended or has to ask.
std::optional<std::vector<Term>> readName(Machine& machine, const Value& text) {
  const auto place = machine.access(text, 1, false);
  if (!place) return std::nullopt;
  if (place->symbolicOffset) {
    machine.unsupported("a name that starts at an offset that is not known");
    return std::nullopt;
  }
  const Contents& contents = machine.object(place->object).contents;
  std::vector<Term> name;
  for (std::uint64_t at = place->offset; at < contents.size() && name.size() < longestName; ++at) {
    const Term byte = contents.byte(machine, at);
    if (machine.terms.isConstant(byte) && machine.terms.bits64(byte) == 0) break;
    name.push_back(byte);
  }
  return name;
}

template <RootKind kind> bool modelRoot(Machine& machine, const ModelCall& call) {
  std::vector<Term> name;
  if constexpr (kind != RootKind::StandardInput) {
    auto read = readName(machine, call.arguments[0]);
    if (!read) return false;
    name = std::move(*read);
  }
  machine.slot(call.result) = machine.surroundings().root(machine.state(), kind, name);
  return true;
}

/// beagle_size(bytes): how many there are of what was found outside.
bool modelSize(Machine& machine, const ModelCall& call) {
  const ObjectId id = call.arguments[0].object();
  // The program took bytes for a FILE that are none.
  if (!inputAt(machine.state(), id)) return machine.unsupported("a stream that nobody has opened");
  const Object& object = machine.object(id);
  machine.slot(call.result) = object.size ? machine.bitsValue(object.size) : Value::concrete(object.contents.size());
  return true;
}

Effect effectOn(Machine& machine, const Value& root) {
  Effect effect;
  effect.stream = Effect::otherStream;
  effect.function = machine.surroundings().rootName(machine.state(), root.object());
  return effect;
}

/// beagle_write_file(root, position, bytes, count)
bool modelWriteFile(Machine& machine, const ModelCall& call) {
  const Value position = machine.integer(call.arguments[1], 64);
  const Value length = machine.integer(call.arguments[3], 64);
  if (length.isPlain() && length.bits == 0) return true;
  if (!position.isPlain()) return machine.unsupported("writing to a file at a position that is not known");
  Effect effect = effectOn(machine, call.arguments[0]);
  if (!takeBytes(machine, call.arguments[2], length, effect.bytes)) return false;
  effect.position = position.bits;
  machine.emit(std::move(effect));
  return true;
}

/// beagle_cut_file(root, size): the file is there, with so many bytes at most.
bool modelCutFile(Machine& machine, const ModelCall& call) {
  const Value size = machine.integer(call.arguments[1], 64);
  if (!size.isPlain()) return machine.unsupported("a file that gets a size that is not known");
  Effect effect = effectOn(machine, call.arguments[0]);
  effect.cutTo = size.bits;
  machine.emit(std::move(effect));
  return true;
}

/// beagle_remove_file(root)
bool modelRemoveFile(Machine& machine, const ModelCall& call) {
  Effect effect = effectOn(machine, call.arguments[0]);
  effect.isLast = true;
  machine.emit(std::move(effect));
  return true;
}

/// beagle_keep_file(root)
bool modelKeepFile(Machine& machine, const ModelCall& call) {
  const Value& root = call.arguments[0];
  Effect effect = root.object() == 0 ? Effect() : effectOn(machine, root);
  effect.stream = Effect::otherStream;
  effect.isKept = true;
  machine.emit(std::move(effect));
  return true;
}

/// beagle_is_known(number): whether it is the same for all inputs of the path.
bool modelIsKnown(Machine& machine, const ModelCall& call) {
  machine.slot(call.result) = Value::concrete(call.arguments[0].isPlain() ? 1 : 0);
  return true;
}

/// beagle_without_file()
bool modelWithoutFile(Machine& machine, const ModelCall& /*call*/) {
  machine.state().answersWithoutFile = true;
  return true;
}

bool modelElsewhere(Machine& machine, const ModelCall& /*call*/) { return machine.callElsewhere(); }

constexpr std::array table = {
    ModelEntry{"beagle_stdin", 0, modelRoot<RootKind::StandardInput>},
    ModelEntry{"beagle_file", 1, modelRoot<RootKind::File>},
    ModelEntry{"beagle_variable", 1, modelRoot<RootKind::Variable>},
    ModelEntry{"beagle_size", 1, modelSize},
    ModelEntry{"beagle_write_file", 4, modelWriteFile},
    ModelEntry{"beagle_cut_file", 2, modelCutFile},
    ModelEntry{"beagle_remove_file", 1, modelRemoveFile},
    ModelEntry{"beagle_keep_file", 1, modelKeepFile},
    ModelEntry{"beagle_is_known", 1, modelIsKnown},
    ModelEntry{"beagle_without_file", 0, modelWithoutFile},
    ModelEntry{"beagle_elsewhere", 0, modelElsewhere},
};

} // namespace

std::span<const ModelEntry> fileModels() { return table; }

} // namespace beagle::exec
