#pragma once

#include "analysis/logic/term_manager.h"

#include <unordered_map>
#include <vector>

namespace beagle::logic {

/// Replaces terms by others, all at the same time: what stands in for one is not looked into again. Remembers
/// what it did, so one substitution over many terms costs each shared part once. Depth costs no machine
/// stack.
class Substitution {
public:
  explicit Substitution(TermManager& manager) : m_(manager) {}

  /// `from` (a variable, or any term) becomes `to` of the same sort. Before the first `apply`.
  void replace(Term from, Term to) { done_[from] = to; }
  [[nodiscard]] Term apply(Term term);

private:
  TermManager& m_;
  std::unordered_map<Term, Term> done_;
  std::vector<Term> waiting_;
};

} // namespace beagle::logic
