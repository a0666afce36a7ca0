#pragma once

#include "analysis/report/changes_report.h"
#include "analysis/report/report.h"

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace beagle::pipeline {

/// The lines of changed places, as many as a report shows.
class ChangedLines {
public:
  using Read = std::function<std::string(bool isBase, const std::string& path)>;
  explicit ChangedLines(Read read) : read_(std::move(read)) {}

  /// `previous` and `next`: those of the same file beside it, or null.
  void addTo(report::Report::Hunk& hunk, const report::ChangesReport::Hunk* previous,
             const report::ChangesReport::Hunk* next);

private:
  struct Content {
    std::string text;
    std::vector<std::string_view> lines;
  };
  [[nodiscard]] std::vector<std::string> lines(bool isBase, const std::string& path, unsigned start, unsigned count);

  Read read_;
  std::map<std::pair<bool, std::string>, Content> contents_;
  std::size_t shown_ = 0;
};

} // namespace beagle::pipeline
