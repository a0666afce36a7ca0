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
/// the same place, or the one that stands for it; or else where the only line of the same text was that is gone from
/// the file.
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
    std::vector<unsigned> partners = {}; ///< of each of head's lines: the line of base, or 0; empty: not yet known
  };
  struct Content {
    std::string text;
    std::vector<std::string_view> lines;
  };
  void match(const std::string& file, std::vector<Edit>& edits);
  void matchWithin(const std::string& file, Edit& edit);
  void matchAcross(const std::string& file, std::vector<Edit>& edits);
  [[nodiscard]] const std::vector<std::string_view>& lines(bool isBase, const std::string& file);

  Read read_;
  std::map<std::string, std::vector<Edit>> edits_; ///< in order
  std::map<std::pair<bool, std::string>, Content> contents_;
};

} // namespace beagle::pipeline
