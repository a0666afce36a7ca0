#pragma once

#include "analysis/exec/harness.h"
#include "analysis/explore/explorer.h"
#include "analysis/pipeline/changes.h"
#include "analysis/report/explore_report.h"

#include <chrono>
#include <optional>
#include <string>

namespace beagle::pipeline {

struct ExploreOptions {
  std::string path;       ///< a source file, a bitcode file or a folder
  std::string entry;      ///< empty: main, or the only function that can be an entry
  ChangesOptions project; ///< how sources become bitcode; the rest of it does not matter
  explore::Order order = explore::Order::DepthFirst;
  std::uint64_t seed = 0;
  explore::Merge merge = explore::Merge::None;
  unsigned jobs = 1; ///< parts of the tree at once; the report does not depend on it
  std::optional<std::chrono::milliseconds> budget;
  explore::Bounds bounds;
  exec::MachineOptions machine;
  exec::HarnessOptions harness;
  std::optional<std::string> queryLog; ///< file for the queries that reach the bottom of the solver
  bool keepPaths = false;              ///< details of every path, not only of those that end in an error
  std::string inputs;                  ///< folder for the input of each path, as JSON and as a C program; empty: none
  bool replay = false;                 ///< let the program itself take each path, and compare
};

/// Explores one function from all inputs. Cancelling gives what was found so far.
[[nodiscard]] support::Result<report::ExploreReport> exploreEntry(Env& env, const ExploreOptions& options);

} // namespace beagle::pipeline
