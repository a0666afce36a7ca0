#pragma once

#include "analysis/testgen/native_interface.h"

#include <string>

namespace beagle::testgen {

/// Names what C cannot declare; "" when it can call such a function.
[[nodiscard]] std::string unsupportedInC(const ir::CallShape& shape);

/// The C type that is passed in the same place as the value; of a vector or a copy on the stack, a name that
/// `declarations` declares.
[[nodiscard]] std::string cType(const ir::PassedValue& value, std::size_t number);

/// Types and prototypes: `entry` for the function, `global0`, `global1`, ... for the globals in `numbers`.
[[nodiscard]] std::string declarations(const NativeInterface& interface, const std::vector<std::size_t>& globals);

/// The call of `entry` with `argument0`, `argument1`, ..., into `result` when there is one.
[[nodiscard]] std::string callText(const ir::CallShape& shape);
/// C expressions of the results after that, one per scalar: "result", "result.part1[0]".
[[nodiscard]] std::vector<std::string> resultTexts(const ir::CallShape& shape);
/// C types that stand for one lane or scalar of the value.
[[nodiscard]] std::string laneType(const ir::PassedValue& value);

} // namespace beagle::testgen
