#pragma once

#include "analysis/testgen/outcome.h"

#include <span>

namespace beagle::testgen {

/// What a native run did, as something that another run is expected to do: addresses become what they lead to, as far
/// as the input has it. `results` are ir::Function::results.
[[nodiscard]] ExpectedOutcome observedOutcome(const ConcreteInput& input, const NativeOutcome& native,
                                              std::span<const ir::ScalarType> results);

} // namespace beagle::testgen
