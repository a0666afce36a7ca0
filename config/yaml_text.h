#pragma once

#include "analysis/support/error.h"

#include <string>
#include <string_view>

namespace beagle::config {

/// Whether the bytes can be a YAML file at all: no more than so many, UTF-8, and no control characters.
[[nodiscard]] support::Result<void> checkText(std::string_view content, const std::string& file,
                                              std::size_t most);

/// Whether a quoted text that begins at that place, perhaps behind an anchor, is closed by its quote. True
/// for what does not begin with a quote. The content passed `checkText`.
[[nodiscard]] bool endsQuote(std::string_view content, unsigned line, unsigned column);

} // namespace beagle::config
