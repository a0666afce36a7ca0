// Memory of the input that is used as another type than its pointer says: `void *`, types that nobody completes,
// records that are the beginning of larger ones, bytes that are a record, and pointers that share their place in a
// union.

#include "analysis/exec/harness.h"

#include <algorithm>

namespace beagle::exec {

using ir::SourceType;
using ir::TypeIndex;
using Kind = SourceType::Kind;

namespace {

/// Whether code reads it as text: functions of the C library that are about strings do.
bool isTextFunction(const std::string& name) { return name.starts_with("str") || name == "puts" || name == "fputs"; }

bool isCharacters(const ir::Access& access) { return access.record.empty() && access.scalar == "omnipotent char"; }

} // namespace

/// The record that its memory is, whatever its type says; "": nothing is known.
std::string Harness::recordOf(const InputPointer& pointer) const {
  if (const auto larger = larger_.find(pointer.path); larger != larger_.end()) return larger->second;
  const auto handle = handles_.empty() ? handles_.end() : handles_.find(nameOf(pointer.path));
  return handle == handles_.end() ? "" : handle->second;
}

bool Harness::needsView(const InputPointer& pointer) const {
  if (pointer.root != RootKind::None || pointer.part != InputPart::None) return false;
  if (!pointer.members.empty() || !recordOf(pointer).empty()) return true;
  const SourceType* type = sourceOf(pointer.target);
  return !type || (type->size == 0 && type->kind != Kind::Function);
}

/// The pointer for which the object's memory is made. What the first access takes it for counts, of this run or of the
/// other version's.
const InputPointer& Harness::viewed(State& state, ObjectId id) {
  const InputObject input = *inputAt(state, id);
  const InputPointer& own = pointer(input.pointer);
  if (input.view != ir::none) return pointer(input.view);
  if (!needsView(own) && !isOneOfSeveral(own)) return own;
  const InputPointer* chosen = nullptr;
  bool isDecided = false;
  if (const std::string record = recordOf(own); !record.empty() && own.members.empty()) {
    chosen = view(own, {record, 0, ""});
    if (!chosen) return own;
    const std::string& name = sourceOf(chosen->target)->name;
    assumptions_.insert(fmt::format("{} leads to a {}", own.path, name.empty() ? record : name));
  }
  for (std::size_t i = 0; i < state.aliases.size() && !chosen && !isDecided; ++i) {
    isDecided = state.aliases[i].pointer == own.number && state.aliases[i].access;
    if (isDecided) chosen = view(own, *state.aliases[i].access);
  }
  if (!chosen && !isDecided && machine_->access()) {
    ir::Access access = *machine_->access();
    const ir::FunctionInfo& function = program_.functions()[state.frames.back()->index];
    const bool isArgument = own.parent != ir::none && pointer(own.parent).isArguments;
    if (function.isRuntime && access.record.empty()) access.scalar = isTextFunction(function.name) ? "text" : "";
    else if (isArgument && isCharacters(access)) access.scalar = "text";
    chosen = view(own, access);
  }
  if (!chosen && isDecided && isOneOfSeveral(own)) chosen = &own; // the first of the classes
  if (!chosen) return own;
  decideView(state, id, *chosen);
  return *chosen;
}

/// Its memory is made for this pointer, and stays so.
void Harness::decideView(State& state, ObjectId id, const InputPointer& chosen) {
  for (std::size_t i = 0; i < state.inputs.size(); ++i)
    if (state.inputs[i].id == id) state.inputs.own(i).view = chosen.number;
}

/// The pointer as one to what the access takes its memory for; none: nobody can say, or it is bytes.
const InputPointer* Harness::view(const InputPointer& from, const ir::Access& access) {
  TypeIndex target = access.scalar == "text" && access.record.empty() ? types_.accessed({"", 0, "omnipotent char"})
                                                                      : types_.accessed(access);
  std::string path, single;
  if (!from.classes.empty()) {
    const auto isIt = [&](TypeIndex each) { return types_.type(each).identifier == access.record; };
    const auto found = std::ranges::find_if(from.classes, isIt);
    if (found == from.classes.end() || found == from.classes.begin()) return nullptr;
    target = *found;
    const bool isReference = from.single == from.path;
    path = fmt::format("(({} {}){})", types_.type(target).name, isReference ? '&' : '*', from.path);
    if (isReference) single = path;
    else if (!from.single.empty()) single = fmt::format("(*{})", path);
  } else if (!from.members.empty()) {
    const auto isSame = [&](const auto& member) {
      const SourceType* type = sourceOf(types_.type(member.second).element);
      return type && target != ir::none && type->name == types_.type(target).name;
    };
    auto member = std::ranges::find_if(from.members, isSame);
    if (member == from.members.end()) member = from.members.begin();
    if (member->first == from.path) return nullptr;
    path = member->first;
    target = types_.type(member->second).element;
  } else {
    const SourceType* type = sourceOf(target);
    if (!type || type->size == 0 || (type->kind == Kind::Character && access.scalar != "text")) return nullptr;
    const std::string name = !type->name.empty() ? type->name : !access.record.empty() ? access.record : "struct";
    path = fmt::format("(({}{}){})", name, name.ends_with("*") ? "*" : " *", from.path);
  }
  if (const auto known = numbers_.find(path); known != numbers_.end()) return &pointer(known->second);
  const bool isHandle = handles_.contains(nameOf(from.path)); // one record, whatever number seemed to be its length
  if (const auto length = lengths_.find(from.path); length != lengths_.end() && from.members.empty() && !isHandle)
    lengths_.emplace(path, length->second);
  InputPointer& made = newPointer(
      path,
      {from.parent, from.global, from.depth, from.isOutside, {}, false, from.isAsked, from.isCleared, from.isNew});
  made.single = std::move(single);
  made.viewOf = from.number;
  describe(made, target);
  made.classes.clear(); // that has been asked
  made.null = from.null;
  made.data = from.data;
  made.isRestrict = from.isRestrict;
  made.access = access;
  return &made;
}

} // namespace beagle::exec
