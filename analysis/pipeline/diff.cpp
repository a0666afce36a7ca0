#include "analysis/pipeline/diff.h"

#include "analysis/pipeline/explore.h"
#include "analysis/pipeline/path_view.h"
#include "analysis/solver/chain.h"
#include "analysis/support/text.h"

#include <algorithm>
#include <set>

namespace beagle::pipeline {

using report::Report;
using support::Result;

namespace {

struct VersionProgram {
  std::shared_ptr<const ir::Program> program;
  std::unique_ptr<ir::SourceTypes> types;
};

Result<VersionProgram> link(const Units& units) {
  auto program = ir::Program::link(units);
  if (!program) return std::unexpected(std::move(program.error()));
  VersionProgram version{std::move(*program), nullptr};
  version.types = ir::sourceTypes(*version.program);
  return version;
}

Result<std::optional<ir::FunctionIndex>> entryOf(const VersionProgram& version, const std::string& name) {
  if (!version.program->find(name)) return std::nullopt;
  auto found = findEntry(*version.program, name);
  if (!found) return std::unexpected(std::move(found.error()));
  return *found;
}

class DiffRun {
public:
  DiffRun(Env& env, const DiffOptions& options, VersionProgram base, VersionProgram head)
      : env_(env), options_(options), base_(std::move(base)), head_(std::move(head)) {}

  Result<Report> run(const OnFunction& onFunction) {
    report_.base = options_.base;
    report_.head = options_.head;
    const auto begin = std::chrono::steady_clock::now();
    support::Budget budget(env_.cancel);
    if (options_.budget) budget.limitTime(*options_.budget);
    auto names = entryNames();
    if (!names) return std::unexpected(std::move(names.error()));
    for (const std::string& name : *names) {
      auto function = compareEntry(name, budget);
      if (!function) return std::unexpected(std::move(function.error()));
      if (onFunction) onFunction(*function);
      report_.functions.push_back(std::move(*function));
    }
    report_.stats.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return std::move(report_);
  }

private:
  /// The entries named, or proposed by the change set; of bitcode, all functions that both versions define.
  Result<std::vector<std::string>> entryNames() {
    if (!options_.entries.empty()) return options_.entries;
    if (options_.head.ends_with(".bc")) {
      std::vector<std::string> names;
      for (const ir::FunctionInfo& info : head_.program->functions())
        if (info.isDefined && !info.isInternal) names.push_back(info.name);
      return names;
    }
    ChangesOptions changes;
    changes.what = {options_.base, options_.head};
    changes.plan = options_.load.plan;
    changes.sandbox = options_.load.sandbox;
    changes.jobs = options_.load.jobs;
    auto found = findChanges(env_, changes);
    if (!found) return std::unexpected(std::move(found.error()));
    for (const report::ChangesReport::Hunk& hunk : found->hunks)
      report_.hunks.push_back({hunk.file, hunk.baseFile, hunk.baseStart, hunk.baseLines, hunk.headStart, hunk.headLines,
                               hunk.status, hunk.why});
    report_.notes = found->notes;
    std::vector<std::string> names;
    for (const report::ChangesReport::Entry& entry : found->entries) {
      names.push_back(entry.name);
      reasons_[entry.name] = entry.chain.empty() ? std::vector{entry.reason} : entry.chain;
    }
    return names;
  }

  Result<Report::Function> compareEntry(const std::string& name, const support::Budget& budget) {
    const auto baseEntry = entryOf(base_, name);
    if (!baseEntry) return std::unexpected(baseEntry.error());
    const auto headEntry = entryOf(head_, name);
    if (!headEntry) return std::unexpected(headEntry.error());
    if (!*baseEntry && !*headEntry) {
      auto missing = findEntry(*head_.program, name);
      return std::unexpected(std::move(missing.error()));
    }
    const VersionProgram& shown = *headEntry ? head_ : base_;
    const ir::FunctionInfo& info = shown.program->functions()[*headEntry ? **headEntry : **baseEntry];
    Report::Function function;
    function.id = info.isInternal ? fmt::format("{} ({})", info.name, info.unit) : info.name;
    function.name = info.sourceName;
    function.file = std::string(shown.program->file(info.location.file));
    function.line = info.location.line;
    function.reasons = reasons_[name];
    function.proof = "none";
    if (!*baseEntry || !*headEntry) {
      function.verdict = *headEntry ? "added" : "removed";
      return function;
    }
    if (auto done = explore(function, **baseEntry, **headEntry, budget); !done)
      return std::unexpected(std::move(done.error()));
    return function;
  }

