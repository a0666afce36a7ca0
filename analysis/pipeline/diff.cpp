#include "analysis/pipeline/diff.h"

#include "analysis/pipeline/change_replay.h"
#include "analysis/pipeline/diff_subject.h"
#include "analysis/pipeline/path_view.h"
#include "analysis/solver/chain.h"
#include "analysis/support/deadline.h"
#include "analysis/support/process_memory.h"
#include "analysis/support/text.h"

#include <algorithm>
#include <deque>
#include <set>

namespace beagle::pipeline {

using report::Report;
using support::Result;
using Clock = support::Budget::Clock;

namespace {

class DiffRun {
public:
  DiffRun(Env& env, const DiffOptions& options, DiffSubject subject, const OnFunction& onFunction)
      : env_(env), options_(options), subject_(std::move(subject)), onFunction_(onFunction) {}

  Result<Report> run() {
    report_.base = subject_.baseName;
    report_.head = subject_.headName;
    report_.hunks = std::move(subject_.hunks);
    report_.notes = std::move(subject_.notes);
    const auto begin = Clock::now();
    deadline_ = begin + options_.budget;
    for (const DiffEntry& entry : subject_.entries) rows_.push_back({&entry, rowOf(entry), false});
    if (auto done = compareAll(); !done) return std::unexpected(std::move(done.error()));
    if (addMissed())
      if (auto done = compareAll(); !done) return std::unexpected(std::move(done.error()));
    for (Row& row : rows_) report_.functions.push_back(std::move(row.function));
    report_.stats.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    report_.stats.peakMemory = support::peakResidentBytes();
    return std::move(report_);
  }

private:
  struct Row {
    const DiffEntry* entry;
    Report::Function function;
    bool isSettled;
  };

  Report::Function rowOf(const DiffEntry& entry) const {
    const LinkedVersion& shown = entry.head ? subject_.head : subject_.base;
    const ir::FunctionInfo& info = shown.program->functions()[entry.head ? *entry.head : *entry.base];
    Report::Function function;
    function.id = info.isInternal ? fmt::format("{} ({})", info.name, info.unit) : info.name;
    function.name = info.sourceName;
    function.file = std::string(shown.program->file(info.location.file));
    function.line = info.location.line;
    function.reasons = entry.reasons;
    function.proof = "none";
    return function;
  }

  /// Quick answers first: every entry gets a little time, then those that are still open share what is left.
  Result<void> compareAll() {
    env_.progress.begin("comparing", rows_.size());
    for (const bool isLast : {false, true}) {
      std::vector<Row*> open;
      for (Row& row : rows_)
        if (!row.isSettled) open.push_back(&row);
      for (std::size_t i = 0; i < open.size(); ++i) {
        const auto left = std::max(deadline_ - Clock::now(), Clock::duration::zero());
        const auto share = left / static_cast<long>(open.size() - i);
        if (auto done = compare(*open[i], isLast || open.size() == 1 ? share : share / 5, isLast || open.size() == 1); !done) return done;
      }
    }
    env_.progress.finish();
    return {};
  }

  /// Changed functions that none of the comparisons came to, as when only their addresses are handed around.
  bool addMissed() {
    bool isAny = false;
    for (const DiffEntry& entry : subject_.changed) {
      if (entered_.contains(*entry.head)) continue;
      entered_.insert(*entry.head);
      rows_.push_back({&entry, rowOf(entry), false});
      isAny = true;
    }
    // They were not foreseen: there is some time for them in any case.
    if (isAny) deadline_ = std::max(deadline_, Clock::now() + options_.budget / 4);
    return isAny;
  }

  Result<void> compare(Row& row, Clock::duration time, bool isLast) {
    const DiffEntry& entry = *row.entry;
    row.function = rowOf(entry);
    row.isSettled = true;
    if (!entry.base || !entry.head) {
      row.function.verdict = entry.head ? "added" : "removed";
    } else {
      auto settled = explore(row.function, entry, time);
      if (!settled) return std::unexpected(std::move(settled.error()));
      row.isSettled = *settled || isLast || env_.cancel.cancelled();
    }
    if (!row.isSettled) return {};
    env_.progress.step(row.function.name);
    if (onFunction_) onFunction_(row.function);
    return {};
  }

