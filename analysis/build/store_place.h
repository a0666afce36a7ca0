#pragma once

// Internal to analysis/build.

#include "analysis/build/descriptor.h"
#include "analysis/build/store.h"

namespace beagle::build {

/// Where one entry of a store is.
struct Store::Place {
  std::string kind, key;
  std::string digits; ///< of the key
  std::string path;   ///< of the entry

  [[nodiscard]] std::string name() const { return kind + '-' + digits; }
};

struct FolderLease::Held {
  std::string path;
  Descriptor seal; ///< under a shared lock
};

} // namespace beagle::build
