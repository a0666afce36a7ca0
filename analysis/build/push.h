#pragma once

#include "analysis/build/repository.h"
#include "analysis/support/budget.h"

#include <optional>
#include <string>

namespace beagle::build {

/// The commits that a push adds to one ref: those after `base`, up to `head`.
struct PushedRange {
  /// Commit id, or `{ID+ID}` where branches of the remote were merged; empty: the remote has nothing that it could be
  /// compared with.
  std::string base;
  std::string head;
};

/// What the remote does not have yet, as far as what its ref has now and what is known of its branches says. `remoteId`
/// is the former, as git says: zeros when there is no such ref, and possibly a commit that is not here. Nothing when
/// the push deletes a ref, adds no commit, or is of something else than commits. What is not here is an error.
[[nodiscard]] support::Result<std::optional<PushedRange>>
whatPushAdds(const Repository& repository, const std::string& remote, const std::string& localId,
             const std::string& remoteId, const support::CancelToken& cancel = {});

/// The folder that git takes the repository's hooks from: `core.hooksPath`, or `hooks` beside what linked work trees
/// share.
[[nodiscard]] support::Result<std::string> hooksFolder(const Repository& repository);

/// Whether a folder is one of the repository or of its work tree, and nobody else's.
[[nodiscard]] bool isInside(const Repository& repository, const std::string& folder);

/// What belongs to the repository and is not versioned: `.git`, or that of a linked work tree.
[[nodiscard]] std::string gitFolder(const Repository& repository);

} // namespace beagle::build
