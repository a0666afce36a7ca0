#pragma once

// Internal to analysis/build.

#include "analysis/build/git_objects.h"

namespace beagle::build {

/// Where two histories meet, as far as a shallow clone has them.
struct MergeBase {
  std::optional<git_oid> commit;
  bool several = false; ///< more than one best common ancestor; the newest is given
  /// A commit at the shallow boundary that was reached, and its parent that is not in this clone.
  std::optional<std::pair<git_oid, git_oid>> boundary;
};

/// The caller holds the mutex.
[[nodiscard]] support::Result<MergeBase> findMergeBase(GitObjects& objects, const git_oid& a, const git_oid& b);

} // namespace beagle::build
