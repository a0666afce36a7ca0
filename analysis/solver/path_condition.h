#pragma once

#include "analysis/solver/persistent_vector.h"
#include "analysis/solver/solver.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace beagle::solver {

/// A satisfiable conjunction that only grows, partitioned into parts that share no variable, with one model
/// of all of it. Cheap to copy (parts are shared), cheap to extend: `add` merges the parts that the new
/// constraint touches; a question about a goal needs only the parts that the goal touches.
///
/// A constraint that is itself a conjunction counts as its conjuncts; `true` and what is there already are
/// left out. Neither a path condition nor its copies are for use by two threads at once.
class PathCondition {
public:
  /// `terms` outlives it.
  explicit PathCondition(TermManager& terms);

  /// Adds what is known to be satisfiable together with the rest. The model stays; where it does not satisfy
  /// the constraint, `modelKnown` says so until a model is given.
  void add(Term constraint);
  /// The same, with a model of the parts that `constraint` touches and of it: what `Sat` answers carry.
  void add(Term constraint, const Assignment& model);

  /// Whether the constraint is one of them, or each of its conjuncts is.
  [[nodiscard]] bool contains(Term constraint) const;
  /// All constraints, in the order in which they were added.
  [[nodiscard]] std::vector<Term> all() const;
  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] std::uint64_t hash() const; ///< of the set of constraints, by structure

  /// The constraints of the parts that share a variable with `goal`, oldest first, without those that newer ones imply.
  [[nodiscard]] std::span<const Term> relevantTo(Term goal, std::vector<Term>& scratch) const;

  /// Satisfies all constraints (variables that it does not mention are zero), if `modelKnown`.
  [[nodiscard]] const Assignment& model() const;
  [[nodiscard]] bool modelKnown() const;
  /// Grows whenever the model changes, never repeats within a manager's life: keys of memoised evaluation.
  [[nodiscard]] std::uint64_t modelVersion() const;

  /// One model that depends on the constraints only, part by part, remembered on the parts. Unknown when a
  /// part cannot be solved within the limits.
  [[nodiscard]] Answer canonicalModel(Solver& solver, const Limits& limits) const;

private:
  /// Constraints that hang together by variables: the newest one, and the parts that it joined.
  struct Part;
  /// Equal parts of copies are one part, and one canonical model.
  class PartTable;
  struct Link;
  /// Where a part stands. Slots of parts that were merged lead to the one that took them in.
  struct Slot {
    std::shared_ptr<const Part> part;
    std::uint32_t next = 0;
  };

  void extend(Term constraint, const Assignment* model);
  void addOne(Term constraint, const Assignment* model);
  void adopt(const Part& part, const Assignment& model);
  void note(Term constraint);
  [[nodiscard]] std::vector<std::shared_ptr<const Part>> without(const std::shared_ptr<const Part>& part, Term newer,
                                                                 int depth) const;
  [[nodiscard]] std::uint32_t root(std::uint32_t slot) const;
  [[nodiscard]] std::vector<std::uint32_t> touched(Term term) const;

  TermManager* terms_;
  std::shared_ptr<PartTable> table_;
  std::shared_ptr<const Link> newest_;
  PersistentVector<std::uint32_t> slotOf_; ///< of a variable; 0: in no constraint
  PersistentVector<Slot> slots_;           ///< from 1
  std::uint32_t slotCount_ = 0;
  PersistentVector<std::uint64_t> present_; ///< a bit for each constraint, by term id
  std::uint64_t hash_ = 0;
  std::shared_ptr<Assignment> model_;
  bool modelKnown_ = true;
  std::uint64_t version_;
  mutable std::shared_ptr<const Assignment> canonical_;
};

} // namespace beagle::solver
