#pragma once

#include <llvm/IR/InstrTypes.h>

namespace beagle::change {

/// Whether it calls a C library's function that reports a failed assertion and does not come back: its arguments are
/// texts and a line, which are no behaviour. A function of the project's own may have such a name, too.
[[nodiscard]] bool isAssertionFailure(const llvm::CallBase& call);

} // namespace beagle::change
