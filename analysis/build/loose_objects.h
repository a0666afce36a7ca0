#pragma once

// Internal to analysis/build.

#include <git2.h>

#include <string>

namespace beagle::build {

/// Makes a view of an object store read loose objects with code of ours: libgit2 1.5 goes on for ever in a file that
/// ends too early. `folder` is the store's, "…/.git/objects"; those that it borrows from are looked up, too.
/// Gives libgit2's codes.
[[nodiscard]] int readLooseObjectsSafely(git_odb* odb, const std::string& folder);

} // namespace beagle::build
