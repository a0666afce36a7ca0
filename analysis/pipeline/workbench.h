#pragma once

#include "analysis/build/sandbox.h"
#include "analysis/build/store.h"
#include "analysis/build/toolchain.h"
#include "analysis/build/workspace.h"
#include "analysis/pipeline/changes.h"

#include <memory>

namespace beagle::pipeline {

/// What a run needs to build anything: its folder, the cache, the sandbox, the compiler.
struct Workbench {
  build::CacheRoot root; ///< a temporary one goes with it
  build::RunFolder folder;
  build::Store store;
  build::Sandbox sandbox;
  build::Toolchain toolchain;

  [[nodiscard]] static support::Result<std::unique_ptr<Workbench>> open(Env& env, build::SandboxMode mode,
                                                                        std::uint64_t cacheLimit);
};

} // namespace beagle::pipeline
