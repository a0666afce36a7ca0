#pragma once

#include "config/configuration.h"

#include <string>
#include <string_view>

namespace beagle::config {

/// What applies to a path and where each value was written, for a terminal. An empty path, or ".": the
/// project's root.
[[nodiscard]] std::string explainText(const Configuration& configuration, std::string_view path);

/// The same in JSON, `"schema": "beagle.settings/1"`; `"from"` is missing where a default holds.
[[nodiscard]] std::string explainJson(const Configuration& configuration, std::string_view path);

} // namespace beagle::config
