#pragma once

#include "analysis/pipeline/explore.h"
#include "analysis/pipeline/linked_version.h"

#include <string>
#include <vector>

namespace beagle::pipeline {

/// A program, and the function of it that is explored.
struct ExploreSubject {
  LinkedVersion version;
  ir::FunctionIndex entry = ir::none;
  std::vector<std::string> notes; ///< what is left out of it
};

/// A bitcode file; or of sources, the units that the entry reaches.
[[nodiscard]] support::Result<ExploreSubject> openExplore(Env& env, const ExploreOptions& options);

} // namespace beagle::pipeline
