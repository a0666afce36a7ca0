#include "analysis/ir/parameters.h"

namespace beagle::ir {

void nameSourceParameters(const llvm::Function&, Function&) {}

} // namespace beagle::ir
