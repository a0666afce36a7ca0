#include "analysis/exec/outcome.h"

#include "analysis/exec/argument_list.h"
#include "analysis/exec/asked_memory.h"
#include "analysis/exec/block_reader.h"
#include "analysis/exec/container_reader.h"
#include "analysis/exec/leaks.h"
#include "analysis/exec/library_state.h"
#include "analysis/input/container.h"
#include "analysis/input/layout.h"
#include "analysis/input/standard.h"
#include "analysis/support/text.h"

#include <algorithm>
#include <map>
#include <memory>
#include <string_view>

namespace beagle::exec {

using logic::Op;

namespace {

/// The bits of a byte that are no padding.
Value masked(logic::TermManager& terms, const Value& byte, std::uint8_t mask) {
  if (byte.isPlain()) return Value::concrete(byte.bits & mask);
  if (!byte.isSymbolic() || byte.object() != 0) return byte;
  const Term rest = terms.binary(Op::BitAnd, byte.asTerm(), terms.constant(8, mask));
  return terms.isConstant(rest) ? Value::concrete(terms.bits64(rest)) : Value::symbolic(rest);
}

Value bitField(Machine& machine, const Contents& contents, const input::ScalarPlace& place) {
  const auto width = static_cast<std::uint16_t>(place.bytes() * 8);
  const Value bytes = contents.read(machine, place.offset, {ir::ScalarKind::Integer, 0, width});
  if (!bytes.isDefined() || bytes.object() != 0) return bytes;
  logic::TermManager& terms = machine.terms;
  const Term all = bytes.isSymbolic() ? bytes.asTerm() : terms.constant(width, bytes.bits);
  return machine.fromBits(terms.extract(all, place.bitOffset + place.type.width - 1, place.bitOffset), place.type);
}

constexpr ir::ScalarType sizeType{ir::ScalarKind::Integer, 0, 64};

/// Of what a string or a vector holds, as much as is told one by one.
constexpr std::uint64_t mostHeld = 4096;

/// The memory of a vector of the input, which it has got from operator new.
bool isOfVector(const InputPointer& pointer) {
  return pointer.isOfNew && pointer.part == InputPart::None && pointer.elements;
}

/// Appends the scalars of a value of the type that stands in the object; of a string, a vector or another container,
/// what is in it.
class ScalarReader {
public:
  /// `parts`: of the arrays, others need no look; null: all do.
  ScalarReader(Machine& machine, Harness& harness, const State& state, ObjectId object, Term exists,
               std::vector<Observed>& out, bool isMade = false, const Touched::Parts* parts = nullptr)
      : machine_(machine), harness_(harness), state_(state), object_(object), contents_(state.memory[object].contents),
        exists_(exists), out_(out), isMade_(isMade), parts_(parts) {}

  bool whole(ir::TypeIndex index, std::uint64_t offset, const std::string& path) {
    if (parts_ && isLong(index)) return written(index, offset, path);
    if (parts_ && harness_.types().type(index).kind == ir::SourceType::Kind::Union)
      return writtenUnion(index, offset, path);
    const input::Standard kind = input::standardOf(harness_.types().type(index));
    if (kind == input::Standard::String || kind == input::Standard::Vector) return held(index, offset, path);
    if (!input::isContainer(kind)) return false;
    const auto form = input::containerOf(harness_.types(), index);
    const auto elements =
        form ? ContainerReader(machine_, harness_, state_).read(*form, object_, offset) : std::nullopt;
    if (!elements) return false;
    logic::TermManager& terms = machine_.terms;
    out_.push_back({path + ".size()", elements->size, sizeType, exists_, ir::none, isMade_});
    for (std::size_t i = 0; i < elements->nodes.size(); ++i) {
      const ContainerReader::Place& node = elements->nodes[i];
      const Term exists = exists_ ? terms.logicalAnd(exists_, node.exists) : node.exists;
      ScalarReader reader(machine_, harness_, state_, node.object, terms.isTrue(exists) ? Term() : exists, out_,
                          isMade_);
      reader.isNode_ = true;
      for (const input::ElementPart& part : input::elementParts(*form, path, i))
        input::forEachScalar(harness_.types(), part.type, node.offset + part.offset, part.path, reader);
    }
    return true;
  }

