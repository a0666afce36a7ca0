#include "analysis/exec/leaks.h"

#include <set>

namespace beagle::exec {

bool isAllocation(const State& state, ObjectId id) {
  const Object& object = state.memory[id];
  const bool isOwn = object.allocator == Allocator::Malloc || object.allocator == Allocator::New ||
                     object.allocator == Allocator::NewArray;
  return object.kind == ObjectKind::Heap && isOwn && !inputAt(state, id);
}

std::vector<Site> leakedAllocations(const State& state, const Outcome& outcome) {
  std::set<ObjectId> lost;
  std::vector<ObjectId> reached;
  for (ObjectId id = 1; id < state.memory.count(); ++id) {
    if (!state.memory.exists(id)) continue;
    const Object& object = state.memory[id];
    if (!object.isAlive) continue;
    // What start-up has made is kept in a variable that this run may not have looked at.
    if (isAllocation(state, id) && object.address == 0 && !state.memory.wasBefore(id)) lost.insert(id);
    else reached.push_back(id);
  }
  const auto reach = [&](const Value& value) {
    if (lost.erase(value.object()) != 0) reached.push_back(value.object());
  };
  for (const Observed& observed : outcome.values) reach(observed.value);
  for (const Value& value : state.results) reach(value);
  for (const Ref<Effect>& call : outcome.calls) {
    for (const Value& value : call->values) reach(value);
    for (const auto& contents : call->contents)
      if (contents) contents->forEachPointer([&](std::uint64_t, const Value& value) { reach(value); });
  }
  while (!reached.empty() && !lost.empty()) {
    const ObjectId id = reached.back();
    reached.pop_back();
    state.memory[id].contents.forEachPointer([&](std::uint64_t, const Value& value) { reach(value); });
  }
  std::vector<Site> sites;
  for (const ObjectId id : lost) sites.push_back(state.memory[id].allocated);
  return sites;
}

} // namespace beagle::exec
