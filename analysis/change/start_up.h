#pragma once

#include "analysis/change/change_set.h"

namespace beagle::change {

/// Units that have something else run before or after `main`, or in another order: constructors, functions that ask for
/// it, variables whose value is computed then. `symbols` of such an item are the functions of head that run.
[[nodiscard]] std::vector<ChangedItem> startUpChanges(const Program& base, const Program& head,
                                                      const std::vector<UnitPair>& units, const Pairing& pairing);

} // namespace beagle::change
