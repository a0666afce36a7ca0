#include "analysis/exec/replace_object.h"

#include <algorithm>

namespace beagle::exec {

namespace {

/// Writes only where something changes: the rest stays shared with other states.
class Replacement {
public:
  Replacement(State& state, ObjectId from, ObjectId to) : state_(state), from_(from), to_(to) {}

  void run() {
    for (std::size_t i = 0; i < state_.frames.size(); ++i) {
      const Frame& frame = *state_.frames[i];
      if (!any(frame.slots) && !any(frame.variadic)) continue;
      Frame& own = state_.frames.own(i).own();
      replace(own.slots);
      replace(own.variadic);
    }
    for (ObjectId id = 1; id < state_.memory.count(); ++id)
      if (state_.memory.exists(id) && has(state_.memory[id].contents))
        state_.memory.own(id).contents.replaceObject(from_, to_);
    for (std::size_t i = 0; i < state_.effects.size(); ++i)
      if (has(*state_.effects[i])) replace(state_.effects.own(i).own());
    replace(state_.results);
  }

private:
  [[nodiscard]] bool any(const std::vector<Value>& values) const {
    return std::ranges::any_of(values, [&](const Value& value) { return value.object() == from_; });
  }
  [[nodiscard]] bool has(const Contents& contents) const {
    bool found = false;
    contents.forEachPointer([&](std::uint64_t, const Value& value) { found |= value.object() == from_; });
    return found;
  }
  [[nodiscard]] bool has(const Effect& effect) const {
    return any(effect.values) || any(effect.results) ||
           std::ranges::any_of(effect.contents, [&](const auto& contents) { return contents && has(*contents); }) ||
           std::ranges::any_of(effect.written, [&](const Effect::Written& written) { return has(written.contents); });
  }

  void replace(std::vector<Value>& values) const {
    for (Value& value : values)
      if (value.object() == from_) value.tag = to_ << 2 | (value.tag & 3);
  }
  void replace(Effect& effect) const {
    replace(effect.values);
    replace(effect.results);
    for (auto& contents : effect.contents)
      if (contents) contents->replaceObject(from_, to_);
    for (Effect::Written& written : effect.written) written.contents.replaceObject(from_, to_);
  }

  State& state_;
  ObjectId from_;
  ObjectId to_;
};

} // namespace

void replaceObject(State& state, ObjectId from, ObjectId to) { Replacement(state, from, to).run(); }

} // namespace beagle::exec
