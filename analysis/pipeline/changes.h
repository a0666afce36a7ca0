#pragma once

#include "analysis/build/planner.h"
#include "analysis/build/sandbox.h"
#include "analysis/pipeline/accepted_findings.h"
#include "analysis/report/changes_report.h"
#include "analysis/support/budget.h"
#include "analysis/support/files.h"
#include "analysis/support/log.h"
#include "analysis/support/process.h"
#include "analysis/support/progress.h"
#include "config/configuration.h"

#include <set>
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
  std::string programFolder; ///< where beagle-cc and our other programs lie
  std::string cacheFolder;
};

/// Where `.beagle.yml` is read: in the working folder (or the newer one of two folders), in the old version, in the new
/// one, or not. Files of settings that git does not have count beside those of the new version: somebody may keep some
/// to himself. A list of accepted findings that is in no version does not.
enum class SettingsFrom { Disk, Base, Head, Nowhere };

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
  SettingsFrom settingsFrom = SettingsFrom::Nowhere;
  std::set<std::string> given;    ///< options of the command line, such as "--build": they win over `.beagle.yml`
  config::Configuration settings; ///< once they were read
  AcceptedFindings accepted;      ///< from the same place
  std::vector<std::string> settingsNotes; ///< on where they were read, for people
  std::string folder;                     ///< of the project on disk; "": there is none

  /// Whether what stands in a file is none of the user's business.
  [[nodiscard]] bool leavesOut(std::string_view file) const;
  /// Whether a function may be compared by itself when nobody asks for it by its name.
  [[nodiscard]] bool isEntry(std::string_view function, std::string_view file) const;
};

/// What differs between two versions, and which functions are to be looked at because of it.
[[nodiscard]] support::Result<report::ChangesReport> findChanges(Env& env, const ChangesOptions& options);

} // namespace beagle::pipeline
