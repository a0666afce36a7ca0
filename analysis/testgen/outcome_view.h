#pragma once

#include "analysis/testgen/outcome.h"
#include "analysis/testgen/test_memory.h"

#include <string>
#include <utility>
#include <vector>

namespace beagle::testgen {

/// What a native run did, by names that a test would use, and values as the source writes them: "ending",
/// "return", "order.used", "output". Addresses are only null or not.
[[nodiscard]] std::vector<std::pair<std::string, std::string>>
shownOutcome(const TestMemory& memory, const ConcreteInput& input, const NativeOutcome& outcome);

} // namespace beagle::testgen
