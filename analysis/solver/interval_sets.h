#pragma once

#include "analysis/logic/term_manager.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace beagle::solver {

/// Unsigned, with both ends.
struct Interval {
  std::uint64_t first = 0;
  std::uint64_t last = 0;

  bool operator==(const Interval&) const = default;
};
/// A set of numbers: ascending, with a gap between one and the next.
using Intervals = std::vector<Interval>;

[[nodiscard]] Intervals intersection(const Intervals& a, const Intervals& b);

/// The one that is nearest to zero as a signed number of that width. Requires that there is one.
[[nodiscard]] std::uint64_t nearestToZero(const Intervals& set, std::uint32_t width);

/// For which values of its only variable a constraint holds, where these are a few intervals: comparisons of the
/// variable, or of what grows with it, with constants.
class IntervalSets {
public:
  explicit IntervalSets(const logic::TermManager& terms) : terms_(terms) {}
  IntervalSets(const IntervalSets&) = delete;
  IntervalSets& operator=(const IntervalSets&) = delete;

  /// `constraint` has one variable, of at most 64 bits. Null: it holds for something else. Valid as long as this.
  [[nodiscard]] const Intervals* of(logic::Term variable, logic::Term constraint);

private:
  const logic::TermManager& terms_;
  std::deque<std::optional<Intervals>> known_;
  std::vector<std::uint32_t> knownOf_; ///< of a constraint: its place in `known_`, from 1
};

} // namespace beagle::solver
