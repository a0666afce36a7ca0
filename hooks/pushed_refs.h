#pragma once

#include "analysis/support/error.h"

#include <string>
#include <string_view>
#include <vector>

namespace beagle::hooks {

/// A line that git writes to the hook: what is pushed where.
struct PushedRef {
  std::string localRef, localId, remoteRef, remoteId;
};

/// Reads what git writes to the hook; an error names the line.
[[nodiscard]] support::Result<std::vector<PushedRef>> readPushedRefs(std::string_view text);

} // namespace beagle::hooks
