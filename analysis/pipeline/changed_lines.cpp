#include "analysis/pipeline/changed_lines.h"

#include "analysis/report/lengths.h"
#include "analysis/support/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace beagle::pipeline {

void ChangedLines::addTo(report::Report::Hunk& hunk) {
  hunk.removed = lines(true, hunk.baseFile, hunk.baseStart, hunk.baseLines);
  hunk.added = lines(false, hunk.file, hunk.headStart, hunk.headLines);
}

std::vector<std::string> ChangedLines::lines(bool isBase, const std::string& path, unsigned start, unsigned count) {
  namespace lengths = report::lengths;
  std::vector<std::string> result;
  if (path.empty() || count == 0 || start == 0) return result;
  const auto [known, isNew] = contents_.try_emplace({isBase, path});
  Content& content = known->second;
  if (isNew) {
    content.text = read_(isBase, path);
    content.lines = support::lines(content.text);
  }
  const std::size_t end = std::min<std::size_t>(
      content.lines.size(), std::size_t{start} - 1 + std::min<std::size_t>(count, lengths::hunkLines));
  for (std::size_t i = start - 1; i < end && shown_ < lengths::sourceLines; ++i, ++shown_) {
    const std::string_view line = content.lines[i];
    result.emplace_back(line.substr(0, lengths::sourceLine));
    if (line.size() > lengths::sourceLine)
      result.back() += fmt::format("… ({} more bytes)", line.size() - lengths::sourceLine);
  }
  return result;
}

} // namespace beagle::pipeline
