#include "hooks/kept_reports.h"

#include <fmt/format.h>

namespace beagle::hooks {

KeptReport::KeptReport(support::Files& files, support::Log& log, std::string path, std::string base, std::string head)
    : files_(files), log_(log), path_(std::move(path)) {
  partial_.base = partial_.baseCommit = std::move(base);
  partial_.head = partial_.headCommit = std::move(head);
}

void KeptReport::add(const report::Report::Function& function) {
  partial_.functions.push_back(function);
  partial_.check = report::tallied(partial_);
  write(partial_);
}

void KeptReport::finish(const report::Report& whole) { write(whole); }

void KeptReport::write(const report::Report& report) {
  if (!isWritable_) return;
  const auto written = files_.write(path_, report::reportJson(report));
  if (written) return;
  isWritable_ = false; // said once
  log_.warning(fmt::format("the report is not kept: {}", written.error().str()));
}

std::string newReportFolder(support::Files& files, support::Log& log, const std::string& gitFolder) {
  std::string folder = support::joinPath(gitFolder, "beagle");
  if (const auto removed = files.remove(folder); !removed) log.warning(removed.error().str());
  return folder;
}

} // namespace beagle::hooks
