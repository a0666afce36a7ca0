#pragma once

#include "analysis/pipeline/config_commands.h"

namespace CLI {
class App;
}

namespace beagle::pipeline {

/// Adds the commands of `beagle config`. The one that is called sets `options`.
void addConfig(CLI::App& app, ConfigOptions& options);

} // namespace beagle::pipeline
