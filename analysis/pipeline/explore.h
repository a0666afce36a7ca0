#pragma once

#include "analysis/exec/harness.h"
#include "analysis/explore/explorer.h"
#include "analysis/pipeline/loading.h"
#include "analysis/report/explore_report.h"

#include <chrono>
#include <optional>
#include <string>

namespace beagle::pipeline {

struct ExploreOptions {
  std::string path;  ///< a source file, a bitcode file or a folder
  std::string entry; ///< empty: main, or the only function that can be an entry
  LoadOptions load;
  explore::Order order = explore::Order::DepthFirst;
  std::uint64_t seed = 0;
  unsigned jobs = 1; ///< parts of the tree at once; the report does not depend on it
  std::optional<std::chrono::milliseconds> budget;
  explore::Bounds bounds;
  exec::MachineOptions machine;
  exec::HarnessOptions harness;
  bool keepPaths = false; ///< details of every path, not only of those that end in an error
};

/// Explores one function from all inputs. Cancelling gives what was found so far.
[[nodiscard]] support::Result<report::ExploreReport> exploreEntry(Env& env, const ExploreOptions& options);

/// The function that a name on the command line means: its index, or an error with a suggestion.
[[nodiscard]] support::Result<ir::FunctionIndex> findEntry(const ir::Program& program, const std::string& name);

} // namespace beagle::pipeline
