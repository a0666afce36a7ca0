#pragma once

#include "analysis/build/planner.h"
#include "analysis/build/sandbox.h"
#include "analysis/report/changes_report.h"
#include "analysis/support/budget.h"
#include "analysis/support/files.h"
#include "analysis/support/log.h"
#include "analysis/support/process.h"
#include "analysis/support/progress.h"

#include <string>
#include <vector>

namespace beagle::pipeline {

/// The outside world, handed in by `main` or by a test.
struct Env {
  support::Files& files;
  support::Processes& processes;
  support::Log& log;
  support::Progress& progress;
  support::CancelToken cancel;
  std::string programFolder; ///< where beagle-cc and beagle-record lie
  std::string cacheFolder;
};

struct ChangesOptions {
  std::vector<std::string> what; ///< nothing, BASE..HEAD, or two revisions, files or folders
  std::string repository = ".";
  build::PlanOptions plan;
  build::SandboxMode sandbox = build::SandboxMode::On;
  std::vector<std::string> exclude;
  std::size_t maxEntries = 100;
  unsigned jobs = 1;
  bool submodules = false;
  std::uint64_t cacheLimit = 5ULL << 30;
};

/// What differs between two versions, and which functions are to be looked at because of it.
[[nodiscard]] support::Result<report::ChangesReport> findChanges(Env& env, const ChangesOptions& options);

} // namespace beagle::pipeline
