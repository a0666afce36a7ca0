#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace beagle::support {

/// "500ms", "90s", "5m" (or "5min"), "1h"; nothing for anything else, and for more than a million of a unit.
[[nodiscard]] std::optional<std::chrono::milliseconds> parseDuration(std::string_view text);

/// The same way round: in the largest unit that leaves no rest.
[[nodiscard]] std::string printDuration(std::chrono::milliseconds duration);

} // namespace beagle::support
