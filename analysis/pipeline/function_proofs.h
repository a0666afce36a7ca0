#pragma once

#include "analysis/compare/equivalence.h"
#include "analysis/compare/reached.h"
#include "analysis/pipeline/changes.h"
#include "analysis/pipeline/linked_version.h"
#include "analysis/report/report.h"
#include "analysis/solver/solver.h"
#include "analysis/support/deadline.h"

#include <map>
#include <memory>
#include <set>

namespace beagle::pipeline {

/// Whether functions of two versions are equal for all inputs, which shows without exploring any. Proofs share what
/// they found out about functions that are called.
class FunctionProofs {
public:
  using Duration = support::Budget::Clock::duration;
  enum class Proved { Yes, No, NotYet };
  using Inputs = compare::Equivalence::Inputs;

  /// All references outlive it; `most` is the time after which nothing is asked any more. `membersMoved`: those of
  /// records may lie elsewhere in head.
  [[nodiscard]] static support::Result<std::unique_ptr<FunctionProofs>>
  make(const LinkedVersion& base, const LinkedVersion& head, Env& env, Duration most, bool membersMoved);

  /// `Yes` makes the function unchanged in the report, and adds the functions of head that the proof looked at to
  /// `entered`.
  [[nodiscard]] Proved prove(report::Report::Function& function, ir::FunctionIndex base, ir::FunctionIndex head,
                             Inputs inputs, Duration time, std::set<ir::FunctionIndex>& entered);

  /// Whether arithmetic of a function of base may be undefined.
  [[nodiscard]] bool mayBeUndefined(ir::FunctionIndex base) const {
    return compare::mayBeUndefined(*base_.program, base);
  }
  [[nodiscard]] bool isOver() const { return deadline_.token().cancelled(); } ///< nothing is asked any more

private:
  FunctionProofs(const LinkedVersion& base, const LinkedVersion& head, Env& env, Duration most)
      : base_(base), head_(head), env_(env), deadline_(env.cancel, most) {}

  [[nodiscard]] support::Result<void> moveMembers();
  [[nodiscard]] bool isMoved(ir::FunctionIndex head) const; ///< its code, for that

  const LinkedVersion& base_;
  const LinkedVersion& head_;
  std::shared_ptr<const ir::Program>
      moved_; ///< head with the members of records where base's are; null: they are there
  std::set<std::string> movedFunctions_;
  Env& env_;
  logic::TermManager terms_;
  support::Deadline deadline_;
  std::unique_ptr<solver::Solver> solver_;
  std::map<Inputs, compare::Equivalence> equivalences_; ///< made when they are wanted
};

} // namespace beagle::pipeline
