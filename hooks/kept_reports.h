#pragma once

#include "analysis/report/report.h"
#include "analysis/support/files.h"
#include "analysis/support/log.h"

#include <string>

namespace beagle::hooks {

/// The report of a push, on disk: at any time with what is settled until then, so that nothing is lost when
/// the hook is stopped. What cannot be written is told, and holds up no push.
class KeptReport {
public:
  KeptReport(support::Files& files, support::Log& log, std::string path, std::string base, std::string head);

  [[nodiscard]] const std::string& path() const { return path_; }
  void add(const report::Report::Function& function); ///< which is settled
  void finish(const report::Report& whole);

private:
  void write(const report::Report& report);

  support::Files& files_;
  support::Log& log_;
  std::string path_;
  report::Report partial_;
  bool isWritable_ = true;
};

/// Where the reports of pushes are kept, in the repository's git folder: those of the last ones, since other pushes may
/// go on beside this one. Older ones are removed.
[[nodiscard]] std::string reportFolder(support::Files& files, support::Log& log, const std::string& gitFolder);

} // namespace beagle::hooks
