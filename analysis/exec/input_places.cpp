// Where things of the input are in a state, and whether it has them.

#include "analysis/exec/harness.h"

#include <cstdlib>

namespace beagle::exec {

const InputPointer* Harness::pointerAt(const State& state, ObjectId id) const {
  const auto input = inputAt(state, id);
  return input ? &pointer(exec::viewOf(*input)) : nullptr;
}

std::optional<ObjectId> Harness::place(State& state, std::uint32_t number) {
  if (const auto id = inputObject(state, number)) return id;
  const auto known = pointers_.find(number);
  if (known == pointers_.end()) return {};
  const InputPointer& pointer = *known->second;
  if (pointer.viewOf != ir::none) return place(state, pointer.viewOf);
  // It stands in memory that this state has not looked at: looking makes it.
  if (pointer.parent != ir::none) {
    const auto parent = place(state, pointer.parent);
    if (!parent) return {};
    (void)machine_->object(*parent);
  } else if (pointer.global != ir::none) {
    (void)machine_->object(machine_->globalObject(pointer.global));
  } else { // a function without code returned or wrote it
    state.inputs.push({state.memory.add(), number, pointer.null, 0, ir::none});
  }
  return inputObject(state, number);
}

/// The global that an access path starts with. Names of internal ones hold dots themselves: the longest one counts.
std::optional<ir::GlobalIndex> Harness::rootOf(std::string_view path) const {
  while (!path.empty()) {
    if (const auto global = program_.findGlobal(path)) return global;
    const std::size_t end = path.find_last_of(".[");
    path = path.substr(0, end == std::string_view::npos ? 0 : end);
  }
  return {};
}

bool Harness::belongsTo(const State& state, const input::Leaf& leaf, const logic::Assignment& model) const {
  if (!leaf.choice.empty()) return model.bits64(leaf.variable) != 0;
  const bool isPointer = leaf.source && leaf.type.width == 1 && input::isPointer(*leaf.source);
  if (isPointer) { // what it leads to says that it is not null
    const auto number = numbers_.find(leaf.path);
    const Term null = number == numbers_.end() ? leaf.variable : pointer(number->second).null;
    if (null && !logic::Evaluator(machine_->terms, model).truth(null)) return false;
  }
  if (const auto slot = dataOwners_.find(machine_->terms.variableNumber(leaf.variable)); slot != dataOwners_.end()) {
    const auto id = inputObject(state, slot->second);
    if (id && state.memory.exists(*id)) return false; // a pointer stands there
  }
  if (const auto root = absences_.find(machine_->terms.variableNumber(leaf.variable)); root != absences_.end())
    return inputObject(state, root->second) && model.bits64(leaf.variable) != 0;
  if (leaf.owner == ir::none) {
    if (!leaf.path.starts_with("::")) return true;
    const auto global = rootOf(std::string_view(leaf.path).substr(2));
    return global && state.memory.exists(machine_->globalObject(*global));
  }
  const auto known = pointers_.find(leaf.owner);
  if (known == pointers_.end()) return false;
  const InputPointer& owner = *known->second;
  const auto id = inputObject(state, owner.number);
  if (!id || !state.memory.exists(*id) || (owner.null && logic::Evaluator(machine_->terms, model).truth(owner.null)))
    return false;
  if (pointerAt(state, *id) != &owner)
    return false; // shown by the first pointer that leads there, as what it was made for
  if (owner.isAsked && inputAt(state, *id)->asked) return isWithinAsked(owner, *inputAt(state, *id), leaf, model);
  return hasElement(owner, leaf, model);
}

/// Whether the memory is large enough for the element.
bool Harness::isWithinAsked(const InputPointer& owner, const InputObject& input, const input::Leaf& leaf,
                            const logic::Assignment& model) const {
  if (!leaf.path.starts_with(owner.path + "[")) return true;
  const std::uint64_t index = std::strtoull(leaf.path.c_str() + owner.path.size() + 1, nullptr, 10);
  return (index + 1) * owner.elementSize <= logic::Evaluator(machine_->terms, model).bits64(input.asked);
}

/// Whether the element that the leaf stands in is within the buffer's size.
bool Harness::hasElement(const InputPointer& owner, const input::Leaf& leaf, const logic::Assignment& model) const {
  const std::string& array = owner.arrayPath;
  if (!owner.elements || !leaf.path.starts_with(array) || leaf.path.size() <= array.size() ||
      leaf.path[array.size()] != '[')
    return true;
  const std::uint64_t index = std::strtoull(leaf.path.c_str() + array.size() + 1, nullptr, 10);
  return index < logic::Evaluator(machine_->terms, model).bits64(owner.elements);
}

} // namespace beagle::exec
