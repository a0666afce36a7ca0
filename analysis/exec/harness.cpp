#include "analysis/exec/harness.h"

#include "analysis/exec/input_container.h"

#include <algorithm>
#include <numeric>

namespace beagle::exec {

using ir::ScalarKind;
using ir::SourceType;
using Kind = SourceType::Kind;

/// A source parameter that arrives in several scalars, or in one that is not its own: its bytes.
struct Harness::Parts {
  std::uint32_t source = 0;
  Contents contents;
};

Harness::Harness(const ir::Program& program, const ir::SourceTypes& types, input::Leaves& leaves,
                 HarnessOptions options, std::optional<OtherVersion> other)
    : program_(program), other_(other), types_(types), leaves_(leaves), options_(std::move(options)),
      neighbours_(options_.neighbours), insides_(insides(neighbours_)), handles_(handles(neighbours_)) {}

Harness::~Harness() = default;

support::Result<Value> Harness::argument(State& state, const ir::Parameter& parameter, std::size_t number,
                                         const ir::SourceFunction& source, std::vector<Parts>& parts) {
  if (parameter.isStructResult) {
    const std::uint64_t size = source.result == ir::none ? 0 : types_.type(source.result).size;
    auto made = Ref<Object>::make(ObjectKind::Stack, size, Contents::Fill::Uninitialised);
    resultObject_ = state.memory.add(std::move(made));
    return Value::pointer(resultObject_, 0);
  }
  const bool isKnown = parameter.source != ir::none && parameter.source < source.parameters.size();
  const std::string path = isKnown ? source.parameters[parameter.source].name : fmt::format("parameter{}", number);
  const ir::TypeIndex typeIndex = isKnown ? source.parameters[parameter.source].type : ir::none;
  if (typeIndex == ir::none) { // no debug info: what the machine sees
    if (parameter.type.kind == ScalarKind::Pointer) return pointerTo(state, path, ir::none, {}, options_.nullArguments);
    return valueOf(leaves_.value(path, parameter.type, nullptr), parameter.type);
  }
  const SourceType& type = types_.type(typeIndex);
  if (parameter.byvalSize != 0 || (parameter.isIndirect && !input::isPointer(type))) {
    const ObjectId id = state.memory.add();
    auto made = Ref<Object>::make(ObjectKind::Stack, std::max(parameter.byvalSize, type.size), Contents::Fill::Zero);
    layOut(state, made.mutableTarget().contents, id, 0, typeIndex, path, {});
    state.memory.place(id, std::move(made));
    return Value::pointer(id, 0);
  }
  if (type.kind == Kind::Pointer || type.kind == Kind::Reference) {
    if (const auto range = ends_.find(path); range != ends_.end())
      if (const auto value = endOf(state, range->second)) return *value;
    if (auto value = insideValue(state, path, typeIndex, {})) return *value;
    const bool mayBeNull =
        options_.nullArguments && type.kind == Kind::Pointer && path != "this" && !program_.functions()[entry_].isMain;
    return pointerTo(state, path, typeIndex, {}, mayBeNull);
  }
  const auto scalar = input::scalarOf(type);
  if (scalar && parameter.type.kind == scalar->kind && parameter.type.width <= scalar->width)
    return valueOf(leaves_.value(path, parameter.type, &type), parameter.type);
  // A struct in registers: its bytes, and the scalar that stands at the offset.
  auto part = std::ranges::find(parts, parameter.source, &Parts::source);
  if (part == parts.end()) {
    const std::uint64_t size = std::max<std::uint64_t>((type.size + 7) / 8 * 8, 16);
    parts.push_back({parameter.source, Contents(size, Contents::Fill::Zero)});
    part = parts.end() - 1;
    layOut(state, part->contents, 0, 0, typeIndex, path, {});
  }
  if (parameter.sourceOffset + (parameter.type.width + 7U) / 8 > part->contents.size())
    return support::cannotRun("parameter {} of type {} cannot be built", path, type.name);
  return part->contents.read(*machine_, parameter.sourceOffset, parameter.type);
}

support::Result<State> Harness::start(Machine& machine, ir::FunctionIndex entry, std::vector<std::string> names,
                                      const Harness* like) {
  machine_ = &machine;
  entry_ = entry;
  resultObject_ = 0;
  failingAllocation_ = {}; // not before the entry
  State state(machine.terms);
  machine.prepare(state);
  startUp(machine, state);
  state.memory.begin();
  const ir::Function& function = program_.body(entry);
  ir::SourceFunction source = types_.function(entry);
  for (std::size_t i = 0; i < names.size() && i < source.parameters.size(); ++i) source.parameters[i].name = names[i];
  for (std::size_t i = 0; i < source.parameters.size(); ++i)
    if (source.parameters[i].name.empty()) source.parameters[i].name = fmt::format("parameter{}", i);
  if (like) takeLengths(*like, entry, source);
  else findLengths(entry, source);
  std::vector<Value> arguments(function.parameters.size());
  std::vector<Parts> parts;
  std::vector<std::size_t> order(arguments.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) {
    const std::uint32_t parameter = function.parameters[i].source;
    return parameter < source.parameters.size() ? turnOf(source.parameters[parameter].name) : 0;
  });
  machine.attach(state);
  for (const std::size_t number : order) {
    const ir::Parameter& parameter = function.parameters[number];
    auto value = argument(state, parameter, number, source, parts);
    if (!value) return support::within(value, fmt::format("entry {}", program_.functions()[entry].sourceName));
    arguments[number] = *value;
    if (number >= options_.passed.size() || !options_.passed[number] || parameter.source >= source.parameters.size())
      continue;
    const ir::SourceParameter& declared = source.parameters[parameter.source];
    const ir::PassedValues& passed = *options_.passed[number];
    const auto isLength = [&](const auto& length) { return length.second.name == declared.name; };
    // Of buffers that are longer than any that is tried, the short ones say something all the same.
    if (std::ranges::any_of(lengths_, isLength) &&
        (passed.values.empty() ? passed.first : passed.values.front()) > options_.maxElements)
      continue;
    const bool isSigned = declared.type != ir::none && types_.type(declared.type).isSigned;
    takePassed(state, *value, passed, declared.name, isSigned);
  }
  if (function.isVariadic) assumptions_.insert("the entry is called without variable arguments");
  if (options_.oneAllocationFails)
    failingAllocation_ =
        leaves_.leaf(std::string(failingAllocationPath), {ir::ScalarKind::Integer, 0, 32}, nullptr).variable;
  machine.enter(state, entry, arguments);
  return state;
}

} // namespace beagle::exec
