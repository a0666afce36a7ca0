#pragma once

#include "analysis/solver/solver.h"
#include "analysis/support/error.h"

#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

namespace beagle::solver {

/// Writes each query to `out` as one line of JSON, with what the solver below made of it:
///
///   name, smt2       the query as an SMT-LIB script: first the path, then the goal
///   path             how many of the assertions are the path
///   canonical, limit
///   answer           "sat", "unsat" or "unknown", then with `reason`
///   resources        units that were spent
///   seconds
[[nodiscard]] std::unique_ptr<Solver> makeQueryLog(TermManager& terms, std::unique_ptr<std::ostream> out,
                                                   std::unique_ptr<Solver> below);

/// A query of a log, asked again.
struct ReplayedQuery {
  std::string name;
  std::string recorded; ///< the answer: "sat", "unsat", "unknown"
  std::string answer;   ///< now
  std::uint64_t recordedResources = 0;
  std::uint64_t resources = 0;
  double recordedSeconds = 0;
  double seconds = 0;

  /// An unknown agrees with everything.
  [[nodiscard]] bool agrees() const { return recorded == answer || recorded == "unknown" || answer == "unknown"; }
};

using SolverMaker = std::function<support::Result<std::unique_ptr<Solver>>(TermManager&)>;

/// Asks the queries of a log (its text; `file` is for messages) in their order, all of one new manager and
/// one new solver.
[[nodiscard]] support::Result<std::vector<ReplayedQuery>> replayLog(const std::string& text, const std::string& file,
                                                                    const SolverMaker& make);

} // namespace beagle::solver
