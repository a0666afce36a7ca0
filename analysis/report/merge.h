#pragma once

#include "analysis/report/report.h"

#include <string>
#include <vector>

namespace beagle::report {

struct NamedReport {
  std::string name; ///< for messages
  Report report;
};

/// What one run would have said, from the reports of all shards, in any order. An error of the kind Usage:
/// they do not belong together, or some are missing.
[[nodiscard]] support::Result<Report> merged(std::vector<NamedReport> reports);

/// Why a changed function is compared by itself.
inline constexpr const char* notEnteredReason = "it changed, and nothing that was compared calls it";
inline constexpr const char* changedReason = "it changed";

} // namespace beagle::report
