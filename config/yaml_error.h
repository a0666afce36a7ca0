#pragma once

#include "analysis/support/error.h"

#include <string>
#include <string_view>

namespace beagle::config {

/// What the YAML parser stopped at, in words for people. `message` is the parser's; the position is its own,
/// too, with 0 for a line that it does not know, and may be moved to where the cause is.
[[nodiscard]] support::Error yamlError(const std::string& message, support::SourcePosition position,
                                       std::string_view content);

} // namespace beagle::config
