#pragma once

#include "analysis/solver/solver.h"
#include "analysis/support/budget.h"
#include "analysis/support/error.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace beagle::solver {

struct ChainOptions {
  bool constants = true;
  bool equalities = true;
  bool domains = true;
  bool independentParts = true;
  bool recentModels = true;
  bool remembered = true; ///< cores and models of this run
  bool search = true;
  /// One Z3 solver for many queries; otherwise a fresh one for each.
  bool incremental = true;
  /// Folder of the persistent cache; none: no such layer.
  std::optional<std::string> cacheFolder;
  bool cacheReadOnly = false; ///< untrusted jobs never write
  std::uint64_t cacheMaxBytes = 1ULL << 30;
  /// File to which every query that reaches the bottom is written, with its answer and cost (`query_log.h`).
  std::optional<std::string> log;
};

/// The whole chain over one manager, from the cheapest layer to Z3. Fails when the log cannot be written.
[[nodiscard]] support::Result<std::unique_ptr<Solver>> makeSolver(TermManager& terms, const ChainOptions& options,
                                                                  support::CancelToken cancel);

} // namespace beagle::solver
