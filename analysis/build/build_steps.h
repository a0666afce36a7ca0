#pragma once

#include "analysis/build/planner.h"
#include "analysis/build/problems.h"

#include <chrono>
#include <string>
#include <vector>

namespace beagle::build {

/// What all methods share while one version is planned: the request, the time that is left, and the notes.
class BuildSteps {
public:
  BuildSteps(const PlanRequest& request, const Sandbox& sandbox, support::Log& log, support::Progress& progress,
             support::CancelToken cancel);

  struct Step {
    std::string title; ///< for the progress line: "configuring"
    std::vector<std::string> arguments;
    std::string folder; ///< inside path
    std::vector<std::string> environment = {};
    std::vector<Bind> binds = {}; ///< beside tree and build folder
    bool network = false;
  };
  /// Runs it with what is left of the time. A result that is not ok() is no error yet, unless a limit or the
  /// user ended it: then nothing that follows would make sense.
  [[nodiscard]] support::Result<support::ProcessResult> attempt(const Step& step);
  /// The same, where failing is an error with its first messages.
  [[nodiscard]] support::Result<support::ProcessResult> require(const Step& step);

  [[nodiscard]] const PlanRequest& request() const { return request_; }
  [[nodiscard]] support::Log& log() { return log_; }
  [[nodiscard]] std::vector<Bind> binds() const;
  [[nodiscard]] PathMap paths() const { return sandbox_.paths(binds()); }
  void note(std::string text) { notes_.push_back(std::move(text)); }
  [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }

  /// The tree's files (relative, sorted, without .git), as they are now.
  [[nodiscard]] const std::vector<std::string>& tree() const { return tree_; }
  void listTree();

  /// Where an inside path below tree or build folder lies on disk; empty for others.
  [[nodiscard]] std::string outside(const std::string& inside) const;
  [[nodiscard]] bool exists(const std::string& inside) const;
  /// A regular file that a build or the project left. Symbolic links that lead out of tree and build folder are
  /// not followed: the project chose where they point.
  [[nodiscard]] support::Result<std::string> read(const std::string& inside) const;

  /// Makes a folder below tree or build folder; false when it cannot be, or when a link leads out of them.
  [[nodiscard]] bool makeFolder(const std::string& inside) const;

  /// Settings that tell build systems which compiler to use where the usual names are missing.
  [[nodiscard]] static std::vector<std::string> compilerEnvironment();

private:
  const PlanRequest& request_;
  const Sandbox& sandbox_;
  support::Log& log_;
  support::Progress& progress_;
  support::CancelToken cancel_;
  std::chrono::steady_clock::time_point deadline_;
  std::vector<std::string> notes_;
  std::vector<std::string> tree_;
};

/// The content of a regular file that lies, all links resolved, below one of the folders.
[[nodiscard]] support::Result<std::string> readBelow(const std::string& path, const std::vector<std::string>& folders);

} // namespace beagle::build
