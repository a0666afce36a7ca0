#pragma once

#include "analysis/testgen/outcome.h"

#include <string>

namespace beagle::testgen {

/// An input and what it is expected to do, as "beagle.input/1".
[[nodiscard]] std::string inputJson(const ConcreteInput& input, const ExpectedOutcome& expected);

} // namespace beagle::testgen
