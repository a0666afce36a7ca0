#pragma once

#include "analysis/ir/program.h"

#include <cstdint>
#include <string>
#include <vector>

namespace beagle::ir {

/// What the machine passes in one place: a scalar or a vector of scalars.
struct PassedValue {
  ScalarType type;
  std::uint32_t lanes = 1; ///< of a vector; it takes so many of the function's parameters or results
  bool isVector = false;
  bool isSigned = false;       ///< a small integer, extended by its sign
  std::uint64_t byvalSize = 0; ///< a copy on the stack of what the pointer leads to
  std::uint32_t byvalAlignment = 1;
  bool isStructResult = false;
};

/// How a function is called: what C has to declare to pass the same things in the same places.
struct CallShape {
  std::vector<PassedValue> arguments; ///< in the order of Function::parameters
  std::vector<PassedValue> results;   ///< in the order of Function::results
  bool isVariadic = false;
  std::string unsupported; ///< names what has no form here; "": nothing
};

/// Requires that the program defines the function.
[[nodiscard]] CallShape callShape(const Program& program, FunctionIndex function);

} // namespace beagle::ir
