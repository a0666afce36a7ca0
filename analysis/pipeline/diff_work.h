#pragma once

#include "analysis/compare/differing_blocks.h"
#include "analysis/pipeline/change_reach.h"
#include "analysis/pipeline/change_replay.h"
#include "analysis/pipeline/diff_subject.h"
#include "analysis/pipeline/fuzz_partner.h"
#include "analysis/pipeline/line_uses.h"
#include "analysis/pipeline/regression_tests.h"

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>

namespace beagle::pipeline {

/// What the comparisons of one run go by, and what they find out together. Several are under way at once: what they add
/// to is behind locks.
class DiffWork {
public:
  using Clock = support::Budget::Clock;

  /// All references outlive it; `asked` was before anything was built. In the folder of that name below the workbench's
  /// lies what both versions are run with.
  DiffWork(Env& surroundings, const DiffOptions& wanted, const DiffSubject& versions, Clock::time_point asked,
           std::string folder = "replay")
      : env(surroundings), options(wanted), subject(versions), asked_(asked), folder_(std::move(folder)),
        fuzzing_{versions.bench ? support::joinPath(versions.bench->folder.path(), "fuzz-" + folder_) : ""} {}

  Env& env;
  const DiffOptions& options;
  const DiffSubject& subject;
  /// The options with the project's settings; two bitcode files have none.
  [[nodiscard]] const ChangesOptions& project() const { return subject.run ? subject.run->options() : options.changes; }
  [[nodiscard]] const LinkedVersion& version(bool isBase) const { return isBase ? subject.base : subject.head; }

  /// `patience`: as long as nothing new shows, it ends after that; nothing: no end but the deadline.
  void setTime(Clock::time_point deadline, std::optional<Clock::duration> patience);
  void extendTo(Clock::time_point deadline);
  /// Of the time that has passed, so much was for something else.
  void postpone(Clock::duration time);
  [[nodiscard]] Clock::time_point deadline() const;
  [[nodiscard]] Clock::duration timeLeft() const;
  /// Even what every function gets in any case is not begun any more.
  [[nodiscard]] bool isOverdue() const;
  [[nodiscard]] bool hasPatience() const { return patience_.has_value(); }
  /// A function was settled, or a difference was found.
  void noteNews();

  /// Where the change is, in lines and in blocks.
  [[nodiscard]] const ChangeReach& reach() const { return reach_; }
  [[nodiscard]] compare::DifferingBlocks& differing();

  /// What the tests that the settings name call functions with; none: they name no tests.
  [[nodiscard]] const compare::TestInputs* testInputs(const config::Settings& settings);

  /// What inputs of the entries may well be made of: a difference was seen with it in something that they call.
  [[nodiscard]] const compare::CodeConstants& likely() const { return likely_; }
  void setLikely(compare::CodeConstants constants) { likely_ = std::move(constants); }

  /// What the entry's callers pass, where these are all that there are; empty: anything.
  [[nodiscard]] const std::vector<std::optional<ir::PassedValues>>& passed(const DiffEntry& entry);

  /// Functions of head that some comparison came to.
  void noteEntered(const std::set<ir::FunctionIndex>& functions);
  [[nodiscard]] bool isEntered(ir::FunctionIndex function) const;

  /// What became of changed lines.
  void noteRuns(const exec::Machine& machine, bool isBase);
  void noteProof(ir::FunctionIndex function, bool isBase);
  void noteUnrun(ir::FunctionIndex function, bool isBase);
  void addUses(report::Report::Hunk& hunk) const;

  /// What speaks against an equality within bounds: that nothing of the change ran, or that every run broke off.
  struct Doubt {
    std::string open;                ///< "": it stands
    std::vector<std::string> missed; ///< places of the change that did not run
  };
  void noteDoubt(const std::string& function, Doubt doubt);
  /// Other runs, which showed no difference either, have this one: what is left is in both.
  void easeDoubt(const std::string& function, Doubt other);
  [[nodiscard]] std::optional<Doubt> doubtOf(const std::string& function) const;

  void noteEffort(const compare::EntryResult& result, const solver::Solver& solver);
  void noteSeen(const report::Report::Change& change);
  [[nodiscard]] bool isFirstSeen() const; ///< both versions ran, and showed a difference
  [[nodiscard]] report::Report::Statistics statistics() const;

  /// Whoever runs both versions has them alone, and the tests that are made of that; none: nobody wants any.
  template <class F> void replaying(F&& run) {
    const std::scoped_lock lock(replaying_);
    run(changeReplay(), regressionTests());
  }
  /// For native runs of an entry with many texts.
  [[nodiscard]] std::string textFolder(const DiffEntry& entry) const;
  /// Where versions are built to be fuzzed: one at a time.
  [[nodiscard]] FuzzPartner::Place& fuzzing() { return fuzzing_; }
  [[nodiscard]] support::Result<void> writeTests(report::Report::Function& function);

private:
  [[nodiscard]] ChangeReplay& changeReplay();
  [[nodiscard]] RegressionTests* regressionTests();

  const Clock::time_point asked_;
  const std::string folder_;
  FuzzPartner::Place fuzzing_;
  compare::CodeConstants likely_;
  Clock::time_point deadline_;
  std::optional<Clock::duration> patience_;
  Clock::duration grace_{}; ///< beyond the deadline
  Clock::time_point lastNews_ = Clock::now();
  const ChangeReach reach_{subject.hunks};
  mutable std::mutex mutex_; ///< of all that follows
  std::unique_ptr<compare::DifferingBlocks> differing_;
  std::map<const DiffEntry*, std::vector<std::optional<ir::PassedValues>>> passed_;
  std::map<std::string, compare::TestInputs> tests_; ///< by where the settings name them
  std::set<ir::FunctionIndex> entered_;
  std::map<std::string, Doubt> doubts_, eased_;
  LineUses usesInBase_, usesInHead_;
  report::Report::Statistics stats_;
  std::mutex replaying_;
  std::unique_ptr<ChangeReplay> replay_;
  std::unique_ptr<RegressionTests> regressionTests_;
};

} // namespace beagle::pipeline
