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

} // namespace

/// A source parameter that arrives in several scalars, or in one that is not its own: its bytes.
struct Harness::Parts {
  std::uint32_t source = 0;
  Contents contents;
};

Harness::Harness(const ir::Program& program, const ir::SourceTypes& types, input::Leaves& leaves,
                 HarnessOptions options)
    : program_(program), types_(types), leaves_(leaves), options_(options) {}

support::Result<Value> Harness::argument(Machine& machine, State& state, const ir::Parameter& parameter,
                                         std::size_t number, const ir::SourceFunction& source,
                                         std::vector<Parts>& parts) {
  if (parameter.isStructResult) {
    const std::uint64_t size = source.result == ir::none ? 0 : types_.type(source.result).size;
    auto made = Ref<Object>::make(ObjectKind::Stack, size, Contents::Fill::Uninitialised);
    resultObject_ = state.memory.add(std::move(made));
    return Value::pointer(resultObject_, 0);
  }
  const bool isKnown = parameter.source != ir::none && parameter.source < source.parameters.size();
  const std::string path = isKnown && !source.parameters[parameter.source].name.empty()
                               ? source.parameters[parameter.source].name
                               : fmt::format("parameter{}", isKnown ? parameter.source : number);
  const ir::TypeIndex typeIndex = isKnown ? source.parameters[parameter.source].type : ir::none;
  if (typeIndex == ir::none) { // no debug info: what the machine sees
    if (parameter.type.kind == ScalarKind::Pointer) return pointerTo(state, path, ir::none, ir::none, {}, options_.nullArguments);
    return valueOf(leaves_.leaf(path, parameter.type, ir::none));
  }
  const SourceType& type = types_.type(typeIndex);
  if (parameter.byvalSize != 0) {
    auto made = Ref<Object>::make(ObjectKind::Stack, parameter.byvalSize, Contents::Fill::Zero);
    layOut(state, made.mutableTarget().contents, 0, typeIndex, path, {});
    return Value::pointer(state.memory.add(std::move(made)), 0);
  }
  if (type.kind == Kind::Pointer || type.kind == Kind::Reference) {
    const bool mayBeNull = options_.nullArguments && type.kind == Kind::Pointer && path != "this";
    return pointerTo(state, path, typeIndex, type.element, {}, mayBeNull);
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
    layOut(state, part->contents, 0, typeIndex, path, {});
  }
  if (parameter.sourceOffset + (parameter.type.width + 7U) / 8 > part->contents.size())
    return support::cannotRun("parameter {} of type {} cannot be built", path, type.name);
  return part->contents.read(machine, parameter.sourceOffset, parameter.type);
}

support::Result<State> Harness::start(Machine& machine, ir::FunctionIndex entry, std::vector<std::string> names) {
  machine_ = &machine;
  resultObject_ = 0;
  State state(machine.terms);
  machine.prepare(state);
  startUp(machine, state);
  // What is written before `main` is no effect of another entry.
  if (program_.functions()[entry].name != "main") state.effects = {};
  state.memory.begin();
  const ir::Function& function = program_.body(entry);
  ir::SourceFunction source = types_.function(entry);
  for (std::size_t i = 0; i < names.size() && i < source.parameters.size(); ++i) source.parameters[i].name = names[i];
  std::vector<Value> arguments;
  std::vector<Parts> parts;
  for (const ir::Parameter& parameter : function.parameters) {
    auto value = argument(machine, state, parameter, arguments.size(), source, parts);
    if (!value) return support::within(value, fmt::format("entry {}", program_.functions()[entry].sourceName));
    arguments.push_back(*value);
  }
  if (function.isVariadic) assumptions_.insert("the entry is called without variable arguments");
  machine.enter(state, entry, arguments);
  return state;
}

/// A number that may change: any value of it makes sense, whatever it starts with.
bool Harness::isPlainGlobal(ir::GlobalIndex index) const {
  const ir::TypeIndex type = types_.global(index);
  return type != ir::none && !types_.type(type).isConst && input::scalarOf(types_.type(type)) &&
         !input::isPointer(types_.type(type));
}

bool Harness::isInput(ir::GlobalIndex index) const {
  const ir::Global& global = program_.globals()[index];
  if (!options_.globalsAreInputs || global.isConstant || global.isRuntime) return false;
  if (constructed_.contains(index) || isStarting_) return false;
  const ir::TypeIndex type = types_.global(index);
  return type != ir::none && types_.type(type).size > 0 && !input::hasFunctions(types_, type);
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
  if (!global.unsupported.empty() && !isInput(index)) {
    assumptions_.insert(fmt::format("{} is not all that its initialiser says: {}", global.name, global.unsupported));
    made.mutableTarget().isPartlyKnown = true;
    contents.forget(*machine_, 0, global.size);
    return made;
  }
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

Ref<Object> Harness::global(State& state, ir::GlobalIndex index) {
  const ir::Global& global = program_.globals()[index];
  Ref<Object> made = initialised(index);
  Object& object = made.mutableTarget();
  object.subject = index;
  object.alignment = std::max<std::uint32_t>(global.alignment, 1);
  object.isConstant = global.isConstant;
  if (isInput(index)) layOut(state, object.contents, 0, types_.global(index), "::" + global.name, {ir::none, index, 0});
  return made;
}

} // namespace beagle::exec
