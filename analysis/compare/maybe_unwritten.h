#pragma once

#include "analysis/compare/unknown_memory.h"

#include <cstdint>
#include <unordered_set>
#include <vector>

namespace beagle::compare {

/// The variables that stand for values, or for what local objects hold, which on some way were never written. Such a
/// value may be any; but whoever decides by it is undefined where it was not written, whatever comes of the decision.
class MaybeUnwritten {
public:
  MaybeUnwritten(logic::TermManager& terms, const UnknownMemory& memory) : terms_(terms), memory_(memory) {}

  /// Whether that is new.
  bool add(Term variable) { return numbers_.insert(terms_.variableNumber(variable)).second; }
  [[nodiscard]] bool isIn(Term value);
  /// Of what the value is made: such variables, and loads from such memory.
  [[nodiscard]] std::vector<Term> partsOf(Term value);

private:
  [[nodiscard]] Term beginning(Term memory) const;
  void addThoseOfRuns(); ///< that the machine made since the last time

  logic::TermManager& terms_;
  const UnknownMemory& memory_;
  std::unordered_set<std::uint32_t> numbers_;
  std::uint32_t looked_ = 0; ///< at so many variables
};

} // namespace beagle::compare
