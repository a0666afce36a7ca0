#pragma once

#include "analysis/pipeline/changes.h"
#include "analysis/pipeline/native_rows.h"
#include "analysis/report/report.h"
#include "analysis/support/terminal.h"

#include <optional>
#include <string>
#include <vector>

namespace beagle::pipeline {

struct ReplayOptions {
  std::string report;     ///< the file
  std::string finding;    ///< the start of a fingerprint; empty: all that can be replayed
  std::string base, head; ///< versions instead of those that the report names
  ChangesOptions changes; ///< how versions are built
};

/// A finding of a report, with what both versions do for its witness now.
struct ReplayedFinding {
  std::string function, file, kind, fingerprint;
  report::Report::Values witness;
  std::vector<NativeRow> rows;
  bool isReproduced = false;
  bool isAsBuilt = false; ///< what is shown is what the project's own build did, with sanitizers
  std::string obstacle;   ///< why it could not be run; empty: it was
};

/// Builds both versions again and lets them run natively with the witnesses.
[[nodiscard]] support::Result<std::vector<ReplayedFinding>> replayFindings(Env& env, const ReplayOptions& options);

[[nodiscard]] std::string replayText(const std::vector<ReplayedFinding>& findings, const support::Terminal& terminal);
/// 0: all of them show; 1: some do not; 3: some could not be run.
[[nodiscard]] int exitCodeOf(const std::vector<ReplayedFinding>& findings);

} // namespace beagle::pipeline
