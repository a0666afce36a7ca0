#pragma once

#include "analysis/explore/explorer.h"
#include "analysis/pipeline/path_view.h"
#include "analysis/pipeline/replay_paths.h"
#include "analysis/report/explore_report.h"
#include "analysis/solver/solver.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace beagle::pipeline {

using Address = std::vector<std::uint32_t>; ///< of a path in the tree

/// What a worker found. The findings of all workers make the report; the order in which they came does not show.
class Findings {
public:
  void addPath(const Address& address, report::ExploredPath path);
  /// The same for a path of which the report shows no more than its number and its approximations.
  void countPath(const report::ExploredPath& path);
  void addRun(const Address& address, PathRuns runs) { runs_.emplace_back(address, std::move(runs)); }
  [[nodiscard]] FaultTable& faults() { return faults_; }
  [[nodiscard]] explore::Statistics& statistics() { return statistics_; }
  /// When a worker has nothing more to do.
  void finish(const solver::Solver& solver, const exec::Coverage& coverage, std::set<std::string> assumptions);

  void add(Findings other);

  /// Runs of each path that has an input, in the order of the report.
  [[nodiscard]] std::vector<PathRuns> takeRuns();
  /// Everything else; what the options say is left to be filled in.
  [[nodiscard]] report::ExploreReport takeReport(const ir::Program& program);

private:
  void addLayer(const report::SolverLayer& layer);
  void countCoverage(const ir::Program& program, report::ExploreReport& report) const;

  std::vector<std::pair<Address, report::ExploredPath>> paths_;
  std::vector<std::pair<Address, PathRuns>> runs_;
  FaultTable faults_;
  explore::Statistics statistics_;
  std::map<std::string, report::SolverLayer> layers_;
  std::vector<std::string> layerOrder_;
  std::set<std::string> assumptions_;
  std::map<std::tuple<std::string, unsigned, std::string>, std::uint64_t> approximations_; ///< file, line, text: paths
  std::map<ir::FunctionIndex, exec::Covered> covered_;
};

} // namespace beagle::pipeline
