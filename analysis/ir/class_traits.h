#pragma once

#include "analysis/ir/source_types.h"

#include <map>
#include <string>

namespace beagle::ir {

/// What C++ code has to know of a class before it makes one or looks into it; of C, nothing is said.
struct ClassTraits {
  bool hasConstructor = false;   ///< a constructor or destructor is declared
  bool hasHiddenMembers = false; ///< private or protected ones
};

/// By SourceType::identifier.
[[nodiscard]] std::map<std::string, ClassTraits> classTraits(const Program& program);

} // namespace beagle::ir
