// Function pointers of the input: functions of the program, or one that nobody has.

#include "analysis/exec/harness.h"
#include "analysis/ir/symbol_uses.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace beagle::exec {

using ir::FunctionIndex;
using ir::SourceType;
using ir::TypeIndex;
using Kind = SourceType::Kind;

namespace {

/// Whether what is passed as one type can be taken as the other: const makes no difference.
bool isSame(const ir::SourceTypes& types, TypeIndex a, TypeIndex b) {
  if (a == ir::none || b == ir::none) return a == b;
  const SourceType& one = types.type(a);
  const SourceType& other = types.type(b);
  if (one.kind != other.kind || one.size != other.size) return false;
  if (one.kind == Kind::Pointer || one.kind == Kind::Reference) return isSame(types, one.element, other.element);
  return one.name == other.name;
}

bool fits(const ir::SourceTypes& types, const SourceType& type, const ir::SourceFunction& function) {
  if (!function.isKnown || !isSame(types, type.element, function.result)) return false;
  if (type.isVariadic && type.parameters.empty()) return true; // declared without a list of parameters
  return type.isVariadic == function.isVariadic &&
         std::ranges::equal(type.parameters, function.parameters,
                            [&](TypeIndex a, const ir::SourceParameter& b) { return isSame(types, a, b.type); });
}

/// Functions of the C library that memory is asked from through pointers, as in a table of hooks.
struct Allocator {
  std::string_view name;
  std::string_view interface; ///< what it returns, then its parameters; p: void *, s: size_t, v: void
};
constexpr std::array allocators = {Allocator{"malloc", "ps"}, Allocator{"calloc", "pss"}, Allocator{"realloc", "pps"},
                                   Allocator{"free", "vp"}};

char letterOf(const ir::SourceTypes& types, TypeIndex index) {
  if (index == ir::none || types.type(index).kind == Kind::Void) return 'v';
  const SourceType& type = types.type(index);
  if (type.kind == Kind::Pointer) return letterOf(types, type.element) == 'v' ? 'p' : '?';
  return type.kind == Kind::Integer && type.size == 8 && !type.isSigned ? 's' : '?';
}

/// The function of the C library that the pointer is meant for, as whoever filled the table knows; "": none. What a
/// callback gets as `void *` it does not always free.
std::string_view allocatorFor(const ir::SourceTypes& types, const InputPointer& pointer) {
  const SourceType& type = types.type(pointer.target);
  std::string interface(1, letterOf(types, type.element));
  for (const TypeIndex parameter : type.parameters) interface += letterOf(types, parameter);
  const auto known = std::ranges::find(allocators, interface, &Allocator::interface);
  if (known == allocators.end() || type.isVariadic) return {};
  const auto isNamed = [&](std::string_view word) {
    const auto sameLetter = [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; };
    return !std::ranges::search(pointer.path, word, sameLetter).empty();
  };
  return known->name != "free" || isNamed("free") || isNamed("alloc") ? known->name : std::string_view();
}

} // namespace

std::string calledName(const InputPointer& pointer) { return "(*" + pointer.path + ")"; }

bool Harness::isFunction(const State& state, ObjectId id) const {
  const auto input = inputAt(state, id);
  if (!input) return false;
  const TypeIndex target = pointer(input->pointer).target;
  return target != ir::none && types_.type(target).kind == Kind::Function;
}

/// Those of the entry's own unit first, and before them what gives and takes memory.
Callees Harness::callees(const State& state, ObjectId id) {
  const InputPointer& called = pointer(inputAt(state, id)->pointer);
  const Callees& tried = triedAt(called);
  if (tried.areAll) assumptions_.insert(fmt::format("{} is {}", called.path, allocatorFor(types_, called)));
  if (tried.isOutside)
    bounds_.insert(
        fmt::format("{} is tried as {} of {} functions of its type", called.path, tried.functions.size(), tried.count));
  return tried;
}

const Callees& Harness::triedAt(const InputPointer& called) {
  const auto [tried, isFirst] = tried_.try_emplace(called.number);
  if (isFirst) tried->second = tryAt(called);
  return tried->second;
}

Callees Harness::tryAt(const InputPointer& called) {
  const auto [known, isNew] = callees_.try_emplace(called.target);
  if (isNew) known->second = handedAround(called.target);
  std::vector<FunctionIndex> found = known->second;
  bool areAll = false;
  const std::string_view name = allocatorFor(types_, called);
  const auto allocator = name.empty() || (other_ && !other_->program.find(name)) ? std::nullopt : program_.find(name);
  if (allocator) {
    std::erase(found, *allocator);
    found.insert(found.begin(), *allocator);
    // Who fills a table with nothing of his own fills it with that.
    areAll = found.size() == 1 && options_.maxCallees > 0;
  }
  const std::size_t count = found.size();
  if (count <= options_.maxCallees) return {std::move(found), count, areAll, {}};
  Term isOutside = machine_->terms.truth(true);
  for (std::size_t i = options_.maxCallees; i < count; ++i)
    if (const auto choice = functionChoice(called, found[i]))
      isOutside = machine_->terms.logicalAnd(isOutside, machine_->terms.logicalNot(choice->variable));
  found.resize(options_.maxCallees);
  return {std::move(found), count, false, isOutside};
}

/// Functions of that type that are called by their addresses in both versions.
std::vector<FunctionIndex> Harness::handedAround(TypeIndex target) const {
  std::vector<FunctionIndex> found;
  const auto functions = program_.functions();
  const auto isHandedAround = [](const ir::Program& program, FunctionIndex function) {
    return program.uses().isAddressTaken[function];
  };
  for (FunctionIndex i = 0; i < functions.size(); ++i) {
    if (i == entry_ || !isHandedAround(program_, i) || !fits(types_, types_.type(target), types_.function(i))) continue;
    const auto twin = other_ ? other_->program.find(functions[i].name) : std::nullopt;
    if (!other_ || (twin && isHandedAround(other_->program, *twin))) found.push_back(i);
  }
  const std::string& unit = functions[entry_].unit;
  std::ranges::stable_partition(found, [&](FunctionIndex i) { return functions[i].unit == unit; });
  return found;
}

std::optional<AliasChoice> Harness::functionChoice(const InputPointer& from, FunctionIndex function) {
  if (from.target == ir::none || types_.type(from.target).kind != Kind::Function) return {};
  const ir::FunctionInfo& info = program_.functions()[function];
  if (other_ && !other_->program.find(info.name)) return {};
  AliasChoice alias;
  alias.variable = leaves_.choice(from.path, info.sourceName, from.parent).variable;
  alias.holds = alias.variable;
  alias.agrees = machine_->terms.truth(true);
  logic::TermManager& terms = machine_->terms;
  if (from.null) alias.holds = terms.logicalAnd(alias.holds, terms.logicalNot(from.null));
  return alias;
}

} // namespace beagle::exec
