#include "analysis/exec/state.h"

namespace beagle::exec {

std::optional<InputObject> inputAt(const State& state, ObjectId id) {
  std::size_t from = 0;
  for (std::size_t to = state.inputs.size(); from < to;) {
    const std::size_t middle = (from + to) / 2;
    if (state.inputs[middle].id < id) from = middle + 1;
    else to = middle;
  }
  if (from == state.inputs.size() || state.inputs[from].id != id) return {};
  return state.inputs[from];
}

std::optional<ObjectId> inputObject(const State& state, std::uint32_t pointer) {
  for (std::size_t i = 0; i < state.inputs.size(); ++i)
    if (state.inputs[i].pointer == pointer) return state.inputs[i].id;
  return {};
}

} // namespace beagle::exec
