#pragma once

#include "analysis/pipeline/concrete_run.h"
#include "analysis/pipeline/loading.h"
#include "analysis/report/explore_report.h"

#include <optional>
#include <string>
#include <vector>

namespace beagle::pipeline {

/// The runs that stand for one path.
struct PathRuns {
  ConcreteRun shown;                  ///< with the input that the report shows
  std::optional<ConcreteRun> another; ///< what the path leaves open is different
};

struct ReplayPathsOptions {
  build::SandboxMode sandbox = build::SandboxMode::On;
  std::string inputs;  ///< folder for the inputs; empty: they are not written
  bool replay = false; ///< run them; else there is no report
};

/// Writes the inputs of an exploration's paths, and lets the program take the paths natively: as the bitcode says, and
/// once more with AddressSanitizer, which alone sees most memory errors.
[[nodiscard]] support::Result<std::optional<report::ExploreReplay>>
replayPaths(Env& env, const ReplayPathsOptions& options, const ir::Program& program, const Units& units,
            ir::FunctionIndex entry, const std::vector<PathRuns>& paths);

} // namespace beagle::pipeline
