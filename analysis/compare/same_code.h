#pragma once

#include "analysis/compare/shared_names.h"

#include <set>

namespace beagle::compare {

/// Whether two bodies are the same instruction for instruction, over things of the same names. What they
/// call, by the functions' own names, is added to `called`; `callsUnknown` when one is called by its address.
struct SameCode {
  bool isSame = false;
  bool callsUnknown = false;
  std::set<FunctionPairing> called;
};
[[nodiscard]] SameCode sameCode(SharedNames& names, const ir::Program& base, ir::FunctionIndex old,
                                const ir::Program& head, ir::FunctionIndex now);

} // namespace beagle::compare
