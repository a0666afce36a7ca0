#pragma once

#include "analysis/logic/demanded_bits.h"
#include "analysis/logic/lanes.h"
#include "analysis/logic/ranges.h"
#include "analysis/solver/interval_sets.h"
#include "analysis/solver/solver.h"

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace beagle::solver {

/// The values that a variable can still have in those of its bits that matter; its other bits are zero. One bit for
/// each place: the bits that matter, put together to a number.
struct ValueSet {
  std::uint64_t demanded = 0; ///< the bits that matter
  std::vector<std::uint64_t> words;
  std::uint32_t count = 0;
  logic::KnownBits known;            ///< of all values
  std::vector<std::uint16_t> places; ///< ascending, once they were listed

  /// Of the i-th place.
  [[nodiscard]] std::uint64_t value(std::size_t i) const { return valueAt(places[i]); }
  /// Spreads the bits of a place over the bits that matter.
  [[nodiscard]] std::uint64_t valueAt(std::uint64_t place) const;
};

/// Exact sets of values under constraints that are about one small variable alone: one of which few bits matter, or
/// that has small values only. Sets are remembered: by constraint for variables of at most 8 bits, by the way a set
/// shrank for wider ones.
class ValueSets {
public:
  static constexpr int maxBits = 16;
  static constexpr int maxBitsOfWide = 12; ///< of a variable of more than `maxBits`
  using Bytes = std::array<std::uint64_t, 4>;

  explicit ValueSets(TermManager& terms) : terms_(terms), lanes_(terms), bits_(terms), intervals_(terms) {}
  ValueSets(const ValueSets&) = delete;
  ValueSets& operator=(const ValueSets&) = delete;

  /// Whether the variable of that number (of support sets) is a Bool or a BitVector of at most `width` bits.
  [[nodiscard]] bool isNarrow(std::uint32_t variable, std::uint32_t width) const;
  /// The values of the variable, of at most 8 bits, on which the constraint holds; it has no other variable.
  /// Nothing when it cannot be evaluated.
  [[nodiscard]] const Bytes* bytesOf(std::uint32_t variable, Term constraint);
  /// The values on which all of the constraints hold, which look at the demanded bits only, or rule out that others are
  /// ones: at most `maxBits`, and all of a variable of at most 8 bits. Valid until `tidy`.
  [[nodiscard]] ValueSet& setOf(std::uint32_t variable, std::uint64_t demanded, std::span<const Term> constraints);
  /// Lists the places of the set.
  void list(ValueSet& set);
  /// Forgets sets when there are too many of them.
  void tidy();

  [[nodiscard]] bool knows(Term term) { return lanes_.knows(term); }
  /// For each variable of the constraint the bits that it looks at.
  [[nodiscard]] std::span<const std::uint64_t> demandedOf(Term constraint) { return bits_.of(constraint); }
  [[nodiscard]] logic::LaneEvaluator& lanes() { return lanes_; }
  [[nodiscard]] IntervalSets& intervals() { return intervals_; }

private:
  [[nodiscard]] std::uint32_t full(std::uint32_t variable, std::uint64_t demanded);
  [[nodiscard]] std::uint32_t shrunk(std::uint32_t set, std::uint32_t variable, Term constraint);
  [[nodiscard]] std::uint32_t keep(ValueSet set, std::uint32_t width);

  TermManager& terms_;
  logic::LaneEvaluator lanes_;
  logic::DemandedBits bits_;
  IntervalSets intervals_;
  std::vector<std::uint32_t> bytesOf_; ///< by term id: index in bytes_ plus 1
  std::deque<Bytes> bytes_;
  std::deque<ValueSet> sets_;
  /// By width and the bits that matter: index in sets_.
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::uint32_t> full_;
  std::unordered_map<std::uint64_t, std::uint32_t> shrunk_; ///< of a set and a constraint
  std::size_t words_ = 0;                                   ///< in all of sets_
  std::deque<ValueSet> small_;                              ///< made since the last `tidy`
};

/// A conjunction as value sets of its small variables, and what is left: constraints that are about several
/// variables, or about large ones, or take long for each of many values.
class SmallView {
public:
  struct Variable {
    std::uint32_t number = 0; ///< as support sets have it
    Term term;
    std::uint64_t demanded = 0;      ///< the bits that matter, or that may be ones
    std::optional<Intervals> within; ///< of a wide one, where `alone` says so
    std::vector<Term> alone;         ///< constraints about it and nothing else
    ValueSet* set = nullptr;         ///< of small ones; until something is read with the same sets again
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
  void findDemanded(std::span<const Term> constraints);
  void findIntervals(std::span<const Term> constraints);
  [[nodiscard]] bool isSmall(const Variable& variable) const;

  TermManager& terms_;
  ValueSets& sets_;
  std::vector<Variable> variables_;
  std::vector<std::uint32_t> placeOf_; ///< in variables_, by number; that of another one if it is not there
  std::vector<Term> joint_;
};

/// What the constraint says about the ranges of the terms that it compares, told to `ranges`.
void assumeComparison(TermManager& terms, logic::RangeEvaluator& ranges, Term constraint);

} // namespace beagle::solver