  void operator()(const input::ScalarPlace& place) {
    if (place.offset + place.bytes() > contents_.size() || place.mask == 0) return;
    const bool isPointer = place.type.kind == ir::ScalarKind::Pointer;
    if (!isPointer && contents_.isPointerAt(place.offset)) { // as a whole, or not at all
      const auto [start, stored] = *contents_.valueAt(place.offset);
      if (start == place.offset) add(place, contents_.read(machine_, start, stored), stored);
      return;
    }
    if (isPointer && !place.others.empty() && !contents_.isPointerAt(place.offset)) { // a union that holds none now
      for (const input::ScalarPlace& other : place.others)
        if (other.type.kind != ir::ScalarKind::Pointer) (*this)(other);
      return add(place, Value::concrete(0), place.type); // the other version may have one there
    }
    if (place.isBitField) return add(place, bitField(machine_, contents_, place), place.type);
    Value value = contents_.read(machine_, place.offset, place.type);
    if (place.mask != 0xff) value = masked(machine_.terms, value, place.mask);
    add(place, value, place.type);
  }

private:
  [[nodiscard]] bool isLong(ir::TypeIndex index) const {
    const ir::SourceType& type = harness_.types().type(index);
    return type.kind == ir::SourceType::Kind::Array && type.element != ir::none && type.count > chunkElements;
  }

  /// Of a long array, what may have been written to. Arrays in its elements are looked at as a whole.
  bool written(ir::TypeIndex index, std::uint64_t offset, const std::string& path) {
    const ir::SourceType& array = harness_.types().type(index);
    const std::uint64_t step = harness_.types().type(array.element).size;
    const Touched::Parts* parts = std::exchange(parts_, nullptr);
    for (auto at = parts->chunks.lower_bound(std::pair(path, std::uint64_t{0}));
         at != parts->chunks.end() && at->first == path; ++at)
      for (std::uint64_t i = at->second * chunkElements; i < std::min(array.count, (at->second + 1) * chunkElements);
           ++i)
        input::forEachScalar(harness_.types(), array.element, offset + i * step, fmt::format("{}[{}]", path, i), *this);
    parts_ = parts;
    return true;
  }

  bool writtenUnion(ir::TypeIndex index, std::uint64_t offset, const std::string& path) {
    const auto isWritten = [&](std::uint64_t at) {
      return parts_->chunks.contains(std::pair(path, (at - offset) / unionChunk));
    };
    for (const input::ScalarPlace& place :
         input::unionPlaces(harness_.types(), index, offset, path).withRest(harness_.types(), path, offset, isWritten))
      if (isWritten(place.offset) || isWritten(place.offset + place.bytes() - 1)) (*this)(place);
    return true;
  }

