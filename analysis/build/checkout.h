#pragma once

#include "analysis/build/tree.h"

#include <cstdint>
#include <string>
#include <vector>

namespace beagle::build {

/// What a tree became on disk.
struct Checkout {
  std::size_t files = 0;
  std::vector<std::string> emptySubmodules; ///< submodules that are an empty folder, by path
};

/// Every file and folder of a checkout has this time: 2001-09-09 01:46:40 UTC. Make then sees no file of the
/// tree as newer than another, and both versions look alike.
inline constexpr std::int64_t checkoutTime = 1'000'000'000;

/// Writes a tree into a folder that is empty or not there yet. Bytes are written as they are stored: no line
/// ending or filter conversion. Files get mode 0644 or 0755. A symlink is made as it is and never followed
/// while writing, so no tree can write outside of the folder. A submodule becomes an empty folder.
[[nodiscard]] support::Result<Checkout> writeFiles(const Tree& tree, const std::string& folder);

} // namespace beagle::build
