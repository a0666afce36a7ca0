#pragma once

#include "analysis/logic/term_manager.h"

#include <cstdint>
#include <span>
#include <vector>

namespace beagle::logic {

/// Which bits of its variables a term can depend on: `flags & 3` looks at two bits of `flags`, however wide it is.
/// A variable's other bits change nothing, so one value of them stands for all.
class DemandedBits {
public:
  explicit DemandedBits(TermManager& manager) : m_(manager) {}
  DemandedBits(const DemandedBits&) = delete;
  DemandedBits& operator=(const DemandedBits&) = delete;

  /// A mask for each variable of the term, in the order of its support set; all of its bits in a term that is too
  /// large to be looked at, and 64 ones for what has more of them: arrays, functions. Valid until the next call.
  [[nodiscard]] std::span<const std::uint64_t> of(Term term);

private:
  static constexpr std::size_t mostTerms = 2000;

  /// False if there are too many terms.
  [[nodiscard]] bool walk(Term term);
  void visit(Term term, std::uint64_t mask);
  void visitShift(Term term, std::uint64_t mask);
  void demand(Term term, std::uint64_t mask);

  TermManager& m_;
  std::vector<std::uint32_t> knownFrom_; ///< by term id: where its masks begin in known_, plus 1
  std::vector<std::uint64_t> known_;
  std::vector<std::uint32_t> walkOf_; ///< by term id: the last walk that came by
  std::vector<std::uint64_t> masks_;  ///< by term id: of that walk
  std::vector<Term> waiting_;         ///< a heap: a term comes before its operands, which are older
  std::uint32_t walk_ = 0;
};

} // namespace beagle::logic
