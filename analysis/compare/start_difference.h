#pragma once

#include "analysis/ir/program.h"

#include <set>
#include <string>

namespace beagle::compare {

/// How the code that runs before and after `main` differs in two versions.
struct StartDifference {
  bool isSame = true; ///< the same code, in the same order
  /// Globals that may begin with other values: all that code before `main` which differs refers to, or what it calls.
  std::set<std::string> apart;
};
[[nodiscard]] StartDifference startDifference(const ir::Program& base, const ir::Program& head);

} // namespace beagle::compare
