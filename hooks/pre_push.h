#pragma once

#include "analysis/pipeline/check.h"

#include <string>
#include <string_view>
#include <vector>

/// The pre-push hook: what git tells it, and what it answers.
namespace beagle::hooks {

struct PrePushOptions {
  std::string remote;           ///< name or address, as git gives it
  std::string lines;            ///< what git writes to the hook
  pipeline::CheckOptions check; ///< everything but the versions
  bool isSkipped = false;       ///< the user wants no check this time
};

struct PrePushAnswer {
  bool blocks = false;
  std::string text; ///< for the person who pushes; empty: nothing to say
};

/// Checks what the push adds, ref by ref; each range once, and all within the time that the settings give the hook.
/// What could not be checked blocks only where the settings say so; an error is about the lines alone.
[[nodiscard]] support::Result<PrePushAnswer> prePush(pipeline::Env& env, const PrePushOptions& options,
                                                     const support::Terminal& terminal);

} // namespace beagle::hooks
