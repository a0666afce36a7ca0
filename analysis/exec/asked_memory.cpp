#include "analysis/exec/asked_memory.h"

#include "analysis/input/layout.h"

#include <algorithm>
#include <cctype>
#include <initializer_list>
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

bool has(const std::string& name, std::initializer_list<std::string_view> words) {
  return std::ranges::any_of(words, [&](std::string_view word) { return name.find(word) != std::string::npos; });
}

bool isAllocatorsName(std::string_view function) {
  const std::string name = lower(function);
  return has(name, {"alloc"}) && !has(name, {"free", "dealloc", "allocat", "size", "usable", "count"});
}

/// xmalloc, emalloc, g_malloc0, safe_realloc: where there is no memory, the program ends.
bool isOneThatEnds(std::string_view name) {
  constexpr std::string_view prefixes[] = {"xn", "x2n", "x2", "x", "e", "ck", "g", "safe", "checked", "check", "must"};
  constexpr std::string_view plain[] = {"malloc", "calloc", "realloc", "zalloc", "alloc", "palloc", "zmalloc"};
  while (name.starts_with("_")) name.remove_prefix(1);
  return std::ranges::any_of(prefixes, [&](std::string_view prefix) {
    if (!name.starts_with(prefix)) return false;
    std::string_view rest = name.substr(prefix.size());
    if (rest.starts_with("_")) rest.remove_prefix(1);
    return std::ranges::any_of(plain, [&](std::string_view each) { return rest.starts_with(each); });
  });
}

/// A pointer to bytes, whatever is to stand there.
bool isPlainMemory(const ir::SourceTypes& types, TypeIndex pointer) {
  if (pointer == ir::none || types.type(pointer).kind != Kind::Pointer) return false;
  const TypeIndex target = types.type(pointer).element;
  if (target == ir::none) return true;
  const SourceType& type = types.type(target);
  return !type.isConst && (type.kind == Kind::Void || (type.kind == Kind::Character && type.name != "char"));
}

/// Which of the numbers among its parameters say how much is asked for; none: that is not clear. What the parameters
/// are called, a declaration does not tell.
std::vector<std::size_t> sizesAmong(const std::string& name, const ir::SourceFunction& source,
                                    const ir::SourceTypes& types) {
  std::vector<std::size_t> sizes; // of type size_t or the like
  for (std::size_t i = 0; i < source.parameters.size(); ++i) {
    const SourceType& type = types.type(source.parameters[i].type);
    if (type.kind == Kind::Integer && type.size == 8 && !type.isSigned) sizes.push_back(i);
  }
  const bool isAligned = has(name, {"align"});
  if (sizes.empty() && source.parameters.size() == 1 && !isAligned) {
    const SourceType& type = types.type(source.parameters[0].type);
    if (type.kind == Kind::Integer && type.size == 4 && !type.isSigned) return {0};
  }
  if (sizes.size() == 1 && !isAligned) return sizes;
  if (sizes.size() != 2) return {};
  if (isAligned) { // mi_malloc_aligned(size, alignment), aligned_alloc(alignment, size)
    if (name.ends_with("aligned")) return {sizes[0]};
    return name.starts_with("align") ? std::vector{sizes[1]} : std::vector<std::size_t>();
  }
  const bool isProduct = has(name, {"calloc", "array"}) || name.ends_with("_n") || name.ends_with("nmalloc");
  return isProduct ? sizes : std::vector<std::size_t>();
}

} // namespace

std::optional<AskedMemory> askedBy(Machine& machine, std::string_view function, const ir::SourceFunction& source,
                                   const ir::SourceTypes& types, const ModelCall& call) {
  if (call.site.results.size() != 1 || !isPlainMemory(types, source.result) || !isAllocatorsName(function)) return {};
  if (source.parameters.empty() || source.isVariadic || call.arguments.size() != source.parameters.size()) return {};
  for (const ir::SourceParameter& parameter : source.parameters)
    if (parameter.type == ir::none) return {};
  const std::string name = lower(function);
  AskedMemory asked;
  asked.sizes = sizesAmong(name, source, types);
  if (asked.sizes.empty()) return {};
  asked.bytes = machine.terms.constant(64, 1);
  for (const std::size_t i : asked.sizes) {
    const Term size = machine.terms.resize(machine.bitsTerm(call.arguments[i], call.site.arguments[i].type.width), 64);
    asked.bytes = machine.terms.binary(Op::Mul, asked.bytes, size);
  }
  // Where it keeps what another block held, and where flags ask for something, what is there means something.
  const bool keeps = has(name, {"realloc"});
  asked.isCleared = !keeps && has(name, {"calloc", "zalloc", "mallocz", "allocz", "alloc0", "zero", "clear"});
  const auto isPointerAt = [&](const ir::SourceParameter& parameter) {
    return types.type(parameter.type).kind == Kind::Pointer;
  };
  const auto pointers = static_cast<std::size_t>(std::ranges::count_if(source.parameters, isPointerAt));
  const bool hasFlags = pointers + asked.sizes.size() != source.parameters.size();
  asked.isNew = !asked.isCleared && !keeps && !hasFlags && pointers <= 1;
  asked.isNeverNull = isOneThatEnds(name);
  asked.isUnseen = asked.sizes.size() == source.parameters.size();
  return asked;
}

std::optional<std::size_t> takenBack(std::string_view function, const ir::SourceFunction& source,
                                     const ir::SourceTypes& types) {
  const std::string name = lower(function);
  if (source.result != ir::none || !name.ends_with("free") || has(name, {"is_", "has_"})) return {};
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < source.parameters.size(); ++i)
    if (isPlainMemory(types, source.parameters[i].type)) found = i; // behind what it belongs to
  return found;
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
