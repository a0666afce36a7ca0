#pragma once

#include "analysis/compare/relation.h"

#include <set>
#include <string>
#include <vector>

namespace beagle::compare {

/// A version's part in a comparison.
struct Version {
  exec::Machine& machine;
  exec::Harness& harness;
  ir::FunctionIndex entry;
  input::Layouts& layouts; ///< of this one and the other
};

/// Both ended runs over one input, and what a relation says of them.
struct ObservedPair {
  State base, head;
  Outcome baseOutcome, headOutcome;
  std::vector<Part> parts;
  Term differ;             ///< when they differ, but for what they leak
  Term defined;            ///< when they do although base is defined: an input that says more than others
  bool leaksApart = false; ///< one leaks more than the other, whatever the input
};
[[nodiscard]] ObservedPair observeBoth(Version base, const State& baseEnd, Version head, const State& headEnd,
                                       const Relation& relation);

/// What was never written, or is poison.
[[nodiscard]] std::set<std::string> undefinedValues(const Outcome& outcome);

} // namespace beagle::compare
