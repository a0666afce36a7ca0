#include "hooks/kept_reports.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace beagle::hooks {

KeptReport::KeptReport(support::Files& files, support::Log& log, std::string path, std::string base, std::string head)
    : files_(files), log_(log), path_(std::move(path)) {
  partial_.base = partial_.baseCommit = std::move(base);
  partial_.head = partial_.headCommit = std::move(head);
  partial_.isPartial = true;
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

std::string reportFolder(support::Files& files, support::Log& log, const std::string& gitFolder) {
  constexpr std::size_t mostOthers = 19;
  std::string folder = support::joinPath(gitFolder, "beagle");
  std::vector<std::pair<std::int64_t, std::string>> reports;
  for (const std::string& name : files.list(folder))
    if (const auto status = files.status(support::joinPath(folder, name)); status && name.ends_with(".json"))
      reports.emplace_back(status->modifiedNs, support::joinPath(folder, name));
  std::ranges::sort(reports, std::greater());
  for (std::size_t i = mostOthers; i < reports.size(); ++i)
    if (const auto removed = files.remove(reports[i].second); !removed) log.warning(removed.error().str());
  return folder;
}

} // namespace beagle::hooks
