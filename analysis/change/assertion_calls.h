#pragma once

#include <llvm/ADT/StringRef.h>

namespace beagle::change {

/// Functions that report a failed assertion: their arguments are texts and a line, which are no behaviour.
[[nodiscard]] bool isAssertionFailure(llvm::StringRef name);

} // namespace beagle::change
