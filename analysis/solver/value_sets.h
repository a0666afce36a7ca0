#pragma once

#include "analysis/logic/lanes.h"
#include "analysis/logic/ranges.h"
#include "analysis/solver/solver.h"

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace beagle::solver {

/// The values that a variable of at most 16 bits can still have, one bit each.
struct ValueSet {
  std::vector<std::uint64_t> words;
  std::uint32_t count = 0;
  logic::KnownBits known; ///< of all of them

  [[nodiscard]] const std::vector<std::uint16_t>& values() const; ///< ascending; listed when first asked for

private:
  mutable std::vector<std::uint16_t> listed_;
};

/// Exact sets of values under constraints that are about one small variable alone. Sets are remembered: by
/// constraint for variables of at most 8 bits, by the way a set shrank for wider ones.
class ValueSets {
public:
  static constexpr std::uint32_t maxWidth = 16;
  using Mask = std::array<std::uint64_t, 4>;

  explicit ValueSets(TermManager& terms) : terms_(terms), lanes_(terms) {}
  ValueSets(const ValueSets&) = delete;
  ValueSets& operator=(const ValueSets&) = delete;

  /// Whether the variable of that number (of support sets) is a Bool or a BitVector of at most `maxWidth`
  /// bits.
  [[nodiscard]] bool isSmall(std::uint32_t variable, std::uint32_t width = maxWidth) const;
  /// The values of the variable, of at most 8 bits, on which the constraint holds; it has no other variable.
  /// Nothing when it cannot be evaluated.
  [[nodiscard]] const Mask* maskOf(std::uint32_t variable, Term constraint);
  /// The values on which all of the constraints hold. Valid until `tidy`.
  [[nodiscard]] const ValueSet& setOf(std::uint32_t variable, std::span<const Term> constraints);
  /// Forgets sets when there are too many of them.
  void tidy();

  [[nodiscard]] bool knows(Term term) { return lanes_.knows(term); }
  [[nodiscard]] logic::LaneEvaluator& lanes() { return lanes_; }

private:
  [[nodiscard]] std::uint32_t full(std::uint32_t width);
  [[nodiscard]] std::uint32_t shrunk(std::uint32_t set, std::uint32_t variable, Term constraint);
  [[nodiscard]] std::uint32_t keep(ValueSet set, std::uint32_t width);

  TermManager& terms_;
  logic::LaneEvaluator lanes_;
  std::vector<std::uint32_t> maskOf_; ///< by term id: index in masks_ plus 1
  std::deque<Mask> masks_;
  std::deque<ValueSet> sets_;
  std::array<std::uint32_t, maxWidth + 1> full_{};          ///< by width: index in sets_ plus 1
  std::unordered_map<std::uint64_t, std::uint32_t> shrunk_; ///< of a set and a constraint
  std::size_t words_ = 0;                                   ///< in all of sets_
  std::deque<ValueSet> small_;                              ///< made since the last `tidy`
};

/// A conjunction as value sets of its small variables, and what is left: constraints that are about several
/// variables, or about large ones.
class SmallView {
public:
  struct Variable {
    std::uint32_t number = 0; ///< as support sets have it
    Term term;
    std::vector<Term> alone;       ///< constraints about it and nothing else
    const ValueSet* set = nullptr; ///< of small ones; until the next `read`
    logic::KnownBits known;
  };

  SmallView(TermManager& terms, ValueSets& sets) : terms_(terms), sets_(sets) {}

  /// False when there is a constraint that cannot be looked at in this way.
  [[nodiscard]] bool read(std::span<const Term> constraints);
  /// A variable that has no value left.
  [[nodiscard]] const Variable* impossible() const;
  [[nodiscard]] std::span<const Variable> variables() const { return variables_; }
  [[nodiscard]] std::span<const Term> joint() const { return joint_; }
  [[nodiscard]] bool allSmall() const;

private:
  [[nodiscard]] Variable& variable(std::uint32_t number);

  TermManager& terms_;
  ValueSets& sets_;
  std::vector<Variable> variables_;
  std::vector<Term> joint_;
};

/// What the constraint says about the ranges of the terms that it compares, told to `ranges`.
void assumeComparison(TermManager& terms, logic::RangeEvaluator& ranges, Term constraint);

} // namespace beagle::solver
