#pragma once

#include "analysis/build/tree_diff.h"
#include "analysis/build/units.h"
#include "analysis/change/program.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace beagle::pipeline {

/// A unit and its other version.
struct UnitMatch {
  std::optional<build::Unit> base, head;
  bool reached = false; ///< the change can have an effect on it
};

/// Pairs the units of two versions (across renamed files, configuration by configuration) and marks those that
/// read a changed file or are compiled differently.
[[nodiscard]] std::vector<UnitMatch> matchUnits(build::UnitSet& base, build::UnitSet& head,
                                                const build::TreeDiff& diff);

[[nodiscard]] change::RenamedFiles renamedFilesOf(const build::TreeDiff& diff);

} // namespace beagle::pipeline
