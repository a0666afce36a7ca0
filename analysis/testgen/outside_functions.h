#pragma once

#include "analysis/ir/source_types.h"
#include "analysis/testgen/concrete_input.h"
#include "analysis/testgen/source_text.h"

#include <optional>
#include <string>

namespace beagle::testgen {

/// Definitions, with the types of the source, of the functions without code that an input says something of:
/// each returns what it returned then, call by call. Nothing when some of them do more than return a number;
/// driver_calls.h has something for those in C.
[[nodiscard]] std::optional<std::string> outsideFunctions(const ir::Program& program, const ir::SourceTypes& types,
                                                          const ConcreteInput& input, Language language);

} // namespace beagle::testgen
