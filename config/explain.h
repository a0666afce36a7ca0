#pragma once

#include "config/configuration.h"

#include <string>

namespace beagle::config {

/// A path whose settings somebody wants to see.
struct Explained {
  std::string path;      ///< relative to the project's root; "." for the root
  bool isFolder = false; ///< nothing is said of whether it is looked at: its files may differ in that
};

/// What applies to a path and where each value was written, for a terminal.
[[nodiscard]] std::string explainText(const Configuration& configuration, const Explained& what);

/// The same in JSON, `"schema": "beagle.settings/1"`; `"from"` is missing where a default holds.
[[nodiscard]] std::string explainJson(const Configuration& configuration, const Explained& what);

} // namespace beagle::config
