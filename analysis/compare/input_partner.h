#pragma once

#include "analysis/compare/input_search.h"
#include "analysis/exec/machine.h"
#include "analysis/logic/evaluate.h"

#include <vector>

namespace beagle::compare {

/// Whoever tries inputs in another way while an entry is explored, and knows no proof: a fuzzer. The exploration hands
/// over what its runs came from, gets hints, and looks at them itself. Called by the thread that explores.
class InputPartner {
public:
  virtual ~InputPartner() = default;
  /// A run of the base version that has ended, and an input that takes its way.
  virtual void offer(const exec::State& ended, const logic::Assignment& input) = 0;
  /// Inputs on which the versions seem to differ, each once.
  [[nodiscard]] virtual std::vector<DifferingInput> take() = 0;
  /// Nothing more is offered, and nothing else is left to do: waits until there is something to take, it has tried
  /// enough, or the budget is used up.
  virtual void wait(const support::Budget& budget) = 0;
};

} // namespace beagle::compare
