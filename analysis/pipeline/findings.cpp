#include "analysis/pipeline/findings.h"

#include "analysis/support/process_memory.h"

#include <algorithm>

namespace beagle::pipeline {

void Findings::addPath(const Address& address, report::ExploredPath path) {
  countPath(path);
  paths_.emplace_back(address, std::move(path));
}

void Findings::countPath(const report::ExploredPath& path) {
  for (const report::ExploredApproximation& each : path.approximations)
    ++approximations_[{each.place.file, each.place.line, each.what}];
}

void Findings::finish(const solver::Solver& solver, const exec::Coverage& coverage, std::set<std::string> assumptions) {
  assumptions_ = std::move(assumptions);
  std::vector<solver::LayerStatistics> layers;
  solver.statistics(layers);
  for (const solver::LayerStatistics& layer : layers)
    addLayer({layer.name, layer.queries, layer.answered, layer.unknown, layer.seconds});
  for (const auto& [index, covered] : coverage.all()) covered_[index].add(covered);
}

void Findings::addLayer(const report::SolverLayer& layer) {
  const auto [place, isNew] = layers_.try_emplace(layer.name, report::SolverLayer{layer.name, 0, 0, 0, 0});
  if (isNew) layerOrder_.push_back(layer.name);
  place->second.queries += layer.queries;
  place->second.answered += layer.answered;
  place->second.unknown += layer.unknown;
  place->second.seconds += layer.seconds;
}

void Findings::add(Findings other) {
  std::ranges::move(other.paths_, std::back_inserter(paths_));
  std::ranges::move(other.runs_, std::back_inserter(runs_));
  for (auto& [key, fault] : other.faults_) {
    const auto known = faults_.find(key);
    if (known == faults_.end() || fault.address < known->second.address) faults_[key] = std::move(fault);
  }
  statistics_.add(other.statistics_);
  for (const std::string& name : other.layerOrder_) addLayer(other.layers_[name]);
  assumptions_.merge(other.assumptions_);
  for (const auto& [key, paths] : other.approximations_) approximations_[key] += paths;
  for (const auto& [index, covered] : other.covered_) covered_[index].add(covered);
}

std::vector<PathRuns> Findings::takeRuns() {
  std::ranges::sort(runs_, {}, [](const auto& run) { return run.first; });
  std::vector<PathRuns> runs;
  for (auto& [address, found] : runs_) runs.push_back(std::move(found));
  return runs;
}

/// Lines, and sides of branches and switches, of the functions that were entered.
void Findings::countCoverage(const ir::Program& program, report::ExploreReport& report) const {
  std::set<std::pair<std::uint32_t, std::uint32_t>> lines;
  std::set<std::pair<std::uint32_t, std::uint32_t>> reached;
  for (const auto& [index, covered] : covered_) {
    if (program.functions()[index].isRuntime) continue;
    exec::forEachPlace(program.body(index), covered, [&](const ir::Location& where, bool isReached) {
      lines.emplace(where.file, where.line);
      if (isReached) reached.emplace(where.file, where.line);
    });
    report.branchesTotal += covered.sides.size();
    report.branchesCovered += static_cast<std::uint64_t>(std::ranges::count(covered.sides, 1));
  }
  report.linesTotal = lines.size();
  report.linesCovered = reached.size();
}

report::ExploreReport Findings::takeReport(const ir::Program& program) {
  report::ExploreReport report;
  report.complete = statistics_.complete;
  report.errors = statistics_.errors;
  report.unsupported = statistics_.unsupported;
  report.cut.assign(statistics_.cut.begin(), statistics_.cut.end());
  report.cut.insert(report.cut.end(), statistics_.limited.begin(), statistics_.limited.end());
  report.states = statistics_.states;
  report.forks = statistics_.forks;
  report.merged = statistics_.merged;
  report.instructions = statistics_.instructions;
  report.waiting = statistics_.waiting;
  report.setAside = statistics_.setAside;
  report.peakMemory = support::peakResidentBytes();
  report.assumptions.assign(assumptions_.begin(), assumptions_.end());
  for (const auto& [key, paths] : approximations_)
    report.approximations.push_back({std::get<2>(key), {std::get<0>(key), std::get<1>(key)}, paths});
  for (const std::string& name : layerOrder_) report.solver.push_back(layers_[name]);
  countCoverage(program, report);
  std::ranges::sort(paths_, {}, [](const auto& path) { return path.first; });
  for (auto& [address, path] : paths_) report.paths.push_back(std::move(path));
  for (auto& [key, shown] : faults_) report.faults.push_back(std::move(shown.fault));
  return report;
}

} // namespace beagle::pipeline
