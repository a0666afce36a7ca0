#pragma once

#include "analysis/report/report.h"
#include "config/accepted.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace beagle::pipeline {

/// What a difference looks like, and the change of code that it comes from, without lines and names of files: the same
/// after an amended message, another one as soon as more changes in the function or in what it calls. Somebody who
/// accepted a difference has not seen what comes with a later change, and might hide behind the same input.
[[nodiscard]] std::string seenOf(const report::Report::Function& function, const report::Report::Change& change);

/// What a file of the project says, if it is there.
using SourceReader = std::function<std::optional<std::string>(const std::string& file)>;

/// The differences that a project wants: those of its list, and those that comments name in the file of the function
/// that differs. A cheap handle.
class AcceptedFindings {
public:
  AcceptedFindings() = default;
  AcceptedFindings(std::vector<config::Accepted> listed, SourceReader read);

  /// All that have the fingerprint of this difference, whether they fit otherwise or not.
  [[nodiscard]] std::vector<const config::Accepted*> of(const report::Report::Function& function,
                                                        const report::Report::Change& change) const;
  /// Comments of these functions' files that accept nothing because something is wrong with them.
  [[nodiscard]] std::vector<std::string> problems(const std::vector<report::Report::Function>& functions) const;

private:
  struct Data {
    std::vector<config::Accepted> listed;
    SourceReader read;
    std::map<std::string, config::AcceptingComments> comments; ///< by file, of those that were asked for
  };
  [[nodiscard]] const config::AcceptingComments& commentsOf(const std::string& file) const;

  std::shared_ptr<Data> data_ = std::make_shared<Data>();
};

} // namespace beagle::pipeline
