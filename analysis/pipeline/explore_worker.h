#pragma once

#include "analysis/pipeline/concrete_run.h"
#include "analysis/pipeline/explore.h"
#include "analysis/pipeline/findings.h"

#include <atomic>
#include <memory>
#include <optional>

namespace beagle::pipeline {

/// What all workers of an exploration have done so far, for whoever watches.
struct Seen {
  std::atomic<std::uint64_t> paths = 0, instructions = 0;
};

/// Explores parts of one entry, with terms, solver and machine of its own: workers share nothing but the program.
class ExploreWorker {
public:
  /// All references outlive it.
  ExploreWorker(Env& env, const ExploreOptions& options, const ir::Program& program, const ir::SourceTypes& types,
                Seen& seen);

  /// `token`: ends questions to the solver.
  [[nodiscard]] support::Result<void> begin(ir::FunctionIndex entry, const support::CancelToken& token);
  /// Everything.
  void whole(const support::Budget& budget);
  void part(const explore::Task& task, const support::Budget& budget);
  /// Unfolds the beginning of the tree, until there are about so many parts.
  [[nodiscard]] std::vector<explore::Task> split(std::size_t parts, const support::Budget& budget);
  [[nodiscard]] Findings take();
  /// What runs took for places in one array. The first who finds that no input has them there stops all.
  [[nodiscard]] const exec::Neighbours& neighbours() const { return harness_.neighbours(); }

private:
  [[nodiscard]] explore::Explorer make(explore::Order order);
  [[nodiscard]] explore::Explorer::OnPath onPath(const support::Budget& budget);
  [[nodiscard]] explore::Explorer::OnProgress onProgress();
  void addRun(const PathView& view, const exec::State& state, const Address& address);

  Env& env_;
  const ExploreOptions& options_;
  const ir::Program& program_;
  const ir::SourceTypes& types_;
  Seen& seen_;
  logic::TermManager terms_;
  input::Leaves leaves_;
  exec::Harness harness_;
  support::CancelToken token_;
  std::optional<exec::Machine> machine_;
  std::unique_ptr<solver::Solver> solver_;
  std::optional<exec::State> start_;
  std::unique_ptr<ConcreteRuns> concrete_;
  Findings findings_;
};

} // namespace beagle::pipeline
