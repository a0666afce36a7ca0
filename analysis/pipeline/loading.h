#pragma once

#include "analysis/ir/bitcode.h"
#include "analysis/ir/program.h"
#include "analysis/pipeline/changes.h"

#include <memory>
#include <string>
#include <vector>

namespace beagle::pipeline {

using Units = std::vector<std::shared_ptr<ir::BitcodeModule>>;

/// How sources become bitcode.
struct LoadOptions {
  build::PlanOptions plan;
  build::SandboxMode sandbox = build::SandboxMode::On;
  unsigned jobs = 1;
  std::uint64_t cacheLimit = 5ULL << 30;
};

/// All units of each path: a bitcode file, a source file, or a folder that is built as `changes` builds it.
/// What does not compile is an error.
[[nodiscard]] support::Result<std::vector<Units>> loadUnits(Env& env, const std::vector<std::string>& paths,
                                                            const LoadOptions& options);

/// The units as one program, with the C library of the engine.
[[nodiscard]] support::Result<std::shared_ptr<const ir::Program>> linkProgram(const Units& units);

} // namespace beagle::pipeline
