#pragma once

#include "analysis/compare/entry_comparison.h"
#include "analysis/report/report.h"

namespace beagle::pipeline {

// What a comparison found, in the words of the report.

/// Verdict, proof, bounds, assumptions, and what is open and settled. Changes are added one by one.
void reportVerdict(const compare::EntryResult& result, report::Report::Function& function);

[[nodiscard]] report::Report::Change reportedChange(compare::EntryComparison& comparison,
                                                    const compare::ShownChange& shown, const input::Leaves& leaves,
                                                    solver::Solver& solver);

/// Adds paths, states and the solver's work.
void countEffort(const compare::EntryResult& result, const solver::Solver& solver, report::Report::Statistics& stats);

} // namespace beagle::pipeline