  Result<void> explore(Report::Function& function, ir::FunctionIndex baseEntry, ir::FunctionIndex headEntry,
                       const support::Budget& budget) {
    logic::TermManager terms;
    input::Leaves leaves(terms);
    auto solver = solver::makeSolver(terms, {}, env_.cancel);
    if (!solver) return std::unexpected(std::move(solver.error()));
    const compare::Equality equality;
    compare::EntryComparison comparison(terms, **solver, leaves, {*base_.program, *base_.types, baseEntry},
                                        {*head_.program, *head_.types, headEntry}, equality, options_.compare);
    auto result = comparison.run(budget);
    if (!result) return std::unexpected(std::move(result.error()));
    fill(function, *result);
    for (compare::ShownChange& change : result->changes)
      function.changes.push_back(changeOf(comparison, change, leaves, **solver));
    count(*result, **solver);
    return {};
  }

  static void fill(Report::Function& function, const compare::EntryResult& result) {
    using compare::Verdict;
    function.verdict = result.verdict == Verdict::Unchanged ? "unchanged" : result.verdict == Verdict::Changed ? "changed" : "inconclusive";
    if (result.verdict == Verdict::Unchanged) function.proof = result.bounds.empty() ? "complete" : "bounded";
    function.bounds.assign(result.bounds.begin(), result.bounds.end());
    function.assumptions.assign(result.assumptions.begin(), result.assumptions.end());
    function.open.assign(result.open.begin(), result.open.end());
    if (result.equalPairs > 0)
      function.settled.push_back(fmt::format("{} of {} pairs of paths are equal", result.equalPairs, result.pairs));
  }

  Report::Change changeOf(compare::EntryComparison& comparison, const compare::ShownChange& shown,
                          const input::Leaves& leaves, solver::Solver& solver) const {
    Report::Change change;
    change.kind = nameOf(shown.change.kind);
    change.ubOnly = shown.change.ubOnly;
    change.ubIntroduced = shown.change.ubIntroduced;
    change.fingerprint = shown.change.fingerprint;
    change.differs = shown.change.differs;
    change.condition = printedCondition(comparison.machine(true).terms, shown.change.condition);
    for (const bool isBase : {true, false}) {
      const PathView view(comparison.machine(isBase), comparison.harness(isBase), leaves, solver,
                          isBase ? *base_.types : *head_.types);
      const exec::State& state = isBase ? *shown.base : *shown.head;
      const exec::Outcome& outcome = isBase ? shown.baseOutcome : shown.headOutcome;
      (isBase ? change.base : change.head) = view.outcome(outcome, shown.change.differs, *shown.change.witness);
      if (!isBase) change.witness = view.inputs(state, *shown.change.witness);
    }
    return change;
  }

  void count(const compare::EntryResult& result, const solver::Solver& solver) {
    Report::Statistics& stats = report_.stats;
    stats.paths += result.baseStatistics.paths + result.headStatistics.paths;
    stats.states += result.baseStatistics.states + result.headStatistics.states;
    stats.instructions += result.baseStatistics.instructions + result.headStatistics.instructions;
    std::vector<solver::LayerStatistics> layers;
    solver.statistics(layers);
    if (!layers.empty()) stats.solverCalls += layers.front().queries;
    for (const solver::LayerStatistics& layer : layers) {
      stats.solverSeconds += layer.seconds;
      auto known = std::ranges::find(stats.solver, layer.name, &report::SolverLayer::name);
      if (known == stats.solver.end()) known = stats.solver.insert(stats.solver.end(), {layer.name, 0, 0, 0, 0});
      known->queries += layer.queries;
      known->answered += layer.answered;
      known->unknown += layer.unknown;
      known->seconds += layer.seconds;
    }
  }

  Env& env_;
  const DiffOptions& options_;
  VersionProgram base_, head_;
  Report report_;
  std::map<std::string, std::vector<std::string>> reasons_;
};

} // namespace

Result<Report> diffVersions(Env& env, const DiffOptions& options, const OnFunction& onFunction) {
  auto units = loadUnits(env, {options.base, options.head}, options.load);
  if (!units) return std::unexpected(std::move(units.error()));
  auto base = link((*units)[0]);
  if (!base) return support::within(base, "base");
  auto head = link((*units)[1]);
  if (!head) return support::within(head, "head");
  return DiffRun(env, options, std::move(*base), std::move(*head)).run(onFunction);
}

} // namespace beagle::pipeline
