#pragma once

#include "analysis/ir/program.h"

#include <set>

namespace beagle::compare {

/// The first blocks of loops that count from one number to another and take few turns, whatever the input: as good as
/// written out.
[[nodiscard]] std::set<ir::BlockIndex> shortLoopsOf(const ir::Function& function);

} // namespace beagle::compare
