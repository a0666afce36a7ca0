// Input pointers, and what they lead to.

#include "analysis/exec/harness.h"
#include "analysis/exec/streams.h"
#include "analysis/input/standard.h"

#include <algorithm>

namespace beagle::exec {

using ir::ScalarKind;
using ir::ScalarType;
using ir::SourceType;
using ir::TypeIndex;
using logic::Op;
using Kind = SourceType::Kind;

namespace {

constexpr ScalarType sizeType{ScalarKind::Integer, 0, 64};

/// What C strings are made of. `unsigned char` is a byte of a buffer.
bool isCharacter(const SourceType& type) {
  return type.kind == Kind::Character && (type.name == "char" || type.name == "char8_t");
}

} // namespace

bool isOutsideBytes(const InputPointer& pointer) {
  return pointer.root != RootKind::None && pointer.root != RootKind::Stream;
}

std::string elementPath(const InputPointer& pointer, std::uint64_t number) {
  return pointer.single.empty()
             ? fmt::format("{}[{}]", pointer.head != ir::none ? pointer.path : pointer.arrayPath, number)
             : pointer.single;
}

InputPointer& Harness::newPointer(const std::string& path, const Owner& owner) {
  const std::uint32_t number = leaves_.pointer(path);
  std::unique_ptr<InputPointer>& made = pointers_[number];
  made = std::make_unique<InputPointer>();
  made->path = made->arrayPath = path;
  made->number = number;
  made->parent = owner.pointer;
  made->global = owner.global;
  made->depth = owner.depth;
  made->isOutside = owner.isOutside;
  made->isAsked = owner.isAsked;
  made->isCleared = owner.isCleared;
  made->isNew = owner.isNew;
  numbers_.emplace(path, number);
  return *made;
}

/// A va_list, as a parameter of that type has it, or as itself.
bool Harness::isArgumentList(const SourceType& type) const {
  if (type.kind != Kind::Array || type.count != 1) return input::standardOf(type) == input::Standard::ArgumentList;
  const SourceType* element = sourceOf(type.element);
  return element && isArgumentList(*element);
}

/// What stands behind the pointer.
void Harness::describe(InputPointer& pointer, TypeIndex target) {
  describeTarget(pointer, target);
  if (pointer.maxElements != 1 && pointer.classes.size() > 1) pointer.classes.resize(1); // the elements of an array
}

void Harness::describeTarget(InputPointer& pointer, TypeIndex target) {
  const SourceType* written = sourceOf(target);
  pointer.isConst = written && written->isConst;
  pointer.declared = target;
  pointer.classes = classesOfObjects(target);
  if (!pointer.classes.empty()) target = pointer.classes.front();
  if (pointer.classes.size() == 1 && target != pointer.declared) assumptions_.insert(classesText(pointer, 1));
  pointer.target = target;
  const SourceType* type = sourceOf(target);
  if (type && type->kind == Kind::Function) {
    pointer.maxElements = 0;
    return;
  }
  pointer.elementSize = type && type->size > 0 ? type->size : 1;
  if (type && isArgumentList(*type)) pointer.single = pointer.path;
  if (type && isStream(*type)) { // of the C library, which alone knows what is in it
    pointer.root = RootKind::Stream;
    pointer.isRestrict = true;
    pointer.maxElements = 1;
    return;
  }
  // Nobody has an array of objects whose class is not the one that the pointer names.
  const bool isDerived = !pointer.classes.empty() && target != pointer.declared;
  pointer.maxElements = pointer.single.empty() && !isDerived ? options_.maxElements : 1;
  if (!pointer.single.empty() || isDerived) return;
  if (pointer.isAsked) return describeAsked(pointer);
  if (const auto length = lengths_.find(pointer.path); length != lengths_.end())
    return useLength(pointer, length->second);
  if (const auto room = rooms_.find(pointer.path); room != rooms_.end()) {
    pointer.maxElements = (room->second + pointer.elementSize - 1) / pointer.elementSize;
    return;
  }
  const bool isRange = holdsOthers(pointer.path, true) ||
                       std::ranges::any_of(ends_, [&](const auto& range) { return range.second == pointer.path; });
  const bool isArray = holdsOthers(pointer.path, false);
  if (type && isCharacter(*type) && !isRange) {
    pointer.maxElements = options_.maxString + 1ULL; // always all of them: the NUL may come earlier
    pointer.isString = true;
  } else if (!isArray && (singles_.contains(pointer.path) || isOneOfSeveral(pointer)) &&
             !(type && input::flexibleMember(types_, *type))) {
    pointer.maxElements = 1;
  } else if (const SourceType::Member* array = type ? input::flexibleMember(types_, *type) : nullptr) {
    describeFlexible(pointer, *type, *array);
  } else if (!isArray && type && input::isRecord(*type) && type->size > 0 && pointer.depth > 0) {
    pointer.maxElements = 1;
  } else if (terminated_.contains(pointer.path) || (!isArray && type && input::isPointer(*type) && pointer.depth > 0)) {
    pointer.maxElements = options_.maxElements + 1ULL;
    pointer.isTerminated = true;
  } else {
    pointer.elements = leaves_.leaf(pointer.path + ".size", sizeType, nullptr, pointer.number).variable;
    pointer.hasOwnSize = true;
    pointer.mayBeEmpty = isRange || isArray;
  }
}

/// One record, and as many elements of the array at its end as somebody made room for.
void Harness::describeFlexible(InputPointer& pointer, const SourceType& type, const SourceType::Member& array) {
  const TypeIndex element = types_.type(array.type).element;
  pointer.head = pointer.target;
  pointer.arrayPath = pointer.path + "[0]." + array.name;
  pointer.tail = array.offset;
  pointer.minBytes = type.size;
  pointer.target = element;
  pointer.elementSize = types_.type(element).size;
  findLengths(type, elementPath(pointer, 0),
              {pointer.number, pointer.global, pointer.depth + 1, pointer.isOutside, {}, false});
  if (const auto length = lengths_.find(pointer.arrayPath); length != lengths_.end()) {
    useLength(pointer, length->second);
  } else {
    pointer.elements = leaves_.leaf(pointer.arrayPath + ".size", sizeType, nullptr, pointer.number).variable;
    pointer.hasOwnSize = pointer.mayBeEmpty = true;
  }
  // As long as the longest of the records that code takes it for.
  if (const auto reach = reaches_.find(pointer.path); reach != reaches_.end() && reach->second > pointer.tail)
    pointer.maxElements =
        std::max(pointer.maxElements, (reach->second - pointer.tail + pointer.elementSize - 1) / pointer.elementSize);
}

/// Whether the pointer there is null.
Term Harness::nullOf(const std::string& path, const SourceType* type, std::uint32_t owner) {
  return leaves_.leaf(path, ScalarType{ScalarKind::Integer, 0, 1}, type, owner).variable;
}

/// A pointer with an object of its own, which has no contents yet.
Value Harness::pointerTo(State& state, const std::string& path, TypeIndex pointerType, const Owner& owner,
                         bool mayBeNull) {
  if (owner.depth > options_.maxDepth) {
    bounds_.insert(fmt::format("{} is null: pointers are followed {} times", path, options_.maxDepth));
    tooDeep_.insert_or_assign(path, std::pair(owner.pointer, pointerType));
    return Value::concrete(0);
  }
  const auto known = pointers_.find(leaves_.pointer(path));
  if (known != pointers_.end()) return introduced(state, *known->second);
  InputPointer& pointer = newPointer(path, owner);
  const SourceType* type = sourceOf(pointerType);
  // Nobody takes a reference for the first of many.
  if (path == "this") pointer.single = "(*this)";
  else if (type && type->kind == Kind::Reference) pointer.single = path;
  else if (owner.isSingle) pointer.single = fmt::format("(*{})", path);
  describe(pointer, type && input::isPointer(*type) ? type->element : ir::none);
  pointer.isRestrict = type && type->isRestrict;
  if (owner.null) pointer.null = owner.null;
  else if (mayBeNull) pointer.null = nullOf(path, type, owner.pointer);
  // What has elements is there.
  if (const auto length = lengths_.find(path); pointer.null && length != lengths_.end()) {
    logic::TermManager& terms = machine_->terms;
    const Term none = terms.constant(terms.width(length->second.count), 0);
    const Term isEmpty = !length->second.isLast    ? terms.equal(length->second.count, none)
                         : length->second.isSigned ? terms.binary(Op::SLess, length->second.count, none)
                                                   : terms.truth(false);
    pointer.null = terms.logicalAnd(pointer.null, isEmpty);
  }
  return introduced(state, pointer);
}

/// A pointer that stands in a union: one of several pointers, or a number, as the code that looks there takes it.
Value Harness::unionPointer(State& state, const input::ScalarPlace& place, const Owner& owner) {
  logic::TermManager& terms = machine_->terms;
  const std::uint32_t number = leaves_.pointer(place.path);
  Term data;
  std::vector<std::pair<std::string, TypeIndex>> members{{place.path, place.source}};
  std::uint64_t bits = 0;
  for (const input::ScalarPlace& other : place.others) {
    if (other.type.kind == ScalarKind::Pointer) {
      members.emplace_back(other.path, other.source);
      continue;
    }
    const std::uint64_t at = (other.offset - place.offset) * 8 + other.bitOffset;
    const Term variable = leaves_.leaf(other.path, other.type, sourceOf(other.source), owner.pointer).variable;
    dataOwners_[terms.variableNumber(variable)] = number;
    const Term value = other.type.width == 1 ? terms.boolToBits(variable, 1) : variable;
    if (at > bits)
      data = data ? terms.binary(Op::Concat, terms.constant(static_cast<std::uint32_t>(at - bits), 0), data)
                  : terms.constant(static_cast<std::uint32_t>(at - bits), 0);
    data = data ? terms.binary(Op::Concat, value, data) : value;
    bits = at + other.type.width;
  }
  if (data) data = terms.resize(data, 64);
  if (owner.depth > options_.maxDepth) {
    if (data) return Value::symbolic(data);
    bounds_.insert(fmt::format("{} is null: pointers are followed {} times", place.path, options_.maxDepth));
    tooDeep_.insert_or_assign(place.path, std::pair(owner.pointer, place.source));
    return Value::concrete(0);
  }
  const auto known = pointers_.find(number);
  if (known != pointers_.end()) return introduced(state, *known->second);
  InputPointer& pointer = newPointer(place.path, owner);
  describe(pointer, types_.type(place.source).element);
  if (members.size() > 1) pointer.members = std::move(members);
  pointer.data = data;
  pointer.null =
      data ? terms.equal(data, terms.constant(64, 0)) : nullOf(place.path, sourceOf(place.source), owner.pointer);
  return introduced(state, pointer);
}

Value Harness::introduced(State& state, const InputPointer& pointer, ObjectId within) {
  const ObjectId id = state.memory.add();
  state.inputs.push({id, pointer.number, pointer.null, 0, ir::none, within, ir::none});
  return Value::pointer(id, 0);
}

Term Harness::limitOf(const InputPointer& pointer) const {
  logic::TermManager& terms = machine_->terms;
  if (!pointer.elements) return terms.truth(true);
  if (pointer.bytes)
    return terms.binary(Op::ULessEqual, pointer.bytes, terms.constant(64, pointer.maxElements * pointer.elementSize));
  const Term most = terms.binary(Op::ULessEqual, pointer.elements, terms.constant(64, pointer.maxElements));
  if (!pointer.hasOwnSize || pointer.mayBeEmpty) return most;
  return terms.logicalAnd(terms.binary(Op::ULessEqual, terms.constant(64, 1), pointer.elements), most);
}

/// A number that nothing depends on yet gets its limits at once; of others, the run asks (Surroundings::sizeLimit).
void Harness::limitElements(State& state, const InputPointer& pointer) {
  const Term limits = limitOf(pointer);
  std::vector<Term> scratch;
  if (!state.path.relevantTo(limits, scratch).empty()) return;
  logic::Assignment smallest;
  smallest.set(pointer.elements, 1);
  state.path.add(limits, smallest);
}

/// Digits and what stands between numbers, all of it there: whoever reads numbers goes one way through them.
void Harness::makeNumbers(State& state, const InputPointer& pointer) {
  logic::TermManager& terms = machine_->terms;
  const auto require = [&](Term condition, Term variable, std::uint64_t value) {
    logic::Assignment first;
    first.set(variable, value);
    state.path.add(condition, first);
  };
  const Term isAll = terms.equal(pointer.elements, terms.constant(64, pointer.maxElements));
  std::vector<Term> scratch;
  if (!state.path.relevantTo(isAll, scratch).empty()) return;
  require(isAll, pointer.elements, pointer.maxElements);
  for (std::uint64_t i = 0; i < pointer.maxElements; ++i) {
    const Term byte = leaves_.find(fmt::format("{}[{}]", pointer.path, i))->variable;
    const auto letter = [&](char wanted) { return terms.constant(8, static_cast<unsigned char>(wanted)); };
    const bool isBetween = i % bytesOfNumber == bytesOfNumber - 1;
    const Term isRight = isBetween
                             ? terms.logicalOr(terms.equal(byte, letter(' ')), terms.equal(byte, letter('\n')))
                             : terms.binary(Op::ULess, terms.binary(Op::Sub, byte, letter('0')), terms.constant(8, 10));
    require(isRight, byte, static_cast<unsigned char>(isBetween ? ' ' : '0'));
  }
}

/// Behind the last element of a buffer that was introduced before; nothing when it has no such place.
std::optional<Value> Harness::endOf(State& state, const std::string& begin) {
  const auto number = numbers_.find(begin);
  if (number == numbers_.end() || !pointer(number->second).elements) return {};
  const InputPointer& range = pointer(number->second);
  logic::TermManager& terms = machine_->terms;
  limitElements(state, range);
  const ObjectId id = *inputObject(state, range.number);
  Term bytes = terms.binary(Op::Mul, range.elements, terms.constant(64, range.elementSize));
  if (range.null) bytes = terms.ite(range.null, terms.constant(64, 0), bytes);
  return Value{0, bytes.id(), id << 2};
}

Ref<Object> Harness::input(State& state, ObjectId id) {
  const InputPointer& pointer = viewed(state, id);
  if (needsView(pointer)) decideView(state, id, pointer); // bytes, also for later accesses
  making_.push_back(pointer.number);
  auto made = madeInput(state, id, pointer);
  making_.pop_back();
  return made;
}

/// No pointer that leads to it is one to write through.
bool Harness::isReadOnly(const State& state, ObjectId id) const {
  for (std::size_t i = 0; i < state.inputs.size(); ++i) {
    if (state.inputs[i].id != id && state.inputs[i].alias != id) continue;
    const InputPointer& leads = pointer(viewOf(state.inputs[i]));
    if (!(leads.isConst && leads.isString) && !isOutsideBytes(leads)) return false;
  }
  return true;
}

Ref<Object> Harness::madeInput(State& state, ObjectId id, const InputPointer& pointer) {
  if (pointer.isAsked) return askedMemory(state, id, pointer);
  const std::uint64_t capacity = std::max(pointer.minBytes, pointer.tail + pointer.elementSize * pointer.maxElements);
  auto made = Ref<Object>::make(ObjectKind::Input, capacity, Contents::Fill::Zero);
  Object& memory = made.mutableTarget();
  memory.isConstant = isReadOnly(state, id);
  memory.subject = pointer.number;
  memory.null = inputAt(state, id)->null;
  memory.mayHaveAlias = options_.maxAliases != 0 && pointer.root == RootKind::None && pointer.part == InputPart::None;
  memory.isVirtualTable = pointer.tableOf != ir::none;
  memory.mayBeOfClasses = isOneOfSeveral(pointer);
  if (memory.mayBeOfClasses && inputAt(state, id)->view == ir::none) {
    noteOnlyClass(pointer);
    decideView(state, id, pointer); // nobody asks any more
  }
  layOutObject(state, memory.contents, id, pointer);
  if (pointer.part != InputPart::None) return made;
  if (pointer.isString)
    bounds_.insert(fmt::format("{} has at most {} characters", pointer.path, pointer.maxElements - 1));
  if (pointer.isTerminated)
    bounds_.insert(fmt::format("{} has at most {} elements before a null", pointer.path, pointer.maxElements - 1));
  if (!pointer.elements) return made;
  logic::TermManager& terms = machine_->terms;
  Term size =
      pointer.bytes ? pointer.bytes : terms.binary(Op::Mul, pointer.elements, terms.constant(64, pointer.elementSize));
  if (pointer.tail > 0) {
    size = terms.binary(Op::Add, size, terms.constant(64, pointer.tail));
    const Term least = terms.constant(64, pointer.minBytes);
    size = terms.ite(terms.binary(Op::ULess, size, least), least, size);
  }
  memory.size = size;
  if (pointer.root == RootKind::StandardInput && options_.numbersToRead > 0) makeNumbers(state, pointer);
  else if (pointer.hasOwnSize) limitElements(state, pointer);
  const bool isAnyFile = pointer.root == RootKind::File && pointer.maxElements == options_.maxFile;
  bounds_.insert(fmt::format("{} has at most {} {}", isAnyFile ? "every file" : pointer.arrayPath, pointer.maxElements,
                             isAnyFile ? "bytes" : "elements"));
  return made;
}

Term Harness::dataOf(const State& state, ObjectId id) {
  const auto input = inputAt(state, id);
  return input ? pointer(input->pointer).data : Term();
}

} // namespace beagle::exec