  /// One that is not as it has to be is seen by a size that none has, and as its members.
  bool held(ir::TypeIndex index, std::uint64_t offset, const std::string& path) {
    const auto held = heldElements(machine_, harness_, state_, index, object_, offset);
    out_.push_back(
        {path + ".size()", held ? held->size : Value::concrete(~std::uint64_t{0}), sizeType, exists_, index, isMade_});
    if (!held) return false;
    if (held->object == 0) return true;
    // What stands in an object of the input shows with that; a block of its own does not, whoever has made it.
    constexpr ir::ScalarType pointerType{ir::ScalarKind::Pointer, 0, 64};
    const auto input = inputAt(state_, held->object);
    const bool isThere = state_.memory.exists(held->object);
    const bool isMade = isThere && !input;
    const bool isBlock = isThere && (!input || isOfVector(harness_.pointer(input->pointer)));
    const bool isOwn = held->object == object_; // a short text
    const Value block = Value::pointer(held->object, held->offset);
    if (isBlock) out_.back().block = held->object;
    if (isBlock && held->size.isPlain() && held->size.bits == 0) return true;
    logic::TermManager& terms = machine_.terms;
    Term isAny = exists_;
    if (held->size.isSymbolic()) {
      const Term isFilled = terms.logicalNot(terms.equal(held->size.asTerm(), terms.constant(64, 0)));
      isAny = exists_ ? terms.logicalAnd(exists_, isFilled) : isFilled;
    }
    if (!isOwn)
      out_.push_back({path + ".data()", isBlock && isSeen(held->element) ? Value::concrete(1) : block, pointerType,
                      isAny, ir::none, isMade_});
    if (!isOwn && !isBlock) return true;
    if (held->most > mostHeld) addRest(*held, path);
    for (std::uint64_t i = 0; i < std::min(held->most, mostHeld); ++i) {
      Term exists = exists_;
      if (held->size.isSymbolic()) {
        const Term isHeld = terms.binary(Op::ULess, terms.constant(64, i), held->size.asTerm());
        exists = exists ? terms.logicalAnd(exists, isHeld) : isHeld;
        if (terms.isFalse(exists)) break;
        if (terms.isTrue(exists)) exists = Term();
      }
      ScalarReader reader(machine_, harness_, state_, held->object, exists, out_, isMade_ || (isMade && !isOwn));
      reader.isNode_ = isNode_;
      input::forEachScalar(harness_.types(), held->element, held->offset + i * held->step,
                           fmt::format("{}[{}]", path, i), reader);
    }
    return true;
  }

  /// What is not told one by one: those bytes, or where nobody knows how many they are, all of the block and its room.
  void addRest(const HeldElements& held, const std::string& path) {
    constexpr ir::ScalarType pointerType{ir::ScalarKind::Pointer, 0, 64};
    logic::TermManager& terms = machine_.terms;
    const Term isMore = terms.binary(Op::ULess, terms.constant(64, mostHeld), machine_.bitsTerm(held.size, 64));
    const std::uint64_t told = held.size.isPlain() ? mostHeld * held.step : 0;
    out_.push_back({.path = fmt::format("{}[{}..]", path, mostHeld),
                    .value = Value::pointer(held.object, held.offset + told),
                    .type = pointerType,
                    .exists = exists_ ? terms.logicalAnd(exists_, isMore) : isMore,
                    .isMade = isMade_,
                    .bytes = held.size.isPlain() ? held.most * held.step - told : 0});
  }

  /// All bytes of a value of the type, but for padding, are visited.
  [[nodiscard]] bool isSeen(ir::TypeIndex index) const {
    if (index == ir::none) return false;
    const ir::SourceType& type = harness_.types().type(index);
    if (input::scalarOf(type)) return true;
    if (type.kind == ir::SourceType::Kind::Array) return isSeen(type.element);
    if (!input::isRecord(type)) return false;
    std::uint64_t end = 0; // padding is less than the largest alignment
    for (const ir::SourceType::Member& member : type.members) {
      if (member.bitSize == 0 && !isSeen(member.type)) return false;
      if (member.offset > end + 7) return false;
      const std::uint64_t size =
          member.bitSize == 0 ? harness_.types().type(member.type).size : (member.bitSize + 7U) / 8;
      end = std::max(end, member.offset + size);
    }
    return type.size <= std::max<std::uint64_t>(end + 7, 1);
  }

  /// Which node an element stands in shows no more than whether a pointer leads there: a text in it is in its string.
  void add(const input::ScalarPlace& place, const Value& value, ir::ScalarType type) {
    if (state_.memory.isJumpMark(value.object())) return;
    const bool isInside = isNode_ && value.object() == object_ && !value.isSymbolic();
    out_.push_back({place.path, isInside ? Value::concrete(value.bits - place.offset) : value, type, exists_,
                    place.source, isMade_});
  }

