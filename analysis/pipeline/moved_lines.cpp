#include "analysis/pipeline/moved_lines.h"

#include "analysis/change/sequence_match.h"
#include "analysis/support/text.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace beagle::pipeline {

namespace {

/// Of lines.
using Stretch = std::vector<std::string_view>;

Stretch stretchOf(const Stretch& lines, unsigned start, unsigned count) {
  const std::size_t first = std::min<std::size_t>(start - 1, lines.size());
  const std::size_t end = std::min<std::size_t>(first + count, lines.size());
  return {lines.begin() + static_cast<std::ptrdiff_t>(first), lines.begin() + static_cast<std::ptrdiff_t>(end)};
}

/// Bytes in front of what is written.
unsigned indentOf(std::string_view line) {
  return static_cast<unsigned>(std::min(line.find_first_not_of(" \t"), line.size()));
}

std::vector<std::uint64_t> keysOf(const Stretch& lines) {
  std::vector<std::uint64_t> keys;
  for (const std::string_view line : lines) keys.push_back(std::hash<std::string_view>{}(support::trim(line)));
  return keys;
}

} // namespace

MovedLines::MovedLines(const std::vector<report::Report::Hunk>& hunks, Read read) : read_(std::move(read)) {
  for (const report::Report::Hunk& hunk : hunks) {
    Edit edit{hunk.baseFile.empty() ? hunk.file : hunk.baseFile, hunk.baseStart, hunk.baseLines, hunk.headStart,
              hunk.headLines};
    // A side without lines starts behind the line that it names.
    if (edit.baseLines == 0) ++edit.baseStart;
    if (edit.headLines == 0) ++edit.headStart;
    edits_[hunk.file].push_back(std::move(edit));
  }
  for (auto& [file, edits] : edits_) std::ranges::sort(edits, {}, &Edit::headStart);
}

std::optional<ir::SourcePlace> MovedLines::before(const std::string& file, ir::SourcePlace place) {
  const auto found = edits_.find(file);
  if (found == edits_.end()) return place;
  const auto behind = std::ranges::upper_bound(found->second, place.line, {}, &Edit::headStart);
  if (behind == found->second.begin()) return place;
  Edit& edit = *std::prev(behind);
  const unsigned at = place.line - edit.headStart;
  if (at >= edit.headLines) return ir::SourcePlace{edit.baseStart + edit.baseLines + at - edit.headLines, place.column};
  match(file, edit);
  const std::int32_t partner = (*edit.partners)[at];
  if (partner < 0) return {};
  const ir::SourcePlace was{edit.baseStart + static_cast<unsigned>(partner), place.column};
  const unsigned now = indentOf(lines(false, file)[place.line - 1]);
  if (place.column <= now) return was;
  return ir::SourcePlace{was.line, place.column - now + indentOf(lines(true, edit.baseFile)[was.line - 1])};
}

void MovedLines::match(const std::string& file, Edit& edit) {
  if (edit.partners) return;
  const Stretch base = stretchOf(lines(true, edit.baseFile), edit.baseStart, edit.baseLines);
  const Stretch head = stretchOf(lines(false, file), edit.headStart, edit.headLines);
  std::vector<std::int32_t>& partners = edit.partners.emplace(edit.headLines, -1);
  const std::vector<std::int32_t> matched = change::matchSequences(keysOf(base), keysOf(head));
  for (std::size_t i = 0; i < matched.size(); ++i)
    if (matched[i] >= 0) partners[static_cast<std::size_t>(matched[i])] = static_cast<std::int32_t>(i);
  // Between two lines that are matched, as many lines as there were stand for those.
  const auto pairUp = [&](std::int32_t baseFrom, std::int32_t baseEnd, std::int32_t headFrom, std::int32_t headEnd) {
    for (std::int32_t i = 0; baseEnd - baseFrom == headEnd - headFrom && headFrom + i < headEnd; ++i)
      partners[static_cast<std::size_t>(headFrom + i)] = baseFrom + i;
  };
  std::int32_t baseFrom = 0, headFrom = 0;
  const auto count = static_cast<std::int32_t>(std::min<std::size_t>(head.size(), partners.size()));
  for (std::int32_t i = 0; i < count; ++i) {
    const std::int32_t partner = partners[static_cast<std::size_t>(i)];
    if (partner < 0) continue;
    pairUp(baseFrom, partner, headFrom, i);
    baseFrom = partner + 1, headFrom = i + 1;
  }
  pairUp(baseFrom, static_cast<std::int32_t>(base.size()), headFrom, count);
}

const std::vector<std::string_view>& MovedLines::lines(bool isBase, const std::string& file) {
  const auto [known, isNew] = contents_.try_emplace({isBase, file});
  if (isNew) {
    known->second.text = read_(isBase, file);
    known->second.lines = support::lines(known->second.text);
  }
  return known->second.lines;
}

} // namespace beagle::pipeline
