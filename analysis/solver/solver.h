#pragma once

#include "analysis/logic/evaluate.h"
#include "analysis/logic/term_manager.h"
#include "analysis/support/budget.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace beagle::solver {

using logic::Assignment;
using logic::Term;
using logic::TermManager;

/// What one question may cost. Resource units are Z3's `rlimit`: deterministic, unlike time.
struct Limits {
  std::uint64_t resources = 20'000'000;
};

/// Can all of `path` and `goal` hold at once?
///
/// `path` is known to be satisfiable (a path condition on which the caller stands), in the order in which it
/// grew, so an incremental solver keeps the common prefix of one query and the next. Without that knowledge
/// the caller puts everything into `goal`.
struct Query {
  std::string_view name; ///< why it is asked: "branch", "bounds", "outcome"
  std::span<const Term> path;
  Term goal; ///< none: only the path
  bool wantModel = true;
  bool wantCore = false;
  /// The model must depend on the formula only, not on what was asked before: reports are made of such
  /// models.
  bool canonical = false;
  Limits limits;
};

struct Sat {
  /// Covers the variables of the query, and satisfies it: that was checked by evaluation.
  std::shared_ptr<const Assignment> model;
};
struct Unsat {
  std::vector<Term> core; ///< a subset of path and goal that is unsatisfiable; with `wantCore`
};
struct Unknown {
  std::string reason; ///< "resource limit", "cancelled", "the model does not satisfy the query", ...
};
using Answer = std::variant<Sat, Unsat, Unknown>;

/// Counts of one layer; `name` is its place in the chain ("constants", "recent models", "Z3 incremental").
struct LayerStatistics {
  std::string name;
  std::uint64_t queries = 0;  ///< that reached it
  std::uint64_t answered = 0; ///< that it answered itself
  std::uint64_t sat = 0;
  std::uint64_t unsat = 0;
  std::uint64_t unknown = 0;
  double seconds = 0;          ///< in this layer, without the layers below
  std::uint64_t resources = 0; ///< units spent; of the layers that spend any
};

/// Answers queries over the terms of one manager. Not for use by two threads at once.
class Solver {
public:
  virtual ~Solver() = default;
  [[nodiscard]] virtual Answer check(const Query& query) = 0;
  /// From this layer down.
  virtual void statistics(std::vector<LayerStatistics>& out) const = 0;
  /// Resource units spent so far, from this layer down.
  [[nodiscard]] virtual std::uint64_t resources() const { return 0; }
};

} // namespace beagle::solver
