// Globals: what they start with, and which of them are inputs.

#include "analysis/exec/harness.h"
#include "analysis/input/layouts.h"
#include "analysis/ir/symbol_uses.h"

#include <algorithm>
#include <array>

namespace beagle::exec {

using ir::GlobalIndex;
using ir::ScalarKind;
using ir::TypeIndex;

namespace {

std::string targetName(const ir::Program& program, const ir::Relocation& relocation) {
  return relocation.isFunction ? program.functions()[relocation.target].name
                               : program.globals()[relocation.target].name;
}

/// A variable of one version.
struct Variable {
  const ir::Program& program;
  const ir::Global& global;
};

/// What begins with the same pointer, but for where in the variables that is.
bool pointAlike(const Variable& one, const ir::Relocation& a, const Variable& other, const ir::Relocation& b) {
  return a.size == b.size && a.isFunction == b.isFunction && a.block == b.block && a.addend == b.addend &&
         targetName(one.program, a) == targetName(other.program, b);
}

bool isSameInitialiser(const Variable& one, const Variable& other) {
  const ir::Global &a = one.global, &b = other.global;
  return a.size == b.size && a.bytes == b.bytes && a.uninitialised == b.uninitialised &&
         std::ranges::equal(a.relocations, b.relocations, [&](const ir::Relocation& x, const ir::Relocation& y) {
           return x.offset == y.offset && pointAlike(one, x, other, y);
         });
}

std::uint8_t byteAt(const ir::Global& global, std::uint64_t offset) {
  return offset < global.bytes.size() ? static_cast<std::uint8_t>(global.bytes[offset]) : std::uint8_t{0};
}

/// Whether members that both have begin with the same, wherever they lie. A number of another type is the same when it
/// begins with 0.
bool haveSameMembers(const Variable& one, const Variable& other, const std::vector<input::Layouts::Part>& parts) {
  const auto pointerAt = [](const ir::Global& global, std::uint64_t offset) -> const ir::Relocation* {
    const auto found = std::ranges::find(global.relocations, offset, &ir::Relocation::offset);
    return found == global.relocations.end() ? nullptr : &*found;
  };
  const auto isZero = [&](const ir::Global& global, std::uint64_t from, std::uint64_t size) {
    for (std::uint64_t i = from; i < from + size; ++i)
      if (byteAt(global, i) != 0 || pointerAt(global, i)) return false;
    return true;
  };
  return std::ranges::all_of(parts, [&](const input::Layouts::Part& part) {
    if (part.isConverted)
      return isZero(one.global, part.base, part.baseSize) && isZero(other.global, part.head, part.headSize);
    for (std::uint64_t i = 0; i < part.baseSize; ++i) {
      if (byteAt(one.global, part.base + i) != byteAt(other.global, part.head + i)) return false;
      const ir::Relocation *x = pointerAt(one.global, part.base + i), *y = pointerAt(other.global, part.head + i);
      if (!x != !y || (x && !pointAlike(one, *x, other, *y))) return false;
    }
    return true;
  });
}

} // namespace

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
  const ir::Global& global = program_.globals()[index];
  if (!global.isInternal || program_.uses().isWritten[index]) return true;
  if (!other_) return false;
  const auto twin = other_->program.findGlobal(global.name);
  return twin && other_->program.uses().isWritten[*twin];
}

/// Both versions can be given the same value of it.
bool Harness::isShared(GlobalIndex index) const {
  if (!other_) return true;
  const ir::Global& global = program_.globals()[index];
  if (other_->apart.contains(global.name)) return false;
  const auto twin = other_->program.findGlobal(global.name);
  if (!twin) return false;
  const Variable own{program_, global}, others{other_->program, other_->program.globals()[*twin]};
  if (global.isDefined != others.global.isDefined || global.unsupported != others.global.unsupported) return false;
  const TypeIndex type = types_.global(index), otherType = other_->types.global(*twin);
  if (type == ir::none || otherType == ir::none || types_.type(type).kind != other_->types.type(otherType).kind)
    return false;
  input::Layouts layouts(types_, other_->types);
  if (!layouts.differ(type, otherType)) return isSameInitialiser(own, others);
  return global.uninitialised.empty() && others.global.uninitialised.empty() &&
         haveSameMembers(own, others, layouts.parts(type, otherType));
}

/// A number that may change: any value of it makes sense, whatever it starts with.
bool Harness::isPlainGlobal(ir::GlobalIndex index) const {
  const ir::TypeIndex type = types_.global(index);
  return type != ir::none && !types_.type(type).isConst && input::scalarOf(types_.type(type)) &&
         !input::isPointer(types_.type(type));
}

/// Tables of C++ classes and what the C++ library has are no values of the program.
static bool isOfCxx(const ir::Global& global) {
  constexpr std::array<std::string_view, 3> names{"_ZT", "_ZSt", "_ZNSt"};
  return std::ranges::any_of(names, [&](std::string_view name) { return global.name.starts_with(name); });
}

/// Some unit that is not here defines it.
static bool isElsewhere(const ir::Global& global) { return !global.isDefined && !global.isRuntime && !isOfCxx(global); }

bool Harness::isInput(GlobalIndex index) const {
  const ir::Global& global = program_.globals()[index];
  if (!options_.globalsAreInputs || global.isRuntime || (global.isConstant && !isElsewhere(global))) return false;
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
    std::memcpy(contents.dataForWriting(), global.bytes.data(),
                std::min<std::size_t>(global.bytes.size(), global.size));
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
    const ObjectId target =
        relocation.isFunction ? machine_->functionObject(relocation.target) : machine_->globalObject(relocation.target);
    contents.write(*machine_, relocation.offset, Value::pointer(target, static_cast<std::uint64_t>(relocation.addend)),
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
  if (isInput(index)) {
    makingGlobals_.push_back(index);
    layOut(state, object.contents, machine_->globalObject(index), 0, types_.global(index), globalPath(index),
           {ir::none, index, 0, false, {}, false});
    makingGlobals_.pop_back();
  }
  return made;
}

} // namespace beagle::exec
