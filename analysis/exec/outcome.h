#pragma once

#include "analysis/exec/harness.h"

#include <string>
#include <vector>

namespace beagle::exec {

/// A scalar that can be seen when a run has ended, by access path: "return", "return.x", "buffer[2]", "::count".
struct Observed {
  std::string path;
  Value value;
  ir::ScalarType type;
  Term exists; ///< none: always; else the value is there when this holds (an element within a buffer's size)
};

/// What can be observed of one ended run. Its values mean something together with the state's memory.
struct Outcome {
  Ending ending;
  std::vector<Observed> values;        ///< of a run that returned: results, inputs, globals
  std::vector<Term> output, errors;    ///< bytes written to standard output, to standard error
  std::vector<std::string> otherStreams; ///< written to anything else
};

/// `state` has ended. Globals that it did not touch are made on the way.
[[nodiscard]] Outcome observe(Machine& machine, Harness& harness, State& state, ir::FunctionIndex entry,
                              const std::vector<ir::GlobalIndex>& globals);

/// The globals that the state touched and that a caller can see changed.
[[nodiscard]] std::vector<ir::GlobalIndex> touchedGlobals(const Machine& machine, const State& state);

} // namespace beagle::exec
