#include "analysis/compare/input_run.h"

#include "analysis/exec/circle.h"

#include <algorithm>
#include <bit>

namespace beagle::compare {

namespace {

constexpr std::uint64_t slice = 1'000'000;  ///< instructions between two looks at the budget
constexpr std::uint64_t shortSlice = 5'000; ///< the same where calls are counted
constexpr std::size_t choicesBetween = 256; ///< two looks at the budget: each may lay out a part of the input

std::uint32_t sideOf(exec::GivenInput& input, const exec::Choice& choice) {
  std::uint32_t side = 0;
  while (side + 1 < choice.alternatives.size() && !input.truth(choice.alternatives[side])) ++side;
  return side;
}

} // namespace

/// Whether it is known that the run never ends; then it has.
static bool endsInCircle(exec::Machine& machine, State& state, exec::GivenInput& input,
                         const InputRunOptions& options) {
  const auto answer = [&](const State& now, const exec::Choice& choice) -> std::optional<std::uint32_t> {
    const std::uint32_t side = sideOf(input, choice);
    if (options.keepsPath && !now.path.contains(choice.alternatives[side])) return {};
    return side;
  };
  const auto place = exec::circleOf(machine, state, options.stepsOfCircle, answer);
  if (place) exec::endInCircle(state, *place);
  return place.has_value();
}

InputRun runInput(exec::Machine& machine, State& state, exec::GivenInput& input, InputRunOptions options,
                  const support::Budget& budget) {
  InputRun result;
  std::size_t effects = state.effects.size(), calls = 0;
  std::size_t choices = 0;
  std::uint32_t slices = 0;
  const std::uint64_t before = state.steps;
  while (!result.stop) {
    const std::uint64_t left =
        options.maxSteps == 0 ? slice : options.maxSteps - std::min(options.maxSteps, state.steps - before);
    exec::Stop stop = machine.run(state, std::min(options.mostCalls == 0 ? slice : shortSlice, left), budget.cancel());
    if (std::holds_alternative<exec::Ended>(stop)) break;
    const auto* asked = std::get_if<exec::Asked>(&stop);
    for (; options.mostCalls != 0 && effects < state.effects.size(); ++effects)
      calls += state.effects[effects]->kind == exec::Effect::Kind::Call;
    if (calls > options.mostCalls) {
      result.stop = RunStop::TooLong;
      break;
    }
    if (!asked) {
      const bool isLong =
          options.maxSteps == 0 ? std::has_single_bit(++slices) : state.steps - before >= options.maxSteps;
      if (isLong && endsInCircle(machine, state, input, options)) break;
      if (options.maxSteps != 0 && state.steps - before >= options.maxSteps) result.stop = RunStop::TooLong;
      else if (budget.exhausted()) result.stop = RunStop::Cancelled;
      continue;
    }
    const exec::Choice& choice = asked->choice;
    const std::uint32_t side = sideOf(input, choice);
    if (choice.kind == exec::ChoiceKind::Alias && side != 0 && !result.wish) result.wish = choice.alternatives[0];
    // A path that is kept takes far longer than to go it.
    choices += options.keepsPath ? 8 : 1;
    if (choices >= choicesBetween) {
      choices = 0;
      if (budget.exhausted()) result.stop = RunStop::Cancelled;
    }
    if (options.keepsPath) state.path.add(choice.alternatives[side], input.assignment());
    state.decide(side, false);
  }
  result.steps = state.steps - before;
  return result;
}

} // namespace beagle::compare
