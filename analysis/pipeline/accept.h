#pragma once

#include "analysis/pipeline/check.h"

namespace beagle::pipeline {

struct AcceptOptions {
  CheckOptions check;
  std::string finding; ///< its fingerprint, or the first characters of it
  std::optional<std::string> reason;
  std::string until;
  bool asComment = false; ///< say what comment in the source accepts it, and write nothing
};

/// Checks the two versions, and adds a finding of theirs to the project's list. What to tell the user.
[[nodiscard]] support::Result<std::string> acceptFinding(Env& env, const AcceptOptions& options);

} // namespace beagle::pipeline
