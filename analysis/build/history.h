#pragma once

// Internal to analysis/build.

#include "analysis/build/git_objects.h"
#include "analysis/support/budget.h"

#include <vector>

namespace beagle::build {

/// Where two histories meet, as far as a shallow clone has them.
struct MergeBase {
  std::optional<git_oid> commit;
  bool several = false; ///< more than one best common ancestor; the newest is given
  /// A commit at the shallow boundary that was reached, and its parent that is not in this clone.
  std::optional<std::pair<git_oid, git_oid>> boundary;
};

/// What is in head's history and in none of the others'.
struct Beyond {
  std::size_t commits = 0;
  std::vector<git_oid> meetings; ///< the best of the commits that it has in common with any of them
};

// The caller holds the mutex.

[[nodiscard]] support::Result<MergeBase> findMergeBase(GitObjects& objects, const git_oid& a, const git_oid& b);

/// Looks at no more than head's own commits and those of the others that are newer than where they meet. Where clocks
/// were wrong, and a commit is older than its parents, it may take what others have for head's own.
[[nodiscard]] support::Result<Beyond> findBeyond(GitObjects& objects, const std::vector<git_oid>& others,
                                                 const git_oid& head, const support::CancelToken& cancel);

} // namespace beagle::build
