#pragma once

#include <vector>

namespace llvm {
class BasicBlock;
class Function;
} // namespace llvm

namespace beagle::change {

/// The blocks that can be reached, depth first from the entry; of a conditional branch, the side of the
/// un-negated condition first; of a switch, the default and then the cases by value. The order in which they
/// were written does not show.
[[nodiscard]] std::vector<llvm::BasicBlock*> canonicalOrder(llvm::Function& function);

} // namespace beagle::change
