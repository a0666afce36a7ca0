// What runs before `main`: constructors of global objects in C++, functions with that attribute in C; and behind it.

#include "analysis/exec/harness.h"

#include <ranges>

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

/// What runs at the end of a program runs behind all that the program registers for it.
void Harness::registerEnds(Machine& machine, State& state) {
  const auto registering = program_.find("atexit");
  if (!registering || !program_.functions()[entry_].isMain) return;
  for (const ir::FunctionIndex end : program_.destructors() | std::views::reverse)
    runBefore(machine, state, *registering, {Value::pointer(machine.functionObject(end), 0)});
}

/// Calls a function; one that cannot be run is left out.
void Harness::runBefore(Machine& machine, State& state, ir::FunctionIndex function, std::vector<Value> arguments) {
  State after = state;
  machine.enter(after, function, arguments);
  const Stop stop = machine.run(after, mostSteps, {});
  if (!after.ending || after.ending->kind != EndKind::Returned) {
    assumptions_.insert(fmt::format("{} did not run before the entry: {}", program_.functions()[function].sourceName,
                                    whyNot(after, stop)));
    leftOut_.push_back(function);
    return;
  }
  after.frames.pop();
  after.ending.reset();
  after.results.clear();
  after.steps = 0;
  state = std::move(after);
}

/// Globals that they touch stay what they made of them, but for plain numbers and what is written later, which are
/// inputs all the same.
void Harness::startUp(Machine& machine, State& state) {
  constructed_.clear();
  leftOut_.clear();
  isStarting_ = true;
  registerEnds(machine, state);
  for (const ir::FunctionIndex constructor : program_.constructors())
    if (program_.functions()[constructor].isDefined) runBefore(machine, state, constructor, {});
  isStarting_ = false;
  startCalls_.clear();
  state.effects.forEach([this](const Ref<Effect>& effect) {
    if (effect->kind == Effect::Kind::Call) startCalls_.push_back(effect);
  });
  // What is written before `main` is no effect of another entry.
  if (!program_.functions()[entry_].isMain) state.effects = {};
  startEffects_ = state.effects.size();
  machine.coverage() = {}; // of the entry
  for (ir::GlobalIndex i = 0; i < program_.globals().size(); ++i) {
    if (!state.memory.exists(machine.globalObject(i))) continue;
    const ObjectId object = machine.globalObject(i);
    const bool mayHaveOthers = (isInput(i) || beginsOtherwise(i) || isOfOneVersion(i)) && mayChangeLater(i);
    if (isInput(i) && (isPlainGlobal(i) || (mayHaveOthers && isChangedLater(i)))) {
      state.memory.forget(object);
      continue;
    }
    constructed_.emplace(i, state.memory.reference(object));
    // Something may change it after all: whoever looks at it is told so (`global`).
    if (mayHaveOthers) state.memory.forget(object);
  }
}

} // namespace beagle::exec