  /// False when more time may settle more.
  Result<bool> explore(Report::Function& function, const DiffEntry& entry, Clock::duration time) {
    logic::TermManager terms;
    input::Leaves leaves(terms);
    // A question to the solver is cut off a moment later than everything else, which then knows that it was the time.
    const support::Deadline deadline(env_.cancel, time + std::chrono::milliseconds(50));
    auto solver = solver::makeSolver(terms, {}, deadline.token());
    if (!solver) return std::unexpected(std::move(solver.error()));
    const compare::Equality equality;
    compare::EntryComparison comparison(terms, **solver, leaves, {*subject_.base.program, *subject_.base.types, *entry.base},
                                        {*subject_.head.program, *subject_.head.types, *entry.head}, equality, options_.compare);
    auto result = comparison.run(support::Budget(deadline.token()).limitTime(time));
    if (!result) {
      function.verdict = "inconclusive";
      function.open.push_back(result.error().str());
      return true;
    }
    for (const auto& [index, covered] : comparison.machine(false).coverage().all()) entered_.insert(index);
    for (const compare::ShownChange& change : result->changes)
      function.changes.push_back(changeOf(comparison, change, leaves, **solver));
    fill(function, *result);
    count(*result, **solver);
    if (options_.replay && !result->changes.empty()) replay(function, entry, comparison, *result, leaves);
    return !result->isCut || !result->changes.empty();
  }

  /// A change that the machine does not show is no finding: engine and machine disagree.
  void replay(Report::Function& function, const DiffEntry& entry, compare::EntryComparison& comparison,
              const compare::EntryResult& result, const input::Leaves& leaves) {
    ConcreteRuns base(comparison.machine(true), comparison.harness(true), leaves, *subject_.base.types, comparison.start(true), *entry.base);
    ConcreteRuns head(comparison.machine(false), comparison.harness(false), leaves, *subject_.head.types, comparison.start(false), *entry.head);
    std::vector<WitnessRuns> witnesses;
    for (std::size_t i = 0; i < result.changes.size(); ++i) {
      const compare::ShownChange& shown = result.changes[i];
      const logic::Assignment& witness = *shown.change.witness;
      witnesses.push_back({&function.changes[i], base.run(*shown.base, witness), head.run(*shown.head, witness)});
    }
    if (!replay_)
      replay_ = std::make_unique<ChangeReplay>(env_, subject_.bench->sandbox, subject_.base, subject_.head,
                                               support::joinPath(subject_.bench->folder.path(), "replay"));
    replay_->confirm(*entry.base, *entry.head, witnesses);
    const auto isRefuted = [](const Report::Change& change) { return change.replayed == false; };
    for (const Report::Change& change : function.changes)
      if (isRefuted(change))
        function.open.push_back(fmt::format("engine and machine disagree, which is a defect of Beagle: {}", change.replayNote));
    if (std::ranges::all_of(function.changes, isRefuted)) function.verdict = "inconclusive";
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
      const PathView view(comparison.machine(isBase), comparison.harness(isBase), leaves, solver);
      const exec::State& state = isBase ? *shown.base : *shown.head;
      const exec::Outcome& outcome = isBase ? shown.baseOutcome : shown.headOutcome;
      (isBase ? change.base : change.head) = view.outcome(outcome, shown.change.differs, *shown.change.witness);
      if (!isBase) change.witness = view.inputs(state, *shown.change.witness, shown.change.condition);
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
  DiffSubject subject_;
  const OnFunction& onFunction_;
  Clock::time_point deadline_;
  std::deque<Row> rows_; // open ones are pointed at
  std::unique_ptr<ChangeReplay> replay_;
  std::set<ir::FunctionIndex> entered_; ///< functions of head that some comparison came to
  Report report_;
};

} // namespace

Result<Report> diffVersions(Env& env, const DiffOptions& options, const OnFunction& onFunction) {
  auto subject = openDiff(env, options);
  if (!subject) return std::unexpected(std::move(subject.error()));
  return DiffRun(env, options, std::move(*subject), onFunction).run();
}

} // namespace beagle::pipeline
