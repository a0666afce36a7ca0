#pragma once

#include "analysis/support/files.h"

#include <string>

namespace beagle::hooks {

/// The hook of a repository, as far as it is there.
enum class HookState : std::uint8_t {
  Missing,
  Ours,
  Chained, ///< ours, and it runs the one that was there before it
  Altered, ///< ours, but not what this version writes
  Idle,    ///< ours, but git may not run it
  Foreign, ///< somebody else's
};

/// `folder`: the one that git takes hooks from.
[[nodiscard]] HookState hookState(const support::Files& files, const std::string& folder);
/// Writes the hook. One that is there already stays and is run first, if `keepsOther`; else that is an error.
/// `program`: the `beagle` to call where the path has none.
[[nodiscard]] support::Result<void> installHook(support::Files& files, const std::string& folder,
                                                const std::string& program, bool keepsOther);
/// Removes the hook, and puts back the one that was there before.
[[nodiscard]] support::Result<void> uninstallHook(support::Files& files, const std::string& folder);

} // namespace beagle::hooks
