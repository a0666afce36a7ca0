#include "analysis/exec/state.h"

namespace beagle::exec {

namespace {

/// The place of the entry; the number of entries when there is none.
std::size_t placeOf(const State& state, ObjectId id) {
  std::size_t from = 0;
  for (std::size_t to = state.inputs.size(); from < to;) {
    const std::size_t middle = (from + to) / 2;
    if (state.inputs[middle].id < id) from = middle + 1;
    else to = middle;
  }
  return from < state.inputs.size() && state.inputs[from].id == id ? from : state.inputs.size();
}

} // namespace

std::optional<InputObject> inputAt(const State& state, ObjectId id) {
  const std::size_t place = placeOf(state, id);
  if (place == state.inputs.size()) return {};
  return state.inputs[place];
}

void setNotNull(State& state, ObjectId id) {
  if (state.memory.exists(id)) state.memory.own(id).null = Term();
  else if (const std::size_t place = placeOf(state, id); place != state.inputs.size())
    state.inputs.own(place).null = Term();
}

void setAsked(State& state, ObjectId id, Term bytes) {
  if (const std::size_t place = placeOf(state, id); place != state.inputs.size()) state.inputs.own(place).asked = bytes;
}

std::optional<ObjectId> inputObject(const State& state, std::uint32_t pointer) {
  for (std::size_t i = 0; i < state.inputs.size(); ++i)
    if (state.inputs[i].pointer == pointer || state.inputs[i].view == pointer)
      return state.inputs[i].alias != 0 ? state.inputs[i].alias : state.inputs[i].id;
  return {};
}

} // namespace beagle::exec
