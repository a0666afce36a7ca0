#pragma once

#include "analysis/ir/line_marks.h"
#include "analysis/report/report.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace beagle::pipeline {

/// Where the lines of head were in base. One that was edited was where a line of the same text was that is replaced in
/// the same place, or the one that stands for it.
class MovedLines {
public:
  using Read = std::function<std::string(bool isBase, const std::string& path)>;
  MovedLines(const std::vector<report::Report::Hunk>& hunks, Read read);

  /// `file` by the name that it has in head.
  [[nodiscard]] bool isEdited(const std::string& file) const { return edits_.contains(file); }
  /// Nothing: base has no such line.
  [[nodiscard]] std::optional<ir::SourcePlace> before(const std::string& file, ir::SourcePlace place);

private:
  struct Edit {
    std::string baseFile;
    unsigned baseStart = 0, baseLines = 0, headStart = 0, headLines = 0; ///< both sides start at their first line
    std::optional<std::vector<std::int32_t>> partners = {}; ///< of each of head's lines among base's, or -1
  };
  struct Content {
    std::string text;
    std::vector<std::string_view> lines;
  };
  void match(const std::string& file, Edit& edit);
  [[nodiscard]] const std::vector<std::string_view>& lines(bool isBase, const std::string& file);

  Read read_;
  std::map<std::string, std::vector<Edit>> edits_; ///< in order
  std::map<std::pair<bool, std::string>, Content> contents_;
};

} // namespace beagle::pipeline
