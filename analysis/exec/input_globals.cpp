// Globals: what they start with, and which of them are inputs.

#include "analysis/exec/harness.h"
#include "analysis/exec/initial_values.h"
#include "analysis/input/layouts.h"
#include "analysis/ir/symbol_uses.h"

#include <algorithm>
#include <array>
#include <span>

namespace beagle::exec {

using ir::GlobalIndex;
using ir::ScalarKind;
using ir::TypeIndex;

/// Tables of C++ classes and what the C++ library has are no values of the program.
static bool isOfCxx(const ir::Global& global) {
  constexpr std::array<std::string_view, 3> names{"_ZT", "_ZSt", "_ZNSt"};
  return std::ranges::any_of(names, [&](std::string_view name) { return global.name.starts_with(name); });
}

/// Some unit that is not here defines it.
static bool isElsewhere(const ir::Global& global) { return !global.isDefined && !global.isRuntime && !isOfCxx(global); }

/// Whether a local variable has been made.
static bool isGuard(const ir::Global& global) { return global.name.starts_with("_ZGV"); }

/// As the source has it, unless another one is called that, too.
std::string Harness::globalPath(GlobalIndex index) const {
  const std::string& name = program_.globals()[index].name;
  const std::string own = name.substr(0, name.find('@'));
  const auto isOnlyOne = [&](const ir::Program& program) {
    const auto found = program.findGlobal(own);
    return !program.findGlobal(name) || (found && program.globals()[*found].name == name);
  };
  return "::" + (isOnlyOne(program_) && (!other_ || isOnlyOne(other_->program)) ? own : name);
}

/// Whether the program may have changed the global before the entry is called. Of one that only its unit knows, the
/// code shows it.
bool Harness::mayHaveChanged(GlobalIndex index) const {
  return !program_.globals()[index].isInternal || isOneOfBoth(index, &ir::SymbolUses::isWritten);
}

/// Both versions can be given the same value of it.
bool Harness::isShared(GlobalIndex index) const {
  if (!other_) return true;
  const ir::Global& global = program_.globals()[index];
  if (other_->apart.contains(global.name)) return false;
  const auto twin = other_->program.findGlobal(global.name);
  if (!twin) return false;
  const TypeIndex type = types_.global(index), otherType = other_->types.global(*twin);
  if (type == ir::none || otherType == ir::none || types_.type(type).kind != other_->types.type(otherType).kind)
    return false;
  input::Layouts layouts(types_, other_->types);
  InitialValues values({program_, types_}, {other_->program, other_->types}, layouts);
  return (layouts.differ(type, otherType) || global.size == other_->program.globals()[*twin].size) &&
         values.alike(index, *twin);
}

/// In the other version, which has it, too: so it is no input.
bool Harness::beginsOtherwise(GlobalIndex index) const {
  const ir::Global& global = program_.globals()[index];
  if (!other_ || global.isRuntime || types_.global(index) == ir::none || isInput(index)) return false;
  return other_->program.findGlobal(global.name) && !isShared(index);
}

/// The other version has no variable of that name, whose value it could get.
bool Harness::isOfOneVersion(GlobalIndex index) const {
  const ir::Global& global = program_.globals()[index];
  if (!other_ || global.isRuntime || isOfCxx(global) || isGuard(global) || isElsewhere(global)) return false;
  return !other_->program.findGlobal(global.name);
}

bool Harness::isAsBegun(const State& state, GlobalIndex index) {
  return beginsOtherwise(index) &&
         state.memory[machine_->globalObject(index)].contents.isSame(initialised(index)->contents);
}

/// Of an object that is made at start-up, in one of the versions: code changes it then; or may, where it is no
/// constant.
bool Harness::isChangedLater(GlobalIndex index) const { return isOneOfBoth(index, &ir::SymbolUses::isChangedLater); }
bool Harness::mayChangeLater(GlobalIndex index) const {
  return !isConstGlobal(index) &&
         (!program_.globals()[index].isInternal || isOneOfBoth(index, &ir::SymbolUses::isWrittenLater));
}

bool Harness::isOneOfBoth(GlobalIndex index, std::vector<bool> ir::SymbolUses::* which) const {
  if ((program_.uses().*which)[index]) return true;
  const auto twin = other_ ? other_->program.findGlobal(program_.globals()[index].name) : std::nullopt;
  return twin && (other_->program.uses().*which)[*twin];
}

/// Also an array of what is const.
bool Harness::isConstGlobal(GlobalIndex index) const {
  TypeIndex type = types_.global(index);
  while (type != ir::none && types_.type(type).kind == ir::SourceType::Kind::Array) type = types_.type(type).element;
  return type != ir::none && types_.type(type).isConst;
}

/// A number that may change: any value of it makes sense, whatever it starts with.
bool Harness::isPlainGlobal(ir::GlobalIndex index) const {
  const ir::TypeIndex type = types_.global(index);
  return type != ir::none && !types_.type(type).isConst && input::scalarOf(types_.type(type)) &&
         !input::isPointer(types_.type(type));
}

bool Harness::isInput(GlobalIndex index) const {
  const ir::Global& global = program_.globals()[index];
  const bool isConstant = global.isConstant || isConstGlobal(index);
  if (!options_.globalsAreInputs || global.isRuntime || (isConstant && !isElsewhere(global))) return false;
  if (constructed_.contains(index) || isStarting_) return false;
  // Nothing ran before main but what starts up.
  if (program_.functions()[entry_].isMain && !isElsewhere(global)) return false;
  const auto [known, isNew] = areInputs_.try_emplace(index, false);
  if (!isNew) return known->second;
  const ir::TypeIndex type = types_.global(index);
  return known->second = type != ir::none && types_.type(type).size > 0 && mayHaveChanged(index) && isShared(index);
}

bool Harness::isAsConstructed(const State& state, GlobalIndex index) const {
  const auto known = constructed_.find(index);
  return known != constructed_.end() && state.memory.reference(machine_->globalObject(index)) == known->second;
}

Ref<Object> Harness::initialised(ir::GlobalIndex index) {
  const ir::Global& global = program_.globals()[index];
  auto made = Ref<Object>::make(ObjectKind::Global, global.size, Contents::Fill::Zero);
  Contents& contents = made.mutableTarget().contents;
  if (!global.isDefined && isOfCxx(global)) {
    made.mutableTarget().isPartlyKnown = true;
    contents.forget(*machine_, 0, global.size);
    return made;
  }
  if (!global.isDefined && !isInput(index))
    assumptions_.insert(fmt::format("{} is all zeros: no unit defines it", global.name));
  if (global.isOfAnySize && isInput(index))
    assumptions_.insert(fmt::format("{} has {} elements: it is declared without a length", globalPath(index),
                                    types_.type(types_.global(index)).count));
  if (!global.bytes.empty())
    contents.setPlain(0, std::span(global.bytes).first(std::min<std::size_t>(global.bytes.size(), global.size)));
  for (const auto& [from, to] : global.uninitialised) contents.forget(*machine_, from, to - from);
  if (!global.unsupported.empty() && !isInput(index)) {
    assumptions_.insert(fmt::format("{} is not all that its initialiser says: {}", global.name, global.unsupported));
    made.mutableTarget().isPartlyKnown = true;
    contents.forget(*machine_, 0, global.size);
    return made;
  }
  for (const ir::Relocation& relocation : global.relocations) {
    const auto addend = static_cast<std::uint64_t>(relocation.addend);
    const Value address = relocation.isFunction ? machine_->addressOf(relocation.target, addend)
                                                : machine_->addressOfGlobal(relocation.target, addend);
    contents.write(*machine_, relocation.offset, address, {ScalarKind::Pointer, 0, 64});
  }
  return made;
}

void Harness::noteAbsent(const std::string& name) {
  assumptions_.insert(fmt::format("{} is not there: it is referred to weakly, and nobody defines it", name));
}

/// Of what is made when it is first asked for, as a function's local variable is: each run is the first one.
void Harness::noteGuard(GlobalIndex index) {
  constexpr std::string_view guard = "_ZGV", local = "Z", ofThread = "__tls_guard";
  const std::string& name = program_.globals()[index].name; // "_ZGVZ3getvE1s@unit" for "_ZZ3getvE1s@unit"
  if (name.substr(0, name.find('@')) == ofThread) bounds_.insert("thread_local objects are made anew in each run");
  if (!name.starts_with(guard) || !name.substr(guard.size()).starts_with(local)) return;
  const auto guarded = program_.findGlobal("_Z" + name.substr(guard.size()));
  if (guarded && !program_.globals()[*guarded].isRuntime && !isConstGlobal(*guarded))
    bounds_.insert(fmt::format("{} is made anew in each run", globalPath(*guarded)));
}

Ref<Object> Harness::global(State& state, ir::GlobalIndex index) {
  const ir::Global& global = program_.globals()[index];
  if (const auto known = constructed_.find(index); known != constructed_.end()) {
    bounds_.insert(fmt::format("{} is as start-up leaves it", globalPath(index)));
    return known->second;
  }
  const bool isOfMain = program_.functions()[entry_].isMain;
  if (!isStarting_ && !isOfMain) noteGuard(index);
  if (!isStarting_ && !isOfMain && mayHaveChanged(index) && !isConstGlobal(index) && !global.isConstant) {
    if (beginsOtherwise(index))
      bounds_.insert(fmt::format("{} holds what it begins with in each version", globalPath(index)));
    else if (isOfOneVersion(index))
      bounds_.insert(fmt::format("{}, which only one version has, holds what it begins with", globalPath(index)));
  }
  Ref<Object> made = initialised(index);
  Object& object = made.mutableTarget();
  object.subject = index;
  object.alignment = std::max<std::uint32_t>(global.alignment, 1);
  object.isConstant = global.isConstant;
  if (isInput(index)) {
    makingGlobals_.push_back(index);
    layOut(state, object.contents, machine_->globalObject(index), 0, types_.global(index), globalPath(index),
           {ir::none, index, 0, false, {}, false});
    makingGlobals_.pop_back();
  }
  return made;
}

} // namespace beagle::exec
