#pragma once

#include "analysis/compare/input_partner.h"
#include "analysis/fuzz/fuzzer.h"
#include "analysis/pipeline/concrete_run.h"
#include "analysis/pipeline/linked_version.h"
#include "analysis/pipeline/workbench.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <future>
#include <mutex>
#include <string>
#include <vector>

namespace beagle::pipeline {

/// Fuzzes both versions of an entry natively while it is explored: on forms that runs of the exploration came from.
class FuzzPartner final : public compare::InputPartner {
public:
  struct Side {
    const LinkedVersion& version;
    ir::FunctionIndex entry;
  };
  /// Where fuzzers of a run are built, whatever entry they are for.
  struct Place {
    std::string folder;
    std::timed_mutex building;
    std::atomic<unsigned> fuzzers = 0; ///< so far
  };
  /// What is under way meanwhile, and until when at most.
  struct Exploring {
    support::CancelToken token;
    support::Budget::Clock::time_point end;
  };
  /// All references outlive it; `baseRuns` are those of the base version. It begins after `delay`, or when nothing else
  /// is left to do: most comparisons need no help. `exploring` is cancelled when it has found something and nobody
  /// takes it: whoever explores is stuck. It is not cancelled any more when that was taken.
  FuzzPartner(Env& env, const Workbench& bench, Side base, Side head, ConcreteRuns baseRuns,
              const input::Leaves& leaves, logic::TermManager& terms, Place& place,
              support::Budget::Clock::duration delay, std::optional<Exploring> exploring);
  ~FuzzPartner() override;
  FuzzPartner(const FuzzPartner&) = delete;
  FuzzPartner& operator=(const FuzzPartner&) = delete;

  // InputPartner
  void offer(const exec::State& ended, const logic::Assignment& input) override;
  [[nodiscard]] std::vector<compare::DifferingInput> take() override;
  void wait(const support::Budget& budget) override;

private:
  /// A form and all other values of the run that it came from.
  struct Offered {
    fuzz::Form form;
    std::map<std::string, std::uint64_t, std::less<>> values;
  };
  void work();
  void found(const fuzz::Found& found);
  [[nodiscard]] bool hasFound() const;
  [[nodiscard]] bool isClosed() const;
  void stopExploring();
  [[nodiscard]] bool sleep(support::Budget::Clock::duration time, bool untilWanted = false);

  Env& env_;
  const Workbench& bench_;
  Side base_, head_;
  ConcreteRuns runs_;
  const input::Leaves& leaves_;
  logic::TermManager& terms_;
  Place& place_;
  const support::Budget::Clock::duration delay_;
  std::optional<Exploring> exploring_;
  support::Budget::Clock::duration offering_{}; ///< how long what was offered was looked at

  mutable std::mutex mutex_; ///< of all that follows
  std::condition_variable changed_;
  std::deque<Offered> offered_; ///< grows only
  std::vector<compare::DifferingInput> found_;
  std::size_t foundCount_ = 0; ///< with those that were taken
  bool isClosed_ = false;      ///< nothing more is offered
  bool hasStopped_ = false;    ///< the exploration
  bool isOver_ = false;        ///< nothing more will come
  std::optional<support::Budget::Clock::time_point> fuzzingSince_;
  support::CancelToken stop_;
  std::future<void> worker_; ///< last: it uses the others
};

} // namespace beagle::pipeline
