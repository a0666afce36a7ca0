#pragma once

#include "analysis/ir/program.h"

#include <map>

namespace beagle::compare {

/// Which one of its size a local object is, from 0.
struct LocalPlace {
  std::size_t made = 0; ///< in the order in which they are declared
  std::size_t used = 0; ///< and in which the code uses them first
};

/// By the instruction that makes them. Objects whose sizes are not known have no place. Which of two has the lower
/// address is nothing that a program can rely on.
using LocalOrder = std::map<std::uint32_t, LocalPlace>;
[[nodiscard]] LocalOrder orderOfUse(const ir::Function& function);

} // namespace beagle::compare
