#pragma once

#include "analysis/exec/outcome.h"

#include <vector>

namespace beagle::exec {

/// Whether the program allocated the object in this run and has to free it, with whatever function.
[[nodiscard]] bool isAllocation(const State& state, ObjectId id);

/// Where the program allocated the objects that nobody can free any more, now that the entry has returned: no
/// result, no memory of the caller and no call of a function without code leads to them. What somebody looked
/// at as a number may be found again.
[[nodiscard]] std::vector<Site> leakedAllocations(const State& state, const Outcome& outcome);

} // namespace beagle::exec
