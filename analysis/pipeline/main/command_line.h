#pragma once

#include "analysis/pipeline/accept.h"
#include "analysis/pipeline/changes.h"
#include "analysis/pipeline/check.h"
#include "analysis/pipeline/config_commands.h"
#include "analysis/pipeline/diff.h"
#include "analysis/pipeline/explore.h"
#include "analysis/pipeline/replay_findings.h"
#include "analysis/pipeline/report_commands.h"
#include "analysis/pipeline/report_output.h"

#include <string>
#include <variant>

namespace beagle::pipeline {

/// What `beagle hook` is asked to do.
struct HookCommand {
  enum class Action { Install, Uninstall, Status, Run } action = Action::Status;
  std::string repository = ".";
  bool keepsOther = false; ///< Install
  std::string remote, url; ///< Run: what git tells the hook
};

/// What the command line asks for.
struct CommandLine {
  enum class Action {
    Changes,
    Diff,
    Check,
    Accept,
    Hook,
    Explore,
    Replay,
    Report,
    Config,
    Environment,
    Show
  } action = Action::Show;
  ChangesOptions changes;
  DiffOptions diff;                           ///< of Check as well
  std::optional<config::FailLevel> failLevel; ///< Check
  AcceptOptions accept;
  ExploreOptions explore;
  ReplayOptions replay;
  ConfigOptions config;
  HookCommand hook;
  ReportCommand report;
  ReportOutput output; ///< Diff, Check, Report
  bool json = false;   ///< of the others
  bool quiet = false;
  bool verbose = false;
  std::string text; ///< Show: help or version
};

/// Reads the arguments; a mistake comes back with a suggestion.
[[nodiscard]] support::Result<CommandLine> readCommandLine(int argc, const char* const* argv);

} // namespace beagle::pipeline
