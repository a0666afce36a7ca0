#pragma once

#include "analysis/testgen/outcome.h"

#include <string>

namespace beagle::testgen {

/// An input and what it is expected to do, as "beagle.input/1".
[[nodiscard]] std::string inputJson(const ConcreteInput& input, const ExpectedOutcome& expected);

/// An input, and how the run with it is expected to end.
struct RecordedInput {
  ConcreteInput input;
  ExpectedOutcome expected; ///< but for what is written: neither text nor files
};
/// What `inputJson` wrote. An error of the kind Usage says what is wrong with it.
[[nodiscard]] support::Result<RecordedInput> readInputJson(std::string_view text);

} // namespace beagle::testgen
