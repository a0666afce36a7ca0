#pragma once

#include "analysis/ir/program.h"

#include <set>
#include <string>

namespace beagle::compare {

/// What the code that runs before `main` has to do with two versions.
struct StartDifference {
  bool isSame = true; ///< the same code, in the same order
  /// Else globals that may begin with other values: all that the code which differs refers to, or what it calls.
  std::set<std::string> apart;
};
[[nodiscard]] StartDifference startDifference(const ir::Program& base, const ir::Program& head);

} // namespace beagle::compare
