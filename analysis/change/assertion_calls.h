#pragma once

#include <llvm/IR/InstrTypes.h>

namespace beagle::change {

/// Whether it calls a library's function that reports a failed assertion, see ir::reportsAssertion.
[[nodiscard]] bool isAssertionFailure(const llvm::CallBase& call);

} // namespace beagle::change
