#pragma once

// Internal to analysis/build.

#include "analysis/build/tree_diff.h"

namespace beagle::build {

/// A file that is gone and a file that is new, taken to be the same one.
struct Rename {
  const TreeFile* base = nullptr;
  const TreeFile* head = nullptr;
  int similarity = 0;
};

/// Pairs removed with added files: first those with equal content, then those with similar content. Each file
/// is used once. The result does not depend on anything but the two lists, which are sorted by path.
[[nodiscard]] support::Result<std::vector<Rename>> findRenames(const Tree& base, const Tree& head,
                                                               const std::vector<const TreeFile*>& removed,
                                                               const std::vector<const TreeFile*>& added,
                                                               const DiffOptions& options);

} // namespace beagle::build
