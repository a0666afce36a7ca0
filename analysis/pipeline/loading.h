#pragma once

#include "analysis/ir/bitcode.h"
#include "analysis/ir/program.h"
#include "analysis/pipeline/changes.h"

#include <memory>
#include <string>
#include <vector>

namespace beagle::pipeline {

using Units = std::vector<std::shared_ptr<ir::BitcodeModule>>;

[[nodiscard]] support::Result<std::shared_ptr<ir::BitcodeModule>> loadBitcode(const Env& env, const std::string& path);

/// The units as one program, with the C library of the engine.
[[nodiscard]] support::Result<std::shared_ptr<const ir::Program>> linkProgram(const Units& units,
                                                                              const ir::Likeness& likeness = {});

} // namespace beagle::pipeline
