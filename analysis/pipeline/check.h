#pragma once

#include "analysis/pipeline/diff.h"

#include <optional>

namespace beagle::pipeline {

struct CheckOptions {
  DiffOptions diff;
  std::optional<config::FailLevel> failLevel; ///< nothing: as the settings say, folder by folder
  std::string today; ///< "2027-01-31": what was accepted until an earlier day no longer is; "": nobody asks
};

/// Compares two versions, and says which of the differences the contract of their folder does not allow.
[[nodiscard]] support::Result<Compared> checkVersions(Env& env, const CheckOptions& options,
                                                      const OnFunction& onFunction = {});

} // namespace beagle::pipeline
