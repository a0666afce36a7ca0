#pragma once

#include "analysis/ir/program.h"

#include <vector>

namespace beagle::compare {

/// Which slots never hold anything but a few numbers that the code mentions, or what a comparison says: with those it
/// remembers which way it went. By slot.
[[nodiscard]] std::vector<char> flagsOf(const ir::Function& function);

} // namespace beagle::compare
