#pragma once

#include "analysis/change/canonical.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Use.h>

namespace beagle::change {

/// Operands of a function's calls and stores that are surely line numbers.
///
/// Those are constants of the value of a `__LINE__` that stand where it is written and go to the function
/// that it goes to, or, where there is none such, all of that value; of several arguments of one call, the
/// one in its place. If they are more than are written, it is not known which of them are meant, and none is
/// taken.
[[nodiscard]] llvm::DenseSet<const llvm::Use*> lineConstants(const llvm::Function& function,
                                                             const LineLiterals& literals);

} // namespace beagle::change
