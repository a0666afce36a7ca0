#pragma once

#include "analysis/solver/solver.h"
#include "analysis/support/error.h"

#include <optional>
#include <string>

namespace beagle::solver {

struct ChainOptions {
  bool constants = true;
  bool equalities = true;
  bool independentParts = true;
  bool recentModels = true;
  bool remembered = true; ///< cores and models of this run
  /// Folder of the persistent cache; none: no such layer.
  std::optional<std::string> cacheFolder;
  bool cacheReadOnly = false; ///< untrusted jobs never write
  /// File to which every query that reaches the bottom is written, with its answer and cost.
  std::optional<std::string> log;
};

/// The whole chain over one manager, from the cheapest layer to Z3.
[[nodiscard]] support::Result<std::unique_ptr<Solver>> makeSolver(TermManager& terms, const ChainOptions& options,
                                                                  support::CancelToken cancel);

} // namespace beagle::solver
