#pragma once

#include "analysis/logic/term_manager.h"

#include <unordered_map>
#include <vector>

namespace beagle::compare {

using logic::Term;

/// Terms with arithmetic that a solver finds hard (of floats, products, quotients) as functions of which only
/// is known that equal operands give equal results. What has no model then has none.
class LooseTerms {
public:
  /// The manager outlives it.
  explicit LooseTerms(logic::TermManager& terms) : terms_(terms) {}

  [[nodiscard]] Term apply(Term term);
  /// Whether what was applied so far has arithmetic of floats.
  [[nodiscard]] bool hasFloats() const { return hasFloats_; }

private:
  [[nodiscard]] Term loosened(Term like, std::vector<Term> operands);

  logic::TermManager& terms_;
  std::unordered_map<Term, Term> done_;
  bool hasFloats_ = false;
};

} // namespace beagle::compare
