#pragma once

#include "analysis/ir/program.h"

#include <span>
#include <vector>

namespace beagle::ir {

/// Makes a decoded body small and fast without changing what it computes: moves that nothing can notice,
/// marks of locals that are written before they are read, and left-over slots and constants go; values that
/// live within one block share slots. `locals` are the slots of promoted locals. Reads, writes and traps
/// stay, stores of locals included.
void tidy(Function& function, std::span<const SlotIndex> locals);

/// The last part of it: gives up instructions marked in `isDead` and numbers the slots anew.
void compact(Function& function, const std::vector<char>& isDead);

} // namespace beagle::ir
