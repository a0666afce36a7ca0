#pragma once

#include "analysis/change/change_set.h"

namespace beagle::change {

/// Classes of which a virtual function is another one now: overridden, or not any more; and those that exceptions and
/// casts see otherwise. That a table has more or fewer places, or others, is in the code of who calls through it.
[[nodiscard]] std::vector<ChangedItem> runTimeTypeChanges(const Program& base, const Program& head,
                                                          const Pairing& pairing);

} // namespace beagle::change
