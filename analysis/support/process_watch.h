#pragma once

#include "analysis/support/process.h"

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>

namespace beagle::support {

/// Watches the limits on a child and all its descendants that the kernel does not hold for us: it counts
/// processes per user and not at all for root, and memory per process only.
class ProcessWatch {
public:
  ProcessWatch(pid_t child, const ProcessLimits& limits);

  /// Looks when it is time to (otherwise it costs nothing); the limit that is exceeded, in words.
  [[nodiscard]] std::optional<std::string> exceeded();

private:
  using Clock = std::chrono::steady_clock;

  pid_t child_;
  std::optional<std::uint64_t> processes_;
  std::optional<std::uint64_t> memory_;
  Clock::time_point due_;
};

} // namespace beagle::support
