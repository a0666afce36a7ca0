// Input pointers and what they lead to.

#include "analysis/exec/harness.h"
#include "analysis/input/layout.h"

#include <algorithm>
#include <cstdlib>

namespace beagle::exec {

using ir::ScalarKind;
using ir::ScalarType;
using ir::SourceType;
using logic::FloatFormat;
using logic::Op;
using Kind = SourceType::Kind;

namespace {

constexpr ScalarType sizeType{ScalarKind::Integer, 0, 64};
constexpr ScalarType byteType{ScalarKind::Integer, 0, 8};
constexpr ScalarType bitType{ScalarKind::Integer, 0, 1};

/// What C strings are made of. `unsigned char` is a byte of a buffer.
bool isCharacter(const SourceType& type) {
  return type.kind == Kind::Character && (type.name == "char" || type.name == "char8_t");
}

bool isRecord(const SourceType& type) {
  return type.kind == Kind::Struct || type.kind == Kind::Class || type.kind == Kind::Union;
}

} // namespace

Value Harness::valueOf(const input::Leaf& leaf) const {
  if (leaf.type.kind != ScalarKind::Float) return Value::symbolic(leaf.variable);
  return Value::symbolic(machine_->terms.fpFromBits(static_cast<FloatFormat>(leaf.type.format), leaf.variable));
}

void Harness::layOut(State& state, Contents& contents, std::uint64_t offset, ir::TypeIndex index, const std::string& path,
                     const Owner& owner) {
  if (index == ir::none) return;
  input::forEachScalar(types_, index, offset, path, [&](const input::ScalarPlace& place) {
    if (place.offset + (place.type.width + 7U) / 8 > contents.size()) return;
    const SourceType* source = place.source == ir::none ? nullptr : &types_.type(place.source);
    if (place.type.kind == ScalarKind::Pointer) {
      const ir::TypeIndex target = source ? source->element : ir::none;
      const bool mayBeNull = !source || source->kind != Kind::Reference;
      contents.write(*machine_, place.offset, pointerTo(state, place.path, place.source, target, owner, mayBeNull), place.type);
    } else if (source && source->kind == Kind::Boolean) {
      // A bool in memory is 0 or 1.
      const Value bit = valueOf(leaves_.leaf(place.path, bitType, place.source, owner.pointer));
      const Term byte = machine_->terms.boolToBits(bit.asTerm(), place.type.width);
      contents.write(*machine_, place.offset, Value::symbolic(byte), place.type);
    } else {
      contents.write(*machine_, place.offset, valueOf(leaves_.leaf(place.path, place.type, place.source, owner.pointer)), place.type);
    }
  });
}

InputPointer Harness::described(std::uint32_t number, const std::string& path, ir::TypeIndex target, const Owner& owner) const {
  InputPointer pointer;
  pointer.path = path;
  pointer.number = number;
  pointer.parent = owner.pointer;
  pointer.global = owner.global;
  pointer.depth = owner.depth;
  pointer.target = target;
  const SourceType* type = target == ir::none ? nullptr : &types_.type(target);
  pointer.isConst = type && type->isConst;
  pointer.elementSize = type && type->size > 0 ? type->size : 1;
  pointer.maxElements = options_.maxElements;
  if (type && isCharacter(*type)) pointer.maxElements = options_.maxString + 1ULL; // always all of them: the NUL may come earlier
  else if (type && isRecord(*type) && type->size > 0 && owner.depth > 0) pointer.maxElements = 1;
  else pointer.elements = leaves_.leaf(path + ".size", sizeType, ir::none, number).variable;
  return pointer;
}

/// A pointer with an object of its own, which has no contents yet.
Value Harness::pointerTo(State& state, const std::string& path, ir::TypeIndex pointerType, ir::TypeIndex target, const Owner& owner,
                         bool mayBeNull) {
  if (target != ir::none && types_.type(target).kind == Kind::Function) {
    assumptions_.insert(fmt::format("the function pointer {} is null", path));
    return Value::concrete(0);
  }
  if (owner.depth > options_.maxDepth) {
    bounds_.insert(fmt::format("{} is null: pointers are followed {} times", path, options_.maxDepth));
    return Value::concrete(0);
  }
  const std::uint32_t number = leaves_.pointer(path);
  std::unique_ptr<InputPointer>& known = pointers_[number];
  if (!known) {
    known = std::make_unique<InputPointer>(described(number, path, target, owner));
    if (mayBeNull) known->null = leaves_.leaf(path, bitType, pointerType, owner.pointer).variable;
  }
  const ObjectId id = state.memory.add();
  state.inputs.push({id, number, known->null});
  return Value::pointer(id, 0);
}

/// The number of elements gets its limits when something first depends on it.
void Harness::limitElements(State& state, const InputPointer& pointer) {
  logic::TermManager& terms = machine_->terms;
  const Term limits = terms.logicalAnd(terms.binary(Op::ULessEqual, terms.constant(64, 1), pointer.elements),
                                       terms.binary(Op::ULessEqual, pointer.elements, terms.constant(64, pointer.maxElements)));
  std::vector<Term> scratch;
  if (!state.path.relevantTo(limits, scratch).empty()) { // the other version has been here
    state.path.add(limits);
    return;
  }
  logic::Assignment smallest;
  smallest.set(pointer.elements, 1);
  state.path.add(limits, smallest);
}

void Harness::layOutElements(State& state, Contents& contents, const InputPointer& pointer) {
  const SourceType* type = pointer.target == ir::none ? nullptr : &types_.type(pointer.target);
  const bool isString = type && isCharacter(*type);
  const Owner inside{pointer.number, pointer.global, pointer.depth + 1};
  for (std::uint64_t i = 0; i < pointer.maxElements; ++i) {
    if (isString && i + 1 == pointer.maxElements) break; // the NUL
    const std::string element = fmt::format("{}[{}]", pointer.path, i);
    if (type && type->size > 0)
      layOut(state, contents, i * pointer.elementSize, pointer.target, element, inside);
    else
      contents.write(*machine_, i, valueOf(leaves_.leaf(element, byteType, ir::none, pointer.number)), byteType);
  }
}

Ref<Object> Harness::input(State& state, std::uint32_t number) {
  const InputPointer& pointer = *pointers_.at(number);
  const bool isString = pointer.target != ir::none && isCharacter(types_.type(pointer.target));
  auto made = Ref<Object>::make(ObjectKind::Input, pointer.elementSize * pointer.maxElements, Contents::Fill::Zero);
  Object& memory = made.mutableTarget();
  memory.isConstant = pointer.isConst && isString;
  memory.subject = number;
  memory.null = pointer.null;
  layOutElements(state, memory.contents, pointer);
  if (isString) {
    bounds_.insert(fmt::format("{} has at most {} characters", pointer.path, pointer.maxElements - 1));
  } else if (pointer.elements) {
    logic::TermManager& terms = machine_->terms;
    memory.size = terms.binary(Op::Mul, pointer.elements, terms.constant(64, pointer.elementSize));
    limitElements(state, pointer);
    bounds_.insert(fmt::format("{} has at most {} elements", pointer.path, pointer.maxElements));
  }
  return made;
}

std::optional<ObjectId> Harness::place(State& state, std::uint32_t number) {
  if (const auto id = inputObject(state, number)) return id;
  const auto known = pointers_.find(number);
  if (known == pointers_.end()) return {};
  const InputPointer& pointer = *known->second;
  // It stands in memory that this state has not looked at: looking makes it.
  if (pointer.parent != ir::none) {
    const auto parent = place(state, pointer.parent);
    if (!parent) return {};
    (void)machine_->object(*parent);
  } else if (pointer.global != ir::none) {
    (void)machine_->object(machine_->globalObject(pointer.global));
  } else { // a function without code returned or wrote it
    state.inputs.push({state.memory.add(), number, pointer.null});
  }
  return inputObject(state, number);
}

/// The global that an access path starts with. Names of internal ones hold dots themselves: the longest one counts.
std::optional<ir::GlobalIndex> Harness::rootOf(std::string_view path) const {
  while (!path.empty()) {
    if (const auto global = program_.findGlobal(path)) return global;
    const std::size_t end = path.find_last_of(".[");
    path = path.substr(0, end == std::string_view::npos ? 0 : end);
  }
  return {};
}

bool Harness::belongsTo(const State& state, const input::Leaf& leaf, const logic::Assignment& model) const {
  const bool isPointer = leaf.source != ir::none && leaf.type.width == 1 && input::isPointer(types_.type(leaf.source));
  if (isPointer && model.bits64(leaf.variable) == 0) return false; // what it leads to says that it is not null
  if (leaf.owner == ir::none) {
    if (!leaf.path.starts_with("::")) return true;
    const auto global = rootOf(std::string_view(leaf.path).substr(2));
    return global && state.memory.exists(machine_->globalObject(*global));
  }
  const auto known = pointers_.find(leaf.owner);
  if (known == pointers_.end()) return false;
  const InputPointer& owner = *known->second;
  const auto id = inputObject(state, owner.number);
  if (!id || !state.memory.exists(*id) || (owner.null && model.bits64(owner.null) != 0)) return false;
  if (owner.elements && leaf.path.size() > owner.path.size() && leaf.path[owner.path.size()] == '[') {
    const std::uint64_t index = std::strtoull(leaf.path.c_str() + owner.path.size() + 1, nullptr, 10);
    return index < model.bits64(owner.elements);
  }
  return true;
}

} // namespace beagle::exec
