#pragma once

#include "analysis/report/report.h"
#include "analysis/support/files.h"

#include <string>
#include <vector>

namespace beagle::pipeline {

/// What `beagle report` is asked to do with reports that were written as JSON.
struct ReportCommand {
  enum class Action { Render, Merge } action = Action::Render;
  std::vector<std::string> paths; ///< Render: one
};

/// The report that the command is about.
[[nodiscard]] support::Result<report::Report> openReports(const support::Files& files, const ReportCommand& command);

} // namespace beagle::pipeline
