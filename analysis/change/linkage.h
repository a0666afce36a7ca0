#pragma once

#include "analysis/change/change_set.h"

namespace beagle::change {

/// Functions and variables that are something else to the linker now: static, weak, hidden, in another section, under
/// another name. Their code may well be the same.
[[nodiscard]] std::vector<ChangedItem> linkageChanges(const Program& base, const Program& head, const Pairing& pairing);

} // namespace beagle::change
