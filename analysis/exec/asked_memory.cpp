#include "analysis/exec/asked_memory.h"

#include "analysis/input/layout.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <vector>

namespace beagle::exec {

using ir::SourceType;
using ir::TypeIndex;
using logic::Op;
using logic::Term;
using Kind = SourceType::Kind;

namespace {

std::string lower(std::string_view function) {
  std::string name(function);
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return name;
}

bool isAllocatorsName(std::string_view function) {
  const std::string name = lower(function);
  const auto has = [&](std::string_view word) { return name.find(word) != std::string::npos; };
  constexpr std::array<std::string_view, 6> others{"free", "dealloc", "allocat", "size", "usable", "count"};
  return has("alloc") && std::ranges::none_of(others, has);
}

/// A pointer to bytes, whatever is to stand there.
bool isPlainMemory(const ir::SourceTypes& types, TypeIndex pointer) {
  if (pointer == ir::none || types.type(pointer).kind != Kind::Pointer) return false;
  const TypeIndex target = types.type(pointer).element;
  if (target == ir::none) return true;
  const SourceType& type = types.type(target);
  return !type.isConst && (type.kind == Kind::Void || (type.kind == Kind::Character && type.name != "char"));
}

} // namespace

std::optional<Term> bytesAskedFor(Machine& machine, std::string_view function, const ir::SourceFunction& source,
                                  const ir::SourceTypes& types, const ModelCall& call) {
  if (call.site.results.size() != 1 || !isPlainMemory(types, source.result) || !isAllocatorsName(function)) return {};
  if (call.arguments.size() < source.parameters.size()) return {};
  std::vector<std::size_t> sizes, numbers;
  for (std::size_t i = 0; i < source.parameters.size(); ++i) {
    if (source.parameters[i].type == ir::none) return {};
    const SourceType& type = types.type(source.parameters[i].type);
    if (type.kind != Kind::Integer || type.size < 4) continue;
    (type.size == 8 && !type.isSigned ? sizes : numbers).push_back(i);
  }
  if (sizes.empty() && numbers.size() == 1) sizes = numbers;
  const auto wide = [&](std::size_t i) {
    const SourceType& type = types.type(source.parameters[i].type);
    return machine.terms.resize(machine.bitsTerm(call.arguments[i], call.site.arguments[i].type.width), 64,
                                type.isSigned);
  };
  if (sizes.size() == 1) return wide(sizes[0]);
  // How many, and how large each is; or from where on, or how large it was, and how large it is to be.
  if (sizes.size() != 2) return {};
  const bool isOneSize = function.find("align") != std::string_view::npos ||
                         (function.find("realloc") != std::string_view::npos &&
                          function.find("array") == std::string_view::npos && !function.ends_with("_n"));
  return isOneSize ? wide(sizes[1]) : machine.terms.binary(Op::Mul, wide(sizes[0]), wide(sizes[1]));
}

bool clearsItsMemory(std::string_view function) {
  const std::string name = lower(function);
  constexpr std::array<std::string_view, 5> words{"calloc", "zalloc", "alloc0", "zero", "clear"};
  return std::ranges::any_of(words, [&](std::string_view word) { return name.find(word) != std::string::npos; });
}

bool takesBack(std::string_view function, const ir::SourceParameter& parameter, const ir::SourceTypes& types) {
  const std::string name = lower(function);
  return (name.ends_with("free") || name.starts_with("free")) && isPlainMemory(types, parameter.type);
}

std::set<ObjectId> reachedAsked(const State& state) {
  std::set<ObjectId> lost, found;
  for (std::size_t i = 0; i < state.inputs.size(); ++i)
    if (state.inputs[i].asked && state.inputs[i].alias == 0) lost.insert(state.inputs[i].id);
  if (lost.empty()) return found;
  std::vector<ObjectId> pending;
  for (ObjectId id = 1; id < state.memory.count(); ++id)
    if (state.memory.exists(id) && state.memory[id].isAlive && !lost.contains(id)) pending.push_back(id);
  const auto reach = [&](const Value& value) {
    if (lost.erase(value.object()) == 0) return;
    found.insert(value.object());
    if (state.memory.exists(value.object())) pending.push_back(value.object());
  };
  for (const Value& value : state.results) reach(value);
  if (state.ending) reach(state.ending->code);
  state.effects.forEach([&](const Ref<Effect>& effect) {
    if (effect->kind != Effect::Kind::Call) return;
    for (std::size_t i = 0; i < effect->values.size(); ++i) {
      if (i == effect->takenBack) continue;
      reach(effect->values[i]);
      if (i < effect->contents.size() && effect->contents[i])
        effect->contents[i]->forEachPointer([&](std::uint64_t, const Value& value) { reach(value); });
    }
  });
  while (!pending.empty()) {
    const ObjectId id = pending.back();
    pending.pop_back();
    state.memory[id].contents.forEachPointer([&](std::uint64_t, const Value& value) { reach(value); });
  }
  return found;
}

} // namespace beagle::exec
