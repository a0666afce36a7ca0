// Objects of the input that are of a class that is derived from what their pointers say. Of which one, is asked when
// somebody first looks at an object, if the entry comes to code for which that makes a difference.

#include "analysis/exec/harness.h"
#include "analysis/exec/virtual_tables.h"
#include "analysis/input/standard.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace beagle::exec {

using ir::FunctionIndex;
using ir::SourceType;
using ir::TypeIndex;
using logic::Term;

namespace {

/// So many derived classes are looked at.
constexpr std::size_t mostDerived = 100;

/// A pointer to a virtual table, as type-based alias analysis calls it.
constexpr std::string_view tablePointer = "vtable pointer";

/// So many functions that an entry comes to are looked at.
constexpr std::size_t mostFunctions = 2'000;

/// Whether the function reads pointers to virtual tables, or one that it calls by its name.
bool looksAtTables(const ir::Program& program, FunctionIndex entry) {
  std::vector<FunctionIndex> open{entry};
  std::set<FunctionIndex> known{entry};
  for (std::size_t i = 0; i < open.size() && i < mostFunctions; ++i) {
    const ir::FunctionInfo& info = program.functions()[open[i]];
    if (info.name == "__dynamic_cast") return true;
    if (!info.isDefined || info.isRuntime) continue;
    const ir::Function& body = program.body(open[i]);
    const bool looks = std::ranges::any_of(body.code, [&](const ir::Instruction& each) {
      return each.op == ir::Opcode::Load && body.accesses[each.access].scalar == tablePointer;
    });
    if (looks) return true;
    for (const ir::CallSite& call : body.calls)
      if (call.function != ir::none && known.insert(call.function).second) open.push_back(call.function);
  }
  return false;
}

bool isOfLibrary(const SourceType& type) { return type.name.starts_with("std::"); }

} // namespace

std::string Harness::describeTable(const State& state, ObjectId id) const {
  const SourceType* type = sourceOf(pointerAt(state, id)->tableOf);
  if (type && input::isLibraryStream(*type)) return "a stream of the C++ library that the input holds";
  return "what an object's class is, of which no virtual table is here";
}

const ir::Global* virtualTableOf(const ir::Program& program, const SourceType& type) {
  if (!type.identifier.starts_with("_ZTS")) return nullptr;
  const auto found = program.findGlobal("_ZTV" + type.identifier.substr(4));
  return found && program.globals()[*found].isDefined ? &program.globals()[*found] : nullptr;
}

bool lacksFunction(const ir::Program& program, const ir::Global& table) {
  return std::ranges::any_of(table.relocations, [&](const ir::Relocation& entry) {
    return entry.isFunction && program.functions()[entry.target].name == "__cxa_pure_virtual";
  });
}

/// The class itself, if there are objects of it, and those that begin with it, of which there are some in both
/// versions; empty: it has no virtual functions, or none is known.
std::vector<TypeIndex> Harness::classesOfObjects(TypeIndex type) const {
  if (type == ir::none || types_.type(type).identifier.empty()) return {};
  const auto holdsSomewhere = [&](TypeIndex each, auto holds) {
    return holds(program_, types_.type(each)) || (other_ && holds(other_->program, types_.type(each)));
  };
  const auto isAbstract = [](const ir::Program& program, const SourceType& each) {
    const ir::Global* table = virtualTableOf(program, each);
    return table ? lacksFunction(program, *table) : each.isAbstract;
  };
  const auto isUnknown = [](const ir::Program& program, const SourceType& each) {
    const ir::Global* table = virtualTableOf(program, each);
    return !table || lacksFunction(program, *table);
  };
  std::vector<TypeIndex> found;
  std::vector<TypeIndex> open{type};
  if (!holdsSomewhere(type, isUnknown)) found.push_back(type);
  else if (!holdsSomewhere(type, isAbstract)) return {};
  for (std::size_t i = 0; i < open.size() && i < mostDerived; ++i) {
    if (i > 0 && !isOfLibrary(types_.type(open[i])) && !holdsSomewhere(open[i], isUnknown)) found.push_back(open[i]);
    std::ranges::copy(types_.derived(open[i]), std::back_inserter(open));
  }
  return found;
}

bool Harness::isOneOfSeveral(const InputPointer& pointer) const {
  return pointer.classes.size() > 1 || (pointer.viewOf != ir::none && this->pointer(pointer.viewOf).classes.size() > 1);
}

/// "an object of type Shape is of type Circle, Square or Triangle"
std::string Harness::classesText(const InputPointer& pointer, std::size_t count) const {
  std::string names = types_.type(pointer.classes.front()).name;
  for (std::size_t i = 1; i < count; ++i)
    names += fmt::format("{}{}", i + 1 == count ? " or " : ", ", types_.type(pointer.classes[i]).name);
  return fmt::format("an object of type {} is of type {}", types_.type(pointer.declared).name, names);
}

/// Nobody has asked of which class it is.
void Harness::noteOnlyClass(const InputPointer& pointer) {
  if (pointer.classes.front() != pointer.declared) bounds_.insert(classesText(pointer, 1));
  else
    assumptions_.insert(
        fmt::format("an object of type {} is of no class that is derived from it", types_.type(pointer.declared).name));
}

std::vector<Term> Harness::classes(State& state, ObjectId id) {
  const auto input = inputAt(state, id);
  if (!input || input->view != ir::none) return {};
  const InputPointer& own = pointer(input->pointer);
  if (own.classes.size() < 2) return {};
  for (std::size_t i = 0; i < state.aliases.size(); ++i)
    if (state.aliases[i].pointer == own.number && state.aliases[i].access) { // the other version's run has asked
      (void)viewed(state, id);
      return {};
    }
  if (!asksForClass()) return {};
  const std::size_t count = triedClasses(own);
  (count == own.classes.size() ? assumptions_ : bounds_).insert(classesText(own, count));
  logic::TermManager& terms = machine_->terms;
  std::vector<Term> found;
  Term none = terms.truth(true);
  for (std::size_t i = 1; i < count; ++i) {
    const std::string name = fmt::format("a {}", types_.type(own.classes[i]).name);
    const Term isIt = leaves_.choice(own.path, name, own.parent).variable;
    found.push_back(terms.logicalAnd(none, isIt));
    none = terms.logicalAnd(none, terms.logicalNot(isIt));
  }
  found.push_back(none);
  return found;
}

std::size_t Harness::triedClasses(const InputPointer& pointer) const {
  return std::min<std::size_t>(pointer.classes.size(), std::max(options_.maxClasses, 1U));
}

void Harness::settleClass(State& state, ObjectId id, std::optional<std::uint32_t> number) {
  const InputPointer& own = pointer(inputAt(state, id)->pointer);
  std::uint32_t chosen = ir::none;
  if (number) {
    const TypeIndex type = own.classes[(*number + 1) % triedClasses(own)];
    const InputPointer* made = view(own, {types_.type(type).identifier, 0, {}});
    chosen = made ? made->number : own.number;
  }
  for (std::size_t i = 0; i < state.inputs.size(); ++i)
    if (state.inputs[i].id == id) state.inputs.own(i).view = chosen;
}

/// Whether what is run may look at virtual tables, in one of the versions: both ask for the same.
bool Harness::asksForClass() {
  if (!asksForClass_)
    asksForClass_ = looksAtTables(program_, entry_) || (other_ && looksAtTables(other_->program, other_->entry));
  return *asksForClass_;
}

} // namespace beagle::exec
