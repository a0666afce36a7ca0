#pragma once

#include "analysis/testgen/concrete_input.h"

#include <string>

namespace beagle::testgen {

/// Statements of a C program that bring about what the run finds outside of itself, in a new folder: standard
/// input, files, the environment. "": there is nothing of that.
[[nodiscard]] std::string rootsText(const ConcreteInput& input);

} // namespace beagle::testgen
