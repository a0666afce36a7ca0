#pragma once

#include "analysis/compare/entry_comparison.h"
#include "analysis/pipeline/changes.h"
#include "analysis/pipeline/regression_tests.h"
#include "analysis/report/report.h"

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace beagle::pipeline {

struct DiffOptions {
  ChangesOptions changes;           ///< which versions, and how they are built; two bitcode files as well
  std::vector<std::string> entries; ///< empty: those that the change can influence
  std::optional<std::chrono::milliseconds>
      budget; ///< for comparing, all functions together; nothing: as the settings say
  compare::CompareOptions compare;
  DiffOptions() {
    compare.harness.nullArguments = compare.harness.libraryCalls = true;
    compare.explorer.order = explore::Order::Greedy;
  }

  /// When somebody began to wait for a push: the time is that of the hook's settings, building included.
  std::optional<std::chrono::steady_clock::time_point> waitingSince;
  struct Shard {
    unsigned index = 1, count = 1;
  };
  std::optional<Shard> shard; ///< compare each `count`-th function only, from the `index`-th on
  bool replay = true;         ///< run both versions with each witness
  bool replayAsBuilt = true;  ///< also as the project builds them
  bool prove = true;          ///< look for a proof that follows no single paths first
  bool usesCallers = true;    ///< what only its own file calls is compared with what is passed there
  RegressionTestOptions tests;
  bool usesCache = true; ///< a report of an earlier run over the same will do
};

/// Hears of each function as soon as it is settled, and once more when a caller shows its difference, too.
using OnFunction = std::function<void(const report::Report::Function&, const ChangesOptions& project)>;

struct Compared {
  report::Report report;
  config::Configuration settings; ///< of the project
  AcceptedFindings accepted;
  std::vector<std::string> settingsNotes; ///< on where these two were read
  std::string folder;                     ///< of the project on disk; "": there is none
};
/// Compares functions of two versions.
[[nodiscard]] support::Result<Compared> compareVersions(Env& env, const DiffOptions& options,
                                                        const OnFunction& onFunction = {});
[[nodiscard]] support::Result<report::Report> diffVersions(Env& env, const DiffOptions& options,
                                                           const OnFunction& onFunction = {});

} // namespace beagle::pipeline