  Machine& machine_;
  Harness& harness_;
  const State& state_;
  ObjectId object_;
  const Contents& contents_;
  Term exists_;
  std::vector<Observed>& out_;
  bool isMade_;
  const Touched::Parts* parts_;
  bool isNode_ = false;
};

/// Where a value of a type stands.
struct Where {
  ObjectId object = 0;
  std::uint64_t offset = 0;
  ir::TypeIndex type = ir::none;
};

void addScalars(Machine& machine, Harness& harness, const State& state, Where where, const std::string& path,
                Term exists, std::vector<Observed>& out, const Touched::Parts* parts = nullptr) {
  input::forEachScalar(harness.types(), where.type, where.offset, path,
                       ScalarReader(machine, harness, state, where.object, exists, out, false, parts));
}

/// The bytes from that one on, where there are so many.
void addBytes(Machine& machine, const Contents& contents, const std::string& path, std::vector<Observed>& out,
              std::uint64_t from = 0, Term size = {}, Term present = {}) {
  constexpr ir::ScalarType byte{ir::ScalarKind::Integer, 0, 8};
  logic::TermManager& terms = machine.terms;
  for (std::uint64_t i = from; i < contents.size(); ++i) {
    const auto whole = contents.isPointerAt(i) ? contents.valueAt(i) : std::nullopt;
    if (whole && machine.state().memory.isJumpMark(contents.read(machine, whole->first, whole->second).object()))
      continue;
    if (whole && whole->first != i) continue;
    const ir::ScalarType type = whole ? whole->second : byte; // as a pointer: its address is nobody's business
    Term exists = present;
    if (size) {
      const Term reached = terms.binary(Op::ULess, terms.constant(64, i), size);
      exists = exists ? terms.logicalAnd(exists, reached) : reached;
    }
    out.push_back({fmt::format("{}[{}]", path, i), contents.read(machine, i, type), type, exists});
  }
}

/// What an allocator gave, which is as large as it was asked for.
void addAskedValues(Machine& machine, Harness& harness, const State& state, const InputPointer& input, ObjectId id,
                    Term present, std::vector<Observed>& out) {
  logic::TermManager& terms = machine.terms;
  const Object& object = state.memory[id];
  const auto existing = [&](std::uint64_t bytes) {
    const Term end = terms.constant(64, bytes);
    const Term isThere = object.size ? terms.binary(Op::ULessEqual, end, object.size) : terms.truth(true);
    const Term exists = terms.logicalAnd(present, isThere);
    return terms.isTrue(exists) ? Term() : exists;
  };
  const std::uint64_t size = object.contents.size();
  std::uint64_t at = 0;
  if (input.head != ir::none && input.tail <= size) {
    addScalars(machine, harness, state, {id, 0, input.head}, elementPath(input, 0), existing(input.tail), out);
    at = input.tail;
  }
  const bool isTyped = input.target != ir::none && harness.types().type(input.target).size > 1;
  for (std::uint64_t i = 0; isTyped && at + input.elementSize <= size; ++i, at += input.elementSize) {
    addScalars(machine, harness, state, {id, at, input.target}, pathOfElement(input, i),
               existing(at + input.elementSize), out);
  }
  addBytes(machine, object.contents, input.path, out, at, object.size, terms.isTrue(present) ? Term() : present);
}

/// The same, with what is as the allocator gave it marked so.
void addAsked(Machine& machine, Harness& harness, State& state, const InputPointer& input, ObjectId id, Term present,
              std::vector<Observed>& out) {
  const std::size_t first = out.size();
  addAskedValues(machine, harness, state, input, id, present, out);
  const std::shared_ptr<const Contents> given = state.memory[id].given;
  if (!given || given->size() != state.memory[id].contents.size()) return;
  State before = state;
  before.memory.own(id).contents = *given;
  machine.attach(before);
  std::vector<Observed> values;
  addAskedValues(machine, harness, before, input, id, present, values);
  machine.attach(state);
  std::map<std::string_view, const Observed*> then;
  for (const Observed& value : values) then.emplace(value.path, &value);
  for (std::size_t i = first; i < out.size(); ++i)
    if (const auto old = then.find(out[i].path); old != then.end())
      out[i].isUntouched = out[i].value == old->second->value && out[i].type == old->second->type;
}

/// Whether nobody may use it any more: a va_list that was passed, and of which arguments were taken. One behind a
/// pointer may be gone on with.
bool isSpent(Machine& machine, const ir::SourceTypes& types, const InputPointer& pointer, const Object& object) {
  if (pointer.parent != ir::none || pointer.target == ir::none ||
      input::standardOf(types.type(pointer.target)) != input::Standard::ArgumentList)
    return false;
  const Value next = object.contents.read(machine, argument_list::areaAt, {ir::ScalarKind::Pointer, 0, 64});
  return next.isSymbolic() || next.bits != 0;
}

/// How much an allocator was asked for.
void addRoom(Machine& machine, Harness& harness, const State& state, ObjectId id, std::vector<Observed>& out) {
  logic::TermManager& terms = machine.terms;
  const InputObject input = *inputAt(state, id);
  const bool isKnown = terms.isConstant(input.asked);
  Observed room{harness.pointer(input.pointer).path + ".size",
                isKnown ? Value::concrete(terms.bits64(input.asked)) : Value::symbolic(input.asked), sizeType,
                input.null ? terms.logicalNot(input.null) : Term()};
  room.isRoom = true;
  out.push_back(std::move(room));
}

/// What stands behind a pointer of the input. A buffer of free size: as far as it goes.
void addInput(Machine& machine, Harness& harness, State& state, const InputPointer& input, ObjectId id,
              const Touched::Parts& touched, std::vector<Observed>& out) {
  logic::TermManager& terms = machine.terms;
  const Object& object = state.memory[id];
  if (!object.isAlive || object.isConstant) return;
  const Touched::Parts* parts = touched.of(object.contents, [&] { return shapeOf(harness.types(), input); });
  const Term present = object.null ? terms.logicalNot(object.null) : terms.truth(true);
  if (input.root == RootKind::Stream)
    return addUnread(machine, harness, state, input.path, terms.isTrue(present) ? Term() : present, out);
  if (input.isAsked) return addAsked(machine, harness, state, input, id, present, out);
  if (input.head != ir::none)
    addScalars(machine, harness, state, {id, 0, input.head}, elementPath(input, 0), present, out, parts);
  for (std::uint64_t i = 0; i < input.maxElements; ++i) {
    const Term reached =
        input.elements ? terms.binary(Op::ULess, terms.constant(64, i), input.elements) : terms.truth(true);
    Term exists = terms.logicalAnd(present, reached);
    if (terms.isTrue(exists)) exists = Term();
    const std::string path = pathOfElement(input, i);
    const std::uint64_t offset = input.tail + i * input.elementSize;
    if (input.target != ir::none && harness.types().type(input.target).size > 0) {
      addScalars(machine, harness, state, {id, offset, input.target}, path, exists, out, parts);
    } else {
      constexpr ir::ScalarType byte{ir::ScalarKind::Integer, 0, 8};
      out.push_back({path, object.contents.read(machine, offset, byte), byte, exists});
    }
  }
}

/// What stands in memory that the run made, as far as pointers among the values lead there and their types say what it
/// is: so that a difference has a name. Whoever compares two runs compares all of that memory, in any case. What an
/// input led to at the start keeps the simple names: `list.last[0].key` is of that, `new list.last[0].key` of what
/// stands in its place now.
void addMade(Machine& machine, Harness& harness, const State& state, std::vector<Observed>& values) {
  const ir::SourceTypes& types = harness.types();
  constexpr std::size_t mostValues = 256, mostElements = 8, mostCharacters = 64;
  logic::TermManager& terms = machine.terms;
  std::set<ObjectId> seen;
  const std::size_t others = values.size();
  const auto isTaken = [&](const std::string& path) {
    return std::any_of(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(others),
                       [&](const Observed& other) { return other.path.starts_with(path); });
  };
  for (std::size_t i = 0; i < values.size() && values.size() < mostValues; ++i) { // which grow
    const Observed pointer = values[i];
    const ObjectId id = pointer.value.object();
    if (pointer.source == ir::none || pointer.type.kind != ir::ScalarKind::Pointer || id == 0 ||
        pointer.value.isSymbolic())
      continue;
    if (machine.functionOf(id) || !state.memory.exists(id) || !input::isPointer(types.type(pointer.source))) continue;
    const Object& object = state.memory[id];
    if (object.kind != ObjectKind::Heap || !object.isAlive || object.isBorrowed || object.isOpaque ||
        !seen.insert(id).second)
      continue;
    const ir::TypeIndex element = types.type(pointer.source).element;
    if (element == ir::none || types.type(element).size == 0) continue;
    const std::uint64_t step = types.type(element).size;
    const std::string path = (isTaken(pointer.path + "[") ? "new " : "") + pointer.path;
    const bool isText = types.type(element).name == "char";
    for (std::uint64_t k = 0; k < (isText ? mostCharacters : mostElements); ++k) {
      const std::uint64_t offset = pointer.value.bits + k * step;
      if (offset + step > object.contents.size() || offset + step < offset) break;
      Term exists = pointer.exists ? pointer.exists : terms.truth(true);
      if (object.size)
        exists = terms.logicalAnd(exists, terms.binary(Op::ULessEqual, terms.constant(64, offset + step), object.size));
      if (terms.isTrue(exists)) exists = Term();
      input::forEachScalar(types, element, offset, fmt::format("{}[{}]", path, k),
                           ScalarReader(machine, harness, state, id, exists, values, true));
    }
  }
}

/// Blocks of vectors that no vector has any more, and that are still there. Of those that others lead into, which one
/// it is, and whether it is gone, shows.
void addBlocks(Machine& machine, Harness& harness, State& state, const Touched& touched, Outcome& outcome) {
  std::vector<Observed>& values = outcome.values;
  std::set<ObjectId> held, ledInto;
  for (const Observed& value : values) {
    held.insert(value.block);
    ledInto.insert(value.value.object());
  }
  for (std::size_t i = 0; i + 1 < values.size(); ++i)
    if (values[i].block != 0 && ledInto.contains(values[i].block) && values[i + 1].path.ends_with(".data()"))
      values[i + 1].value = Value::pointer(values[i].block, 0);
  for (const auto& [number, parts] : touched.inputs) {
    const auto id = harness.place(state, number);
    const auto first = id ? inputAt(state, *id) : std::nullopt;
    if (!first || first->pointer != number) continue;
    const InputPointer& pointer = harness.pointer(number);
    if (!isOfVector(pointer)) continue;
    if (ledInto.contains(*id) && !machine.object(*id).isAlive)
      outcome.gone.push_back({pointer.path, machine.terms.truth(true)});
    if (!held.contains(*id)) addInput(machine, harness, state, pointer, *id, parts, values);
  }
}

/// The members of an exception's object that has left the entry.
void addThrown(Machine& machine, Harness& harness, const State& state, std::vector<Observed>& values) {
  const Ending& ending = *state.ending;
  const ObjectId id = ending.code.object();
  const ir::TypeIndex type =
      id == 0 ? ir::none : harness.types().accessed({support::withoutUnnamed(ending.text), 0, ""});
  if (type == ir::none || ending.code.isSymbolic() || ending.text.ends_with('*')) return;
  if (ending.code.bits + harness.types().type(type).size > state.memory[id].contents.size()) return;
  input::forEachScalar(harness.types(), type, ending.code.bits, "exception",
                       ScalarReader(machine, harness, state, id, {}, values, true));
}

/// What has left the buffers of streams when the run ends. Where it breaks off, the rest is lost.
class Kept {
public:
  explicit Kept(const State& state) {
    std::size_t number = 0;
    state.effects.forEach([&](const Ref<Effect>& effect) {
      ++number;
      const bool isAll = effect->kind == Effect::Kind::Call && effect->isLast; // it may end the program as exit does
      if (isAll || effect->isKept) until_[isAll ? "" : effect->function] = number;
    });
    if (!state.ending || leavesMemory(state.ending->kind)) until_[""] = number;
  }

