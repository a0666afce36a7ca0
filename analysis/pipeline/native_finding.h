#pragma once

#include "analysis/pipeline/change_replay.h"

#include <optional>

namespace beagle::pipeline {

/// What both versions do with an input where the engine cannot follow, as they were seen to do it.
struct NativeFinding {
  report::Report::Change change; ///< replayed, with values and endings
  WitnessRuns runs;              ///< of it
};
/// Runs both versions on one input of the base version. Nothing when they do the same, when one of them cannot be run,
/// or when what it does is not the same each time. `change` of the runs is set by whoever keeps the finding.
[[nodiscard]] std::optional<NativeFinding> nativeFinding(ChangeReplay& replay, const LinkedVersion& base,
                                                         const LinkedVersion& head, ir::FunctionIndex baseEntry,
                                                         ir::FunctionIndex headEntry,
                                                         const testgen::ConcreteInput& input);

} // namespace beagle::pipeline
