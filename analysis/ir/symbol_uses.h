#pragma once

#include "analysis/ir/program.h"

#include <vector>

namespace beagle::ir {

/// What the code of a program does with its functions and globals, besides calling and reading them. The runtime
/// units' own code does not count.
struct SymbolUses {
  std::vector<bool> isAddressTaken; ///< by function: it may be called through a pointer
  std::vector<bool> isWritten;      ///< by global: something stores there, or hands its address on to who may
  std::vector<bool> isWrittenLater; ///< by code other than what the compiler has run before `main`
  std::vector<bool> isChangedLater; ///< and not only by members that lead to a container's elements
};

} // namespace beagle::ir
