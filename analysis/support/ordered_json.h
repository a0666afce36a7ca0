#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string_view>

namespace beagle::support {

/// Parses JSON whose objects keep the order of their members, in time that grows with the text: a finding may have a
/// hundred thousand of them. A member that comes twice is there twice. What is no JSON, or nested more deeply than
/// that, is a discarded value; `isTooDeep` tells which.
[[nodiscard]] nlohmann::ordered_json parseOrdered(std::string_view text, int deepest, bool* isTooDeep = nullptr);
[[nodiscard]] nlohmann::ordered_json parseOrdered(std::string_view text);

} // namespace beagle::support
