#pragma once

#include "analysis/exec/given_inputs.h"
#include "analysis/support/budget.h"

#include <cstdint>
#include <optional>

namespace beagle::compare {

using exec::State;
using logic::Term;

struct InputRunOptions {
  bool keepsPath = false;     ///< the state's path says which inputs take the same way
  std::uint64_t maxSteps = 0; ///< instructions; 0: as many as the machine allows
  /// What a function without code gives is input, and each call of it has an own one: of more, it is too long. 0: any.
  std::size_t mostCalls = 0;
  /// Of a run that is too long, so many more may show that it never ends.
  std::uint64_t stepsOfCircle = 20'000;
};

/// How the run of one input ended that did not come to its end.
enum class RunStop : std::uint8_t { TooLong, Cancelled };

/// One run with a given input; `state` ends, or it is said why not. What the surroundings make is free or has
/// the values of the input: the input decides in any case. `wish` is a condition that did not hold although
/// the input's own choices say that it should: two pointers are the same, but not what stands there.
struct InputRun {
  std::optional<RunStop> stop;
  Term wish;
  std::uint64_t steps = 0;
};
[[nodiscard]] InputRun runInput(exec::Machine& machine, State& state, exec::GivenInput& input, InputRunOptions options,
                                const support::Budget& budget);

} // namespace beagle::compare
