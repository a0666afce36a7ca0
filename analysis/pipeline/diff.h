#pragma once

#include "analysis/compare/entry_comparison.h"
#include "analysis/pipeline/loading.h"
#include "analysis/report/report.h"

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace beagle::pipeline {

struct DiffOptions {
  std::string base, head;           ///< two source files, two bitcode files or two folders
  std::vector<std::string> entries; ///< empty: those that the change can influence
  LoadOptions load;
  std::optional<std::chrono::milliseconds> budget;
  compare::CompareOptions compare;
};

/// Compares functions of two versions. `onFunction` hears of each as soon as it is settled.
using OnFunction = std::function<void(const report::Report::Function&)>;
[[nodiscard]] support::Result<report::Report> diffVersions(Env& env, const DiffOptions& options,
                                                           const OnFunction& onFunction = {});

} // namespace beagle::pipeline
