#include "analysis/pipeline/report_output.h"

#include "analysis/support/text.h"

namespace beagle::pipeline {

using support::Result;

Result<std::vector<ReportOutput::File>> reportFiles(const std::vector<std::string>& paths) {
  std::vector<ReportOutput::File> files;
  for (const std::string& path : paths) {
    const auto view = report::viewOfFile(path);
    if (!view)
      return support::usageError("--report {}: the ending says which form is written, and this one says none; use {}",
                                 path, support::join(report::viewEndings(), ", "));
    files.push_back({path, *view});
  }
  return files;
}

Result<void> checkFolders(const support::Files& files, const ReportOutput& output) {
  for (const ReportOutput::File& file : output.files) {
    const std::string folder = support::parentPath(file.path);
    if (!folder.empty() && !files.isFolder(folder))
      return support::usageError("--report {}: there is no folder {}", file.path, folder);
    if (files.isFolder(file.path)) return support::usageError("--report {}: this is a folder", file.path);
  }
  return {};
}

Result<void> writeFiles(support::Files& files, const report::Report& report, const ReportOutput& output) {
  for (const ReportOutput::File& file : output.files)
    if (auto written = files.write(file.path, shown(report, file.view, {{}, true})); !written) return written;
  return {};
}

} // namespace beagle::pipeline