  [[nodiscard]] bool has(const std::string& file, std::size_t number) const {
    const auto isUntil = [&](const std::string& name) {
      const auto found = until_.find(name);
      return found != until_.end() && number <= found->second;
    };
    return isUntil(file) || isUntil("");
  }

private:
  std::map<std::string, std::size_t> until_; ///< by file, "" for all: the number of the last effect that says so
};

void addFiles(const State& state, Outcome& outcome) {
  constexpr ir::ScalarType byteType{ir::ScalarKind::Integer, 0, 8};
  for (const auto& [name, file] : writtenFiles(state)) {
    outcome.otherStreams.push_back(file.isRemoved ? name + " (removed)"
                                   : file.isCut   ? name + " (from its beginning)"
                                                  : name);
    outcome.values.push_back({name + ".size", Value::concrete(file.bytes.size()), sizeType, {}});
    for (std::size_t i = 0; i < file.bytes.size(); ++i)
      if (file.bytes[i])
        outcome.values.push_back({fmt::format("{}[{}]", name, i), Value::symbolic(file.bytes[i]), byteType, {}});
  }
}

} // namespace

std::map<std::string, WrittenFile> writtenFiles(const State& state) {
  std::map<std::string, WrittenFile> files;
  const Kept kept(state);
  std::size_t number = 0;
  state.effects.forEach([&](const Ref<Effect>& effect) {
    ++number;
    if (effect->kind != Effect::Kind::Write || effect->stream != Effect::otherStream || effect->isKept) return;
    if (!effect->bytes.empty() && !kept.has(effect->function, number)) return;
    WrittenFile& file = files[effect->function];
    file.isRemoved = effect->isLast;
    if (effect->isLast) file.bytes.clear();
    if (effect->cutTo) {
      file.isCut = file.isCut || *effect->cutTo == 0;
      if (*effect->cutTo < file.bytes.size()) file.bytes.resize(*effect->cutTo);
    }
    if (effect->bytes.empty()) return;
    file.bytes.resize(std::max<std::size_t>(file.bytes.size(), effect->position + effect->bytes.size()));
    std::ranges::copy(effect->bytes, file.bytes.begin() + static_cast<std::ptrdiff_t>(effect->position));
  });
  return files;
}

Outcome observe(Machine& machine, Harness& harness, State& state, ir::FunctionIndex entry, const Touched& touched) {
  machine.attach(state);
  Outcome outcome;
  outcome.ending = *state.ending;
  state.effects.forEach([&](const Ref<Effect>& effect) {
    if (effect->kind == Effect::Kind::Call && !effect->isPure) outcome.calls.push_back(effect);
    if (effect->kind != Effect::Kind::Write) return;
    if (effect->stream == Effect::otherStream) return;
    std::vector<Term>& stream = effect->stream == 1 ? outcome.output : outcome.errors;
    stream.insert(stream.end(), effect->bytes.begin(), effect->bytes.end());
  });
  addFiles(state, outcome);
  const EndKind end = outcome.ending.kind;
  const bool hasReturned = end == EndKind::Returned;
  if (!leavesMemory(end)) return outcome;

  const ir::Function& function = machine.program().body(entry);
  for (std::size_t i = 0; i < state.results.size(); ++i)
    outcome.values.push_back({state.results.size() == 1 ? "return" : fmt::format("return.{}", i),
                              state.results[i],
                              function.results[i],
                              {},
                              state.results.size() == 1 ? harness.types().function(entry).result : ir::none});
  if (machine.program().functions()[entry].isMain) return outcome; // nobody is left to look at its memory
  if (end == EndKind::Jumped)
    outcome.values.push_back({"longjmp to", outcome.ending.buffer, {ir::ScalarKind::Pointer, 0, 64}, {}});
  if (hasReturned && harness.resultObject() != 0) {
    const ir::TypeIndex type = harness.types().function(entry).result;
    addScalars(machine, harness, state, {harness.resultObject(), 0, type}, "return", {}, outcome.values);
  }
  const std::set<ObjectId> asked = reachedAsked(state);
  for (const auto& [number, parts] : touched.inputs) // what one version has looked at is there in both
    if (const auto id = harness.place(state, number); id && isOfVector(harness.pointer(number)))
      (void)machine.object(*id);
  for (const auto& [number, parts] : touched.inputs)
    if (const auto id = harness.place(state, number)) {
      if (harness.pointer(number).isAsked && !asked.contains(*id)) continue;                   // nobody finds it
      if (const auto first = inputAt(state, *id); first && first->pointer != number) continue; // an alias of that one
      if (machine.functionOf(*id)) continue; // of the program: here, the pointer leads to one
      if (harness.isFunction(state, *id) || harness.pointer(number).part != InputPart::None)
        continue; // shows with its container
      const InputPointer& pointer = *harness.pointerAt(state, *id);
      if (isOfVector(pointer)) continue; // likewise; see below
      if (const Object& object = machine.object(*id); !object.isAlive)
        outcome.gone.push_back(
            {pointer.path, object.null ? machine.terms.logicalNot(object.null) : machine.terms.truth(true)});
      const std::size_t first = outcome.values.size();
      addInput(machine, harness, state, pointer, *id, parts, outcome.values);
      if (isSpent(machine, harness.types(), pointer, machine.object(*id)))
        for (std::size_t i = first; i < outcome.values.size(); ++i) outcome.values[i].isUntouched = true;
    }
  for (const ObjectId id : asked) addRoom(machine, harness, state, id, outcome.values);
  bool hasRead = false;
  for (const auto& [name, parts] : touched.globals) {
    if (name == "beagle_errno") {
      addErrorNumber(machine, outcome.values);
      continue;
    }
    if (isOfStreams(machine.program(), name)) {
      hasRead = true;
      continue;
    }
    const auto found = machine.program().findGlobal(name);
    if (!found) continue;
    const ir::GlobalIndex index = *found;
    const Object& object = machine.object(machine.globalObject(index));
    const ir::Global& global = machine.program().globals()[index];
    const std::string path = global.isRuntime ? hiddenPath(global) : harness.globalPath(index);
    const ir::TypeIndex type = harness.types().global(index);
    if (type == ir::none || harness.types().type(type).size == 0)
      addBytes(machine, object.contents, path, outcome.values);
    else
      addScalars(machine, harness, state, {machine.globalObject(index), 0, type}, path, {}, outcome.values,
                 parts.of(object.contents, [&] { return shapeOf(harness.types(), type); }));
  }
  if (hasRead) addUnread(machine, harness, state, "stdin", {}, outcome.values);
  if (end == EndKind::Thrown) addThrown(machine, harness, state, outcome.values);
  addMade(machine, harness, state, outcome.values);
  addBlocks(machine, harness, state, touched, outcome);
  for (Observed& observed : outcome.values)
    if (observed.source != ir::none) observed.declared = &harness.types().type(observed.source);
  if (hasReturned) outcome.leaked = leakedAllocations(state, outcome);
  return outcome;
}

} // namespace beagle::exec
