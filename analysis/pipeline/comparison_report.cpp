#include "analysis/pipeline/comparison_report.h"

#include "analysis/pipeline/path_view.h"
#include "analysis/report/access_path.h"
#include "analysis/support/text.h"

#include <fmt/format.h>

namespace beagle::pipeline {

using report::Report;

void reportVerdict(const compare::EntryResult& result, Report::Function& function) {
  using compare::Verdict;
  function.isCut = result.isCut;
  function.verdict = result.verdict == Verdict::Unchanged ? "unchanged"
                     : result.verdict == Verdict::Changed ? "changed"
                                                          : "inconclusive";
  if (result.verdict == Verdict::Unchanged) function.proof = result.bounds.empty() ? "complete" : "bounded";
  function.bounds = report::togetherOverElements(std::vector(result.bounds.begin(), result.bounds.end()));
  for (std::string& assumption :
       report::togetherOverElements(std::vector(result.assumptions.begin(), result.assumptions.end())))
    function.assumptions.push_back(std::move(assumption));
  function.open.assign(result.open.begin(), result.open.end());
  if (result.equalPairs > 0)
    function.settled.push_back(fmt::format("{} of {} pairs of paths are equal", result.equalPairs, result.pairs));
  if (const auto same = result.baseStatistics.same + result.headStatistics.same; same > 0)
    function.settled.push_back(support::counted(same, "way") + " around all code that differs");
  if (result.verdict == Verdict::Inconclusive && result.searched.inputs > 0)
    function.settled.push_back(
        fmt::format("no difference in {}", support::counted(result.searched.inputs, "input") + " that were tried"));
}

/// What calls were given in one version and not in the other; as much as people look at.
static void addCalls(const PathView::Inputs& own, const PathView::Inputs& other, Report::Outcome& outcome) {
  constexpr std::size_t most = 8;
  std::size_t count = 0;
  for (const auto& call : own)
    if (count < most && std::ranges::find(other, call) == other.end()) {
      outcome.values.push_back(call);
      ++count;
    }
  const auto isThere = [&](const auto& call) { return std::ranges::find(own, call) != own.end(); };
  for (const auto& call : other)
    if (count < most && call.second == "called" && !isThere(call)) {
      outcome.values.emplace_back(call.first, "not called");
      ++count;
    }
}

Report::Change reportedChange(compare::EntryComparison& comparison, const compare::ShownChange& shown,
                              const input::Leaves& leaves, solver::Solver& solver) {
  Report::Change change;
  change.kind = nameOf(shown.change.kind);
  change.ubOnly = shown.change.ubOnly;
  change.ubIntroduced = shown.change.ubIntroduced;
  change.fingerprint = shown.change.fingerprint;
  change.places = {shown.change.places.base, shown.change.places.head};
  change.differs = shown.change.differs;
  change.condition = printedCondition(comparison.machine(true).terms, shown.change.condition);
  PathView::Inputs baseCalls, headCalls;
  for (const bool isBase : {true, false}) {
    const PathView view(comparison.machine(isBase), comparison.harness(isBase), leaves, solver);
    const exec::State& state = isBase ? *shown.base : *shown.head;
    const exec::Outcome& outcome = isBase ? shown.baseOutcome : shown.headOutcome;
    (isBase ? change.base : change.head) = view.outcome(state, outcome, shown.change.differs, *shown.change.witness);
    if (!isBase) change.witness = view.inputs(state, *shown.change.witness, shown.change.condition);
    (isBase ? baseCalls : headCalls) = view.calls(state, outcome, shown.change.differs, *shown.change.witness);
  }
  addCalls(baseCalls, headCalls, change.base);
  addCalls(headCalls, baseCalls, change.head);
  return change;
}

void countEffort(const compare::EntryResult& result, const solver::Solver& solver, Report::Statistics& stats) {
  stats.paths += result.baseStatistics.paths + result.headStatistics.paths;
  stats.states += result.baseStatistics.states + result.headStatistics.states;
  stats.instructions += result.baseStatistics.instructions + result.headStatistics.instructions;
  std::vector<solver::LayerStatistics> layers;
  solver.statistics(layers);
  if (!layers.empty()) stats.solverCalls += layers.front().queries;
  for (const solver::LayerStatistics& layer : layers) {
    stats.solverSeconds += layer.seconds;
    report::addLayer(stats.solver, {layer.name, layer.queries, layer.answered, layer.unknown, layer.seconds});
  }
}

} // namespace beagle::pipeline
