#pragma once

#include "analysis/change/program.h"

#include <string>
#include <vector>

namespace beagle::change {

/// Both versions of a function whose code differs although nothing in its text says why.
struct FunctionVersions {
  const LoadedUnit &base, &head;
  const ir::FunctionFacts &was, &is;
  const ir::WrittenFunction &wasWritten, &isWritten;
  bool sameText = false; ///< but for blanks and comments
  std::string evaluated; ///< what is said of a function that changed and is evaluated when the unit is compiled
};

/// Why, as one clause: an argument left out, a declaration, flags of the compiler, the name of the file, or what it
/// refers to.
[[nodiscard]] std::string outsideCause(const FunctionVersions& function);

} // namespace beagle::change
