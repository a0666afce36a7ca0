#include "analysis/pipeline/report_commands.h"

#include "analysis/report/merge.h"

namespace beagle::pipeline {

using support::Result;

Result<report::Report> openReports(const support::Files& files, const ReportCommand& command) {
  std::vector<report::NamedReport> reports;
  for (const std::string& path : command.paths) {
    if (!files.exists(path)) return support::usageError("{}: there is no such file", path);
    const auto text = files.read(path);
    if (!text) return std::unexpected(text.error());
    auto report = report::readReport(*text, path);
    if (!report) return std::unexpected(std::move(report.error()));
    reports.push_back({path, std::move(*report)});
  }
  if (command.action == ReportCommand::Action::Merge) return report::merged(std::move(reports));
  return std::move(reports.front().report);
}

} // namespace beagle::pipeline
