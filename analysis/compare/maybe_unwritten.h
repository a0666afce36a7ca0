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
  MaybeUnwritten(logic::TermManager& terms, UnknownMemory& memory) : terms_(terms), memory_(memory) {}

  /// Whether that is new.
  bool add(Term variable) { return numbers_.insert(terms_.variableNumber(variable)).second; }
  /// A variable that stands for what all can see. What others know of a local object may be written there or not.
  void addCommon(Term memory) { common_.insert(memory); }
  [[nodiscard]] bool isIn(Term value);
  /// Of what the value is made: such variables, and loads from such memory, or of local objects from the common one.
  [[nodiscard]] std::vector<Term> partsOf(Term value);

private:
  [[nodiscard]] bool isUnwritten(Term load);
  [[nodiscard]] Term beginning(Term memory) const;
  void addThoseOfRuns(); ///< that were made since the last time

  logic::TermManager& terms_;
  UnknownMemory& memory_;
  std::unordered_set<std::uint32_t> numbers_;
  std::unordered_set<std::uint32_t> locals_; ///< addresses of local objects
  std::unordered_set<Term> common_;
  std::uint32_t looked_ = 0; ///< at so many variables
};

} // namespace beagle::compare
