#pragma once

#include "analysis/compare/test_inputs.h"

#include <string_view>

namespace beagle::pipeline {

/// Adds what a test source calls functions with, as far as it is written out.
void addTestInputs(std::string_view source, compare::TestInputs& inputs);

} // namespace beagle::pipeline
