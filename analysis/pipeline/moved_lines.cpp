#include "analysis/pipeline/moved_lines.h"

#include "analysis/change/sequence_match.h"
#include "analysis/support/text.h"

#include <algorithm>
#include <functional>
#include <set>
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
  if (edit.partners.empty()) match(file, found->second);
  if (edit.partners[at] == 0) return {};
  const ir::SourcePlace was{edit.partners[at], place.column};
  const unsigned now = indentOf(lines(false, file)[place.line - 1]);
  if (place.column <= now) return was;
  return ir::SourcePlace{was.line, place.column - now + indentOf(lines(true, edit.baseFile)[was.line - 1])};
}

void MovedLines::match(const std::string& file, std::vector<Edit>& edits) {
  for (Edit& edit : edits) matchWithin(file, edit);
  matchAcross(file, edits);
}

void MovedLines::matchWithin(const std::string& file, Edit& edit) {
  const Stretch base = stretchOf(lines(true, edit.baseFile), edit.baseStart, edit.baseLines);
  const Stretch head = stretchOf(lines(false, file), edit.headStart, edit.headLines);
  edit.partners.assign(edit.headLines, 0);
  const std::vector<std::int32_t> matched = change::matchSequences(keysOf(base), keysOf(head));
  for (std::size_t i = 0; i < matched.size(); ++i)
    if (matched[i] >= 0)
      edit.partners[static_cast<std::size_t>(matched[i])] = edit.baseStart + static_cast<unsigned>(i);
  // Between two lines that are matched, as many lines as there were stand for those.
  const auto pairUp = [&](unsigned baseFrom, unsigned baseEnd, std::size_t headFrom, std::size_t headEnd) {
    for (unsigned i = 0; baseEnd - baseFrom == headEnd - headFrom && headFrom + i < headEnd; ++i)
      edit.partners[headFrom + i] = baseFrom + i;
  };
  unsigned baseFrom = edit.baseStart;
  std::size_t headFrom = 0;
  const std::size_t count = std::min<std::size_t>(head.size(), edit.partners.size());
  for (std::size_t i = 0; i < count; ++i) {
    const unsigned partner = edit.partners[i];
    if (partner == 0) continue;
    pairUp(baseFrom, partner, headFrom, i);
    baseFrom = partner + 1, headFrom = i + 1;
  }
  pairUp(baseFrom, edit.baseStart + static_cast<unsigned>(base.size()), headFrom, count);
}

/// A statement that went somewhere else: the only one of its text that is gone, and the only one that is new.
void MovedLines::matchAcross(const std::string& file, std::vector<Edit>& edits) {
  struct Lone {
    unsigned line = 0; ///< of base
    unsigned timesBase = 0, timesHead = 0;
  };
  std::map<std::string_view, Lone> lone; // by their text
  const auto forEachOfHead = [&](const auto& visit) {
    for (Edit& edit : edits) {
      const Stretch head = stretchOf(lines(false, file), edit.headStart, edit.headLines);
      for (std::size_t i = 0; i < head.size(); ++i)
        if (edit.partners[i] == 0) visit(edit.partners[i], support::trim(head[i]));
    }
  };
  forEachOfHead([&](unsigned, std::string_view text) { ++lone[text].timesHead; });
  for (const Edit& edit : edits) {
    const Stretch base = stretchOf(lines(true, edit.baseFile), edit.baseStart, edit.baseLines);
    const std::set<unsigned> taken(edit.partners.begin(), edit.partners.end());
    for (unsigned i = 0; i < base.size(); ++i) {
      const auto found = lone.find(support::trim(base[i]));
      if (found == lone.end() || taken.contains(edit.baseStart + i)) continue;
      found->second.line = edit.baseStart + i;
      ++found->second.timesBase;
    }
  }
  forEachOfHead([&](unsigned& partner, std::string_view text) {
    const Lone& known = lone[text];
    if (known.timesBase == 1 && known.timesHead == 1) partner = known.line;
  });
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
