#pragma once

#include "analysis/solver/solver.h"
#include "analysis/support/budget.h"

#include <cstdint>
#include <memory>

namespace beagle::solver {

struct Z3Options {
  /// One solver for many queries, asked first. It may spend `incrementalResources` of a query's limit, at
  /// most half of it; what it does not decide goes to a fresh solver with the rest.
  bool incremental = true;
  std::uint64_t incrementalResources = 200'000;
  /// Of the trees that reads of long arrays become, in one term: one of 256 elements takes as many. What has 16,000
  /// such reads is beyond what Z3 answers, and takes gigabytes before it is asked.
  std::size_t mostChoices = 4'000'000;
};

/// Z3: the bottom of the chain. Each model is checked by evaluation before it is returned. Canonical queries
/// are solved in a context of their own, with the constraints in an order given by their structure.
///
/// An `FpRem` is approximated from above: such a query is unsat, or sat with a model that passed its check,
/// or unknown ("fmod is approximated").
[[nodiscard]] std::unique_ptr<Solver> makeZ3(TermManager& terms, support::CancelToken cancel, Z3Options options = {});

} // namespace beagle::solver
