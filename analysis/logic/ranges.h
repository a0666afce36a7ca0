#pragma once

#include "analysis/logic/known_bits.h"
#include "analysis/logic/term_manager.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace beagle::logic {

/// What all values of a term have in common when some terms' values are known to lie in ranges: interval
/// propagation from the leaves up. Everything it says holds for every assignment that meets the assumptions.
class RangeEvaluator {
public:
  explicit RangeEvaluator(TermManager& manager) : m_(manager) {}

  /// Forgets assumptions and results.
  void reset();
  /// The term's values lie in there. Results that were given before stay what they are.
  void assume(Term term, const KnownBits& known);
  /// For a BitVector or Bool of at most 64 bits; of other terms nothing is known.
  [[nodiscard]] KnownBits of(Term term);
  [[nodiscard]] std::optional<bool> truth(Term term);
  /// No assignment meets all assumptions; from then on, results say nothing.
  [[nodiscard]] bool contradiction() const { return contradiction_; }

  [[nodiscard]] std::uint64_t nodesEvaluated() const { return nodesEvaluated_; }

private:
  struct Slot {
    std::uint32_t epoch = 0;
    std::uint32_t place = 0; ///< in known_
    bool done = false;       ///< otherwise: only assumed
  };

  [[nodiscard]] bool isPlain(Term term) const;
  [[nodiscard]] bool done(Term term) const;
  [[nodiscard]] const KnownBits& known(Term term) const { return known_[slots_[term.id()].place]; }
  [[nodiscard]] bool want(Term term);
  [[nodiscard]] bool wantOperands(Term term);
  [[nodiscard]] KnownBits compute(Term term) const;
  [[nodiscard]] KnownBits computeSelect(Term term) const;
  void set(Term term, KnownBits known);

  TermManager& m_;
  std::vector<Slot> slots_; ///< by term id
  std::vector<KnownBits> known_;
  std::vector<Term> stack_;
  std::uint32_t epoch_ = 1;
  bool contradiction_ = false;
  std::uint64_t nodesEvaluated_ = 0;
};

} // namespace beagle::logic
