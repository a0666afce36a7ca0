#pragma once

// Internal to analysis/build.

#include "analysis/build/git_objects.h"
#include "analysis/build/repository.h"

#include <optional>
#include <vector>

namespace beagle::build {

/// What git merges of several commits by itself: no commit of anybody's. Where both changed the same lines, the first
/// one's count. Nothing where one removed, renamed or retyped a file that another one changed. Nothing is written:
/// the tree lives in memory. The caller holds the mutex.
[[nodiscard]] support::Result<std::optional<Revision>> mergeOf(const GitObjects& objects,
                                                               const std::vector<git_oid>& commits);

/// Such a version is written `{COMMIT+COMMIT}`.
[[nodiscard]] std::string mergeName(const std::vector<git_oid>& commits);
/// The names of the commits; empty when it is no such expression.
[[nodiscard]] std::vector<std::string> commitsOfMerge(std::string_view spec);

} // namespace beagle::build
