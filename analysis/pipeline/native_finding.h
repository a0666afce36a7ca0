#pragma once

#include "analysis/pipeline/change_replay.h"

#include <chrono>
#include <optional>

namespace beagle::pipeline {

/// What both versions do with an input where the engine cannot follow, as they were seen to do it.
struct NativeFinding {
  report::Report::Change change; ///< replayed, with values and endings
  ConcreteRun base, head;        ///< of its witness
};
/// Runs both versions on one input, as each of them gets it. Nothing when they do the same, when one of them cannot be
/// run, when what it does is not the same each time, or when it ends in a memory error: how large an object is that the
/// engine has not come to, nobody knows. `forBuilt`: see ChangeReplay::confirm.
[[nodiscard]] std::optional<NativeFinding>
nativeFinding(ChangeReplay& replay, const LinkedVersion& base, const LinkedVersion& head, ir::FunctionIndex baseEntry,
              ir::FunctionIndex headEntry, const testgen::ConcreteInput& baseInput,
              const testgen::ConcreteInput& headInput, ChangeReplay::Duration forBuilt);
/// The same where one version was seen to end soon and the other one was still running after so long.
[[nodiscard]] std::optional<NativeFinding>
endlessFinding(ChangeReplay& replay, const LinkedVersion& base, const LinkedVersion& head, ir::FunctionIndex baseEntry,
               ir::FunctionIndex headEntry, const testgen::ConcreteInput& baseInput,
               const testgen::ConcreteInput& headInput, std::chrono::seconds waited, ChangeReplay::Duration forBuilt);

} // namespace beagle::pipeline
