#pragma once

#include "analysis/compare/equivalence.h"
#include "analysis/pipeline/changes.h"
#include "analysis/pipeline/linked_version.h"
#include "analysis/report/report.h"
#include "analysis/solver/solver.h"
#include "analysis/support/deadline.h"

#include <memory>
#include <set>

namespace beagle::pipeline {

/// Whether functions of two versions are equal for all inputs, which shows without exploring any. Proofs share what
/// they found out about functions that are called.
class FunctionProofs {
public:
  using Duration = support::Budget::Clock::duration;
  enum class Proved { Yes, No, NotYet };

  /// All references outlive it; `most` is the time after which nothing is asked any more.
  [[nodiscard]] static support::Result<std::unique_ptr<FunctionProofs>>
  make(const LinkedVersion& base, const LinkedVersion& head, Env& env, Duration most);

  /// `Yes` makes the function unchanged in the report, and adds the functions of head that the proof looked at to
  /// `entered`.
  [[nodiscard]] Proved prove(report::Report::Function& function, ir::FunctionIndex base, ir::FunctionIndex head,
                             Duration time, std::set<ir::FunctionIndex>& entered);

  [[nodiscard]] bool isOver() const { return deadline_.token().cancelled(); } ///< nothing is asked any more

private:
  FunctionProofs(Env& env, Duration most) : env_(env), deadline_(env.cancel, most) {}

  Env& env_;
  logic::TermManager terms_;
  support::Deadline deadline_;
  std::unique_ptr<solver::Solver> solver_;
  std::optional<compare::Equivalence> equivalence_;
};

} // namespace beagle::pipeline
