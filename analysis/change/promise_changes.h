#pragma once

#include "analysis/change/describe.h"

#include <string>
#include <vector>

namespace beagle::change {

/// A function in one version: what its unit says, and which of its sources it is.
struct WrittenIn {
  const ir::UnitFacts& unit;
  const ir::WrittenFunction& function;
};

/// Whether two versions of a function rest on the same promises: their own, those of their parameters, and those of
/// what they refer to. Something that has another name now keeps its promises if nothing else took or gave any.
[[nodiscard]] bool samePromises(const WrittenIn& base, const WrittenIn& head);

/// "parameter `a` is `restrict` now (line 3)"
[[nodiscard]] std::vector<ChangeSentence> describePromises(const WrittenIn& base, const WrittenIn& head);

/// What both refer to and declare as another type: "`flag`, which it uses: `int` became `volatile int` (a.c:1)".
/// Empty if there is nothing.
[[nodiscard]] std::string changedDeclarations(const WrittenIn& base, const WrittenIn& head);

} // namespace beagle::change
