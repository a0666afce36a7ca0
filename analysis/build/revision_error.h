#pragma once

// Internal to analysis/build.

#include "analysis/build/git_objects.h"

namespace beagle::build {

/// Why libgit2 found nothing for a revision expression (its return code), and what the user could do about
/// it. To be called right after the failure; the caller holds the mutex.
[[nodiscard]] support::Error revisionError(GitObjects& objects, const std::string& spec, int code);

/// Ids in the object store that begin with a prefix and name a commit or a tag.
[[nodiscard]] std::vector<git_oid> commitsWithPrefix(GitObjects& objects, std::string_view prefix);

/// Whether HEAD names a branch that has no commit yet.
[[nodiscard]] bool headIsUnborn(GitObjects& objects);
[[nodiscard]] support::Error unbornError(const GitObjects& objects);

} // namespace beagle::build
