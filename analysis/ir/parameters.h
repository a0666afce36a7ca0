#pragma once

#include "analysis/ir/program.h"

#include <llvm/IR/Function.h>

namespace beagle::ir {

/// Finds out from debug info which source parameter each scalar parameter of `decoded` carries, and at which byte.
/// Requires the parameters of `decoded` in the order of the function's arguments.
void nameSourceParameters(const llvm::Function& function, Function& decoded);

} // namespace beagle::ir
