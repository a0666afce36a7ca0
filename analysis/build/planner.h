#pragma once

#include "analysis/build/plan.h"
#include "analysis/build/sandbox.h"
#include "analysis/support/files.h"
#include "analysis/support/log.h"
#include "analysis/support/progress.h"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace beagle::build {

/// How the user wants the project to be built; the defaults find out.
struct PlanOptions {
  std::optional<Method> method;
  std::string database;        ///< a compile_commands.json on disk; wins over what is found
  std::string command;         ///< for a shell at the root of the tree; wins over what is found
  std::string prepare;         ///< for a shell at the root of the tree, before everything
  bool prepareNetwork = false; ///< nothing else ever has a network
  std::chrono::milliseconds timeout = std::chrono::minutes(10); ///< for all steps together
  std::optional<std::chrono::steady_clock::time_point>
      deadline; ///< the same, where all of a run has to be done by then
  unsigned jobs = 1;
  std::vector<std::string> plainGlobs; ///< method Plain: only sources that match one; empty: all
  std::vector<std::string> extraFlags; ///< added to every command
};

/// One version and where it lies on disk.
struct PlanRequest {
  std::string tree;          ///< its files; builds may write here
  std::string buildFolder;   ///< empty folder; what builds make stays here and in the tree
  std::string recorder;      ///< the program beagle-record
  std::string scratchFolder; ///< for what is only needed while planning; empty: where temporary files go
  /// The user's own checkout, whose untracked compile database and generated headers may be used; or empty.
  std::string workingFolder;
  /// Paths that either version tracks: the working folder's copies of them are never used.
  std::vector<std::string> trackedElsewhere;
  PlanOptions options;
};

/// The compile databases of a working folder, relative to it.
[[nodiscard]] std::vector<std::string> databasesOf(const support::Files& files, const std::string& workingFolder);

/// Finds out how each unit of a version is compiled, building only what that takes: a configure step,
/// generated sources, or a recorded build. The same tree and options give the same plan.
[[nodiscard]] support::Result<BuildPlan> planBuild(const PlanRequest& request, const Sandbox& sandbox,
                                                   support::Log& log, support::Progress& progress,
                                                   const support::CancelToken& cancel = {});

/// The binds under which a version is built and its units are compiled: tree, build folder, the plan's mounts.
[[nodiscard]] std::vector<Bind> bindsOf(const std::string& tree, const std::string& buildFolder, const BuildPlan& plan,
                                        bool writable = false);

} // namespace beagle::build
