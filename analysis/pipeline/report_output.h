#pragma once

#include "analysis/report/view.h"
#include "analysis/support/files.h"

#include <optional>
#include <string>
#include <vector>

namespace beagle::pipeline {

/// Where a report goes, and in which form.
struct ReportOutput {
  struct File {
    std::string path;
    report::View view;
  };
  std::optional<report::View> view = report::View::Text; ///< on standard output; nothing: a line of JSON per function
  bool isWhole = false;                                  ///< text: all that is known
  std::vector<File> files;
};

/// The form that the ending of each file names.
[[nodiscard]] support::Result<std::vector<ReportOutput::File>> reportFiles(const std::vector<std::string>& paths);
/// Whether the files can be written as far as their folders show: better said before a long run than after
/// it.
[[nodiscard]] support::Result<void> checkFolders(const support::Files& files, const ReportOutput& output);
[[nodiscard]] support::Result<void> writeFiles(support::Files& files, const report::Report& report,
                                               const ReportOutput& output);

} // namespace beagle::pipeline
