// What runs before `main`: constructors of global objects in C++, functions with that attribute in C.

#include "analysis/exec/harness.h"

namespace beagle::exec {

namespace {

constexpr std::uint64_t mostSteps = 20'000'000; ///< of one of them

std::string whyNot(const State& state, const Stop& stop) {
  if (std::holds_alternative<Asked>(stop)) return "it depends on what is not known";
  if (!state.ending) return "it takes too long";
  const std::string ending = describe(*state.ending);
  return state.ending->text.empty() || state.ending->kind == EndKind::Thrown
             ? ending
             : fmt::format("{}: {}", ending, state.ending->text);
}

} // namespace

/// Globals that they touch stay what they made of them, but for plain numbers, which are inputs all the same. One that
/// cannot be run is left out.
void Harness::startUp(Machine& machine, State& state) {
  constructed_.clear();
  isStarting_ = true;
  for (const ir::FunctionIndex constructor : program_.constructors()) {
    if (!program_.functions()[constructor].isDefined) continue;
    State after = state;
    machine.enter(after, constructor, {});
    const Stop stop = machine.run(after, mostSteps, {});
    if (!after.ending || after.ending->kind != EndKind::Returned) {
      assumptions_.insert(fmt::format("{} did not run before the entry: {}",
                                      program_.functions()[constructor].sourceName, whyNot(after, stop)));
      continue;
    }
    after.frames.pop();
    after.ending.reset();
    after.results.clear();
    after.steps = 0;
    state = std::move(after);
  }
  isStarting_ = false;
  machine.coverage() = {}; // of the entry
  for (ir::GlobalIndex i = 0; i < program_.globals().size(); ++i) {
    if (!state.memory.exists(machine.globalObject(i))) continue;
    if (isInput(i) && isPlainGlobal(i)) state.memory.forget(machine.globalObject(i));
    else constructed_.emplace(i, state.memory.reference(machine.globalObject(i)));
  }
}

} // namespace beagle::exec
