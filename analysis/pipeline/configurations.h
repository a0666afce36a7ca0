#pragma once

#include "analysis/pipeline/built_version.h"

#include <string>

namespace beagle::pipeline {

/// By which options a unit is another configuration of its file than the first one.
[[nodiscard]] std::string configurationText(const BuiltVersion& version, const build::Unit& unit);

} // namespace beagle::pipeline
