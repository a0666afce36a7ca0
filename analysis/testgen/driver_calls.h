#pragma once

#include "analysis/testgen/concrete_input.h"

#include <functional>
#include <string>
#include <string_view>

namespace beagle::testgen {

/// The C name under which a driver defines the function without code that the linker knows by the symbol; "": the
/// input says nothing of its calls.
[[nodiscard]] std::string outsideName(const ConcreteInput& input, std::string_view symbol);

/// C definitions of the functions without code that do what the input says of their calls, one after the other; what
/// it says nothing of ends the program. `address` writes a target as C. `problem` names what C cannot say.
[[nodiscard]] std::string outsideDefinitions(const ConcreteInput& input,
                                             const std::function<std::string(const Target&)>& address,
                                             std::string& problem);

} // namespace beagle::testgen
