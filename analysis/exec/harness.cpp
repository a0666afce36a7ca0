#include "analysis/exec/harness.h"

#include "analysis/input/layout.h"
#include "analysis/logic/bit_vector.h"

#include <algorithm>
#include <cstdlib>

namespace beagle::exec {

using ir::ScalarKind;
using ir::ScalarType;
using ir::SourceType;
using logic::FloatFormat;
using logic::Op;

namespace {

using Kind = SourceType::Kind;

constexpr ScalarType sizeType{ScalarKind::Integer, 0, 64};

const std::string innerPointers = "pointers inside of inputs are null";

/// What C strings are made of. `unsigned char` is a byte of a buffer.
bool isCharacter(const SourceType& type) {
  return type.kind == Kind::Character && (type.name == "char" || type.name == "char8_t");
}

} // namespace

/// A source parameter that arrives in several scalars, or in one that is not its own: its bytes.
struct Harness::Parts {
  std::uint32_t source = 0;
  Contents contents;
};

Harness::Harness(const ir::Program& program, const ir::SourceTypes& types, input::Leaves& leaves,
                 HarnessOptions options)
    : program_(program), types_(types), leaves_(leaves), options_(options) {}

Value Harness::valueOf(const input::Leaf& leaf) const {
  if (leaf.type.kind != ScalarKind::Float) return Value::symbolic(leaf.variable);
  return Value::symbolic(machine_->terms.fpFromBits(static_cast<FloatFormat>(leaf.type.format), leaf.variable));
}

void Harness::layOut(Contents& contents, std::uint64_t offset, ir::TypeIndex index, const std::string& path) {
  if (index == ir::none) return;
  if (input::sharesBytes(types_.type(index)) && input::hasPointers(types_, index)) assumptions_.insert(innerPointers);
  input::forEachScalar(types_, index, offset, path, [&](const input::ScalarPlace& place) {
    if (place.offset + (place.type.width + 7U) / 8 > contents.size()) return;
    if (place.type.kind == ScalarKind::Pointer) {
      assumptions_.insert(innerPointers);
      contents.write(*machine_, place.offset, Value::concrete(0), place.type);
    } else if (place.source != ir::none && types_.type(place.source).kind == Kind::Boolean) {
      // A bool in memory is 0 or 1.
      const Value bit = valueOf(leaves_.leaf(place.path, {ScalarKind::Integer, 0, 1}, place.source));
      const Term byte = machine_->terms.boolToBits(bit.asTerm(), place.type.width);
      contents.write(*machine_, place.offset, Value::symbolic(byte), place.type);
    } else {
      contents.write(*machine_, place.offset, valueOf(leaves_.leaf(place.path, place.type, place.source)), place.type);
    }
  });
}

Value Harness::pointerTo(State& state, const std::string& path, ir::TypeIndex target, bool isConst) {
  InputObject object;
  object.path = path;
  object.element = target;
  const SourceType* type = target == ir::none ? nullptr : &types_.type(target);
  if (type && type->kind == Kind::Function) {
    assumptions_.insert(fmt::format("the function pointer {} is null", path));
    return Value::concrete(0);
  }
  const bool isString = type && isCharacter(*type);
  object.elementSize = type && type->size > 0 ? type->size : 1;
  object.maxElements = isString ? options_.maxString + 1ULL : options_.maxElements;

  auto made = Ref<Object>::make(ObjectKind::Input, object.elementSize * object.maxElements, Contents::Fill::Zero);
  Object& memory = made.mutableTarget();
  memory.isBorrowed = true;
  memory.isConstant = isConst && isString;
  memory.subject = static_cast<std::uint32_t>(objects_.size());
  for (std::uint64_t i = 0; i < object.maxElements; ++i) {
    if (isString && i + 1 == object.maxElements) break; // the NUL
    const std::string element = fmt::format("{}[{}]", path, i);
    if (type && type->size > 0)
      layOut(memory.contents, i * object.elementSize, target, element);
    else
      memory.contents.write(*machine_, i, valueOf(leaves_.leaf(element, {ScalarKind::Integer, 0, 8}, ir::none)),
                            {ScalarKind::Integer, 0, 8});
  }
  if (!isString) {
    logic::TermManager& terms = machine_->terms;
    object.elements = leaves_.leaf(path + ".size", sizeType, ir::none).variable;
    memory.size = terms.binary(Op::Mul, object.elements, terms.constant(64, object.elementSize));
    logic::Assignment smallest;
    smallest.set(object.elements, 1);
    state.path.add(terms.logicalAnd(terms.binary(Op::ULessEqual, terms.constant(64, 1), object.elements),
                                    terms.binary(Op::ULessEqual, object.elements,
                                                 terms.constant(64, object.maxElements))),
                   smallest);
  }
  object.object = state.memory.add(std::move(made));
  objects_.push_back(object);
  return Value::pointer(object.object, 0);
}

support::Result<Value> Harness::argument(Machine& machine, State& state, const ir::Parameter& parameter,
                                         const ir::SourceFunction& source, std::vector<Parts>& parts) {
  if (parameter.isStructResult) {
    const std::uint64_t size = source.result == ir::none ? 0 : types_.type(source.result).size;
    auto made = Ref<Object>::make(ObjectKind::Stack, size, Contents::Fill::Uninitialised);
    resultObject_ = state.memory.add(std::move(made));
    return Value::pointer(resultObject_, 0);
  }
  const bool isKnown = parameter.source != ir::none && parameter.source < source.parameters.size();
  const std::string path = isKnown && !source.parameters[parameter.source].name.empty()
                               ? source.parameters[parameter.source].name
                               : fmt::format("parameter{}", isKnown ? parameter.source : parameter.slot);
  const ir::TypeIndex typeIndex = isKnown ? source.parameters[parameter.source].type : ir::none;
  if (typeIndex == ir::none) { // no debug info: what the machine sees
    if (parameter.type.kind == ScalarKind::Pointer) return pointerTo(state, path, ir::none, false);
    return valueOf(leaves_.leaf(path, parameter.type, ir::none));
  }
  const SourceType& type = types_.type(typeIndex);
  if (parameter.byvalSize != 0) {
    auto made = Ref<Object>::make(ObjectKind::Stack, parameter.byvalSize, Contents::Fill::Zero);
    layOut(made.mutableTarget().contents, 0, typeIndex, path);
    return Value::pointer(state.memory.add(std::move(made)), 0);
  }
  if (type.kind == Kind::Pointer || type.kind == Kind::Reference) {
    const bool toConst = type.element != ir::none && types_.type(type.element).isConst;
    return pointerTo(state, path, type.element, toConst);
  }
  const auto scalar = input::scalarOf(type);
  if (scalar && parameter.type.kind == scalar->kind && parameter.type.width <= scalar->width)
    return valueOf(leaves_.leaf(path, parameter.type, typeIndex));
  // A struct in registers: its bytes, and the scalar that stands at the offset.
  auto part = std::ranges::find(parts, parameter.source, &Parts::source);
  if (part == parts.end()) {
    const std::uint64_t size = std::max<std::uint64_t>((type.size + 7) / 8 * 8, 16);
    parts.push_back({parameter.source, Contents(size, Contents::Fill::Zero)});
    part = parts.end() - 1;
    layOut(part->contents, 0, typeIndex, path);
  }
  if (parameter.sourceOffset + (parameter.type.width + 7U) / 8 > part->contents.size())
    return support::cannotRun("parameter {} of type {} cannot be built", path, type.name);
  return part->contents.read(machine, parameter.sourceOffset, parameter.type);
}

support::Result<State> Harness::start(Machine& machine, ir::FunctionIndex entry) {
  machine_ = &machine;
  objects_.clear();
  resultObject_ = 0;
  State state(machine.terms);
  machine.prepare(state);
  const ir::Function& function = program_.body(entry);
  const ir::SourceFunction source = types_.function(entry);
  std::vector<Value> arguments;
  std::vector<Parts> parts;
  for (const ir::Parameter& parameter : function.parameters) {
    auto value = argument(machine, state, parameter, source, parts);
    if (!value) return support::within(value, fmt::format("entry {}", program_.functions()[entry].sourceName));
    arguments.push_back(*value);
  }
  if (function.isVariadic) assumptions_.insert("the entry is called without variable arguments");
  machine.enter(state, entry, arguments);
  return state;
}

bool Harness::isInput(ir::GlobalIndex index) const {
  const ir::Global& global = program_.globals()[index];
  if (!options_.globalsAreInputs || global.isConstant) return false;
  const ir::TypeIndex type = types_.global(index);
  return type != ir::none && !input::hasPointers(types_, type) && types_.type(type).size > 0;
}

bool Harness::belongsTo(const State& state, const input::Leaf& leaf, const logic::Assignment& model) const {
  const std::string_view path = leaf.path;
  if (path.starts_with("::")) {
    const std::string_view root = path.substr(2, path.find_first_of(".[", 2) - 2);
    const auto global = program_.findGlobal(root);
    return global && state.memory.exists(machine_->globalObject(*global));
  }
  for (const InputObject& object : objects_) {
    if (!object.elements || !path.starts_with(object.path + "[")) continue;
    const std::uint64_t index = std::strtoull(leaf.path.c_str() + object.path.size() + 1, nullptr, 10);
    if (index >= model.bits64(object.elements)) return false;
  }
  return true;
}

Ref<Object> Harness::initialised(ir::GlobalIndex index) {
  const ir::Global& global = program_.globals()[index];
  auto made = Ref<Object>::make(ObjectKind::Global, global.size, Contents::Fill::Zero);
  Contents& contents = made.mutableTarget().contents;
  if (!global.isDefined)
    assumptions_.insert(fmt::format("{} is all zeros: no unit defines it", global.name));
  if (!global.bytes.empty())
    std::memcpy(contents.dataForWriting(), global.bytes.data(), std::min<std::size_t>(global.bytes.size(), global.size));
  for (const auto& [from, to] : global.uninitialised) contents.forget(*machine_, from, to - from);
  if (!global.unsupported.empty())
    assumptions_.insert(fmt::format("{} is not all that its initialiser says: {}", global.name, global.unsupported));
  for (const ir::Relocation& relocation : global.relocations) {
    if (relocation.block != ir::none) { // how a block's address is numbered
      contents.write(*machine_, relocation.offset, Value::concrete(relocation.block + 1ULL),
                     {ScalarKind::Pointer, 0, 64});
      continue;
    }
    const ObjectId target = relocation.isFunction ? machine_->functionObject(relocation.target)
                                                  : machine_->globalObject(relocation.target);
    contents.write(*machine_, relocation.offset,
                   Value::pointer(target, static_cast<std::uint64_t>(relocation.addend)),
                   {ScalarKind::Pointer, 0, 64});
  }
  return made;
}

Ref<Object> Harness::make(State& /*state*/, ir::GlobalIndex index) {
  const ir::Global& global = program_.globals()[index];
  Ref<Object> made = initialised(index);
  Object& object = made.mutableTarget();
  object.subject = index;
  object.alignment = std::max<std::uint32_t>(global.alignment, 1);
  object.isConstant = global.isConstant;
  if (isInput(index)) layOut(object.contents, 0, types_.global(index), "::" + global.name);
  return made;
}

} // namespace beagle::exec
