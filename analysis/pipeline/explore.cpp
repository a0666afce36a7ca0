#include "analysis/pipeline/explore.h"

#include "analysis/pipeline/explore_subject.h"
#include "analysis/pipeline/explore_worker.h"
#include "analysis/support/deadline.h"

#include <atomic>
#include <optional>
#include <thread>

namespace beagle::pipeline {

using report::ExploreReport;
using support::Result;

namespace {

/// Bounds on the whole exploration leave out what comes last, so they need one order: that of one job. So does a log,
/// and runs that meet.
unsigned jobsOf(const ExploreOptions& options) {
  const explore::Bounds& bounds = options.bounds;
  const bool isWhole = bounds.paths != 0 || bounds.instructions != 0 || options.queryLog;
  return isWhole || options.merge != explore::Merge::None ? 1 : options.jobs;
}

/// The workers on one entry.
class Crew {
public:
  /// `token`: ends questions to the solver.
  Crew(Env& env, const ExploreOptions& options, const ir::Program& program, const ir::SourceTypes& types,
       ir::FunctionIndex entry, support::CancelToken token)
      : env_(env), options_(options), program_(program), types_(types), entry_(entry), token_(std::move(token)) {}

  Result<Findings> explore(const support::Budget& budget) {
    const unsigned jobs = jobsOf(options_);
    if (auto hired = hire(); !hired) return std::unexpected(std::move(hired.error()));
    if (jobs > 1) {
      if (auto done = together(jobs, budget); !done) return std::unexpected(std::move(done.error()));
    } else {
      workers_.front()->whole(budget);
    }
    Findings all = workers_.front()->take();
    for (std::size_t i = 1; i < workers_.size(); ++i) all.add(workers_[i]->take());
    return all;
  }

  [[nodiscard]] exec::Neighbours neighbours() const {
    exec::Neighbours all;
    for (const auto& worker : workers_) addNeighbours(all, worker->neighbours());
    return all;
  }

private:
  Result<void> hire() {
    workers_.push_back(std::make_unique<ExploreWorker>(env_, options_, program_, types_, seen_));
    return workers_.back()->begin(entry_, token_);
  }

  /// One worker unfolds the beginning of the tree; then each takes the next part until there is none.
  Result<void> together(unsigned jobs, const support::Budget& budget) {
    constexpr std::size_t partsPerJob = 32;
    const std::vector<explore::Task> tasks = workers_.front()->split(partsPerJob * jobs, budget);
    while (workers_.size() < jobs)
      if (auto hired = hire(); !hired) return hired;
    std::atomic<std::size_t> next = 0;
    const auto work = [&](ExploreWorker& worker) {
      for (std::size_t i = next++; i < tasks.size(); i = next++) worker.part(tasks[i], budget);
    };
    std::vector<std::jthread> threads;
    for (std::size_t i = 1; i < workers_.size(); ++i) threads.emplace_back([&, i] { work(*workers_[i]); });
    work(*workers_.front());
    return {};
  }

  Env& env_;
  const ExploreOptions& options_;
  const ir::Program& program_;
  const ir::SourceTypes& types_;
  ir::FunctionIndex entry_;
  support::CancelToken token_;
  Seen seen_;
  std::vector<std::unique_ptr<ExploreWorker>> workers_;
};

/// Again with what runs took for pointers into one array, as long as they find more of those.
Result<Findings> exploreAsUsed(Env& env, const ExploreOptions& options, const ExploreSubject& subject) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds grace{500}; // for a question that is nearly answered
  constexpr std::chrono::hours noLimit{24 * 365};
  ExploreOptions within = options;
  const auto end = Clock::now() + (options.budget ? Clock::duration(*options.budget) : noLimit);
  while (true) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now());
    const support::Deadline deadline(env.cancel, left + grace);
    support::Budget budget(deadline.token());
    budget.limitTime(left);
    Crew crew(env, within, *subject.version.program, *subject.version.types, subject.entry, deadline.token());
    auto findings = crew.explore(budget);
    exec::Neighbours neighbours = crew.neighbours();
    if (!findings || neighbours.size() == within.harness.neighbours.size() || env.cancel.cancelled() ||
        Clock::now() >= end)
      return findings;
    within.harness.neighbours = std::move(neighbours);
  }
}

} // namespace

Result<ExploreReport> exploreEntry(Env& env, const ExploreOptions& options) {
  const auto subject = openExplore(env, options);
  if (!subject) return std::unexpected(subject.error());
  const ir::Program& program = *subject->version.program;
  const std::string& name = program.functions()[subject->entry].sourceName;
  env.progress.begin(fmt::format("exploring {}", name), 0);
  const auto begin = std::chrono::steady_clock::now();
  auto findings = exploreAsUsed(env, options, *subject);
  if (!findings) return std::unexpected(std::move(findings.error()));
  auto runs = findings->takeRuns();
  ExploreReport report = findings->takeReport(program);
  report.entry = name;
  report.assumptions.insert(report.assumptions.end(), subject->notes.begin(), subject->notes.end());
  report.order = std::string(explore::nameOf(options.order));
  report.merge = std::string(explore::nameOf(options.merge));
  report.seed = options.seed;
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (!options.replay && options.inputs.empty()) return report;
  auto done = replayPaths(env, {.sandbox = options.project.sandbox, .inputs = options.inputs, .replay = options.replay},
                          program, subject->version.units, subject->entry, std::move(runs));
  if (!done) return std::unexpected(std::move(done.error()));
  report.replay = std::move(*done);
  return report;
}

} // namespace beagle::pipeline
