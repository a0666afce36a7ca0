// Function pointers of the input: functions of the program, or one that nobody has.

#include "analysis/exec/harness.h"
#include "analysis/ir/symbol_uses.h"

#include <algorithm>
#include <array>
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

/// Whether the function is one that pointers of the type are meant for, as whoever filled the table knows.
bool isAllocatorFor(const ir::SourceTypes& types, const SourceType& type, std::string_view name) {
  const auto known = std::ranges::find(allocators, name, &Allocator::name);
  if (known == allocators.end() || type.isVariadic) return false;
  std::string interface(1, letterOf(types, type.element));
  for (const TypeIndex parameter : type.parameters) interface += letterOf(types, parameter);
  return interface == known->interface;
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
  const auto [known, isNew] = callees_.try_emplace(called.target);
  std::vector<FunctionIndex>& found = known->second;
  if (isNew) {
    const auto functions = program_.functions();
    const auto isHandedAround = [](const ir::Program& program, FunctionIndex function) {
      return program.uses().isAddressTaken[function];
    };
    const SourceType& type = types_.type(called.target);
    const auto isAllocator = [&](FunctionIndex i) { return isAllocatorFor(types_, type, functions[i].name); };
    for (FunctionIndex i = 0; i < functions.size(); ++i) {
      const bool isMeant = isAllocator(i);
      if (i == entry_ || (!isMeant && (!isHandedAround(program_, i) || !fits(types_, type, types_.function(i)))))
        continue;
      const auto twin = other_ ? other_->program.find(functions[i].name) : std::nullopt;
      if (!other_ || (twin && (isMeant || isHandedAround(other_->program, *twin)))) found.push_back(i);
    }
    const std::string& unit = functions[entry_].unit;
    std::ranges::stable_partition(found, [&](FunctionIndex i) { return functions[i].unit == unit; });
    std::ranges::stable_partition(found, isAllocator);
  }
  // Who fills a table with nothing of his own fills it with that.
  const bool areAll = !found.empty() && std::ranges::all_of(found, [&](FunctionIndex i) {
    return isAllocatorFor(types_, types_.type(called.target), program_.functions()[i].name);
  });
  if (areAll) assumptions_.insert(fmt::format("{} is {}", called.path, program_.functions()[found.front()].sourceName));
  if (found.size() <= options_.maxCallees) return {found, areAll};
  bounds_.insert(
      fmt::format("{} is tried as {} of {} functions of its type", called.path, options_.maxCallees, found.size()));
  return {{found.begin(), found.begin() + options_.maxCallees}, false};
}

std::optional<AliasChoice> Harness::functionChoice(const InputPointer& from, FunctionIndex function) {
  if (from.target == ir::none || types_.type(from.target).kind != Kind::Function) return {};
  const ir::FunctionInfo& info = program_.functions()[function];
  if (other_ && !other_->program.find(info.name)) return {};
  AliasChoice alias;
  alias.variable = leaves_.choice(from.path, info.sourceName, from.parent).variable;
  alias.holds = alias.variable;
  if (from.null) alias.holds = machine_->terms.logicalAnd(alias.holds, machine_->terms.logicalNot(from.null));
  return alias;
}

} // namespace beagle::exec
