#pragma once

#include "analysis/pipeline/check.h"

namespace beagle::pipeline {

struct AcceptOptions {
  CheckOptions check;
  std::string finding; ///< its fingerprint, or the first characters of it
  std::string reason, until;
};

/// What a difference looks like, without lines and names of files: the same after an amended message, another
/// one after another change of the same function.
[[nodiscard]] std::string seenOf(const report::Report::Change& change);

/// Checks the two versions, and adds a finding of theirs to the project's list. What to tell the user.
[[nodiscard]] support::Result<std::string> acceptFinding(Env& env, const AcceptOptions& options);

} // namespace beagle::pipeline
