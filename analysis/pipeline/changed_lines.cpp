#include "analysis/pipeline/changed_lines.h"

#include "analysis/report/lengths.h"
#include "analysis/support/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace beagle::pipeline {

namespace {

/// A side without lines starts at the line before its place.
unsigned firstOf(unsigned start, unsigned lines) { return lines == 0 ? start + 1 : start; }

} // namespace

void ChangedLines::addTo(report::Report::Hunk& hunk, const report::ChangesReport::Hunk* previous,
                         const report::ChangesReport::Hunk* next) {
  constexpr unsigned around = 3;
  const unsigned first = firstOf(hunk.headStart, hunk.headLines), behind = first + hunk.headLines;
  const unsigned least = previous ? firstOf(previous->headStart, previous->headLines) + previous->headLines : 1;
  const unsigned from = std::max(least, first > around ? first - around : 1);
  hunk.before = lines(false, hunk.file, from, first - std::min(first, from));
  hunk.removed = lines(true, hunk.baseFile, hunk.baseStart, hunk.baseLines);
  hunk.added = lines(false, hunk.file, hunk.headStart, hunk.headLines);
  const unsigned end = next ? std::min(behind + around, firstOf(next->headStart, next->headLines)) : behind + around;
  hunk.after = lines(false, hunk.file, behind, end - std::min(end, behind));
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
