#include "analysis/change/alignment.h"

#include <algorithm>
#include <map>

namespace beagle::change {

namespace {

/// The hunks of one side, file by file.
class HunkFinder {
public:
  HunkFinder(std::span<const LineHunk> hunks, bool ofBase) {
    for (std::size_t i = 0; i < hunks.size(); ++i) {
      const LineHunk& hunk = hunks[i];
      const std::uint32_t start = ofBase ? hunk.baseStart : hunk.headStart,
                          lines = ofBase ? hunk.baseLines : hunk.headLines;
      byFile_[ofBase ? hunk.baseFile : hunk.headFile].push_back({start, lines, static_cast<std::int32_t>(i)});
    }
  }

  /// The hunk that holds the line, or -1.
  [[nodiscard]] std::int32_t at(const std::string& file, std::uint32_t line) const {
    const auto it = byFile_.find(file);
    if (it == byFile_.end()) return -1;
    for (const Stretch& stretch : it->second)
      if (line >= stretch.start && line < stretch.start + stretch.lines) return stretch.hunk;
    return -1;
  }

  /// The hunk nearest to the line that touches the lines from `first` to `last`, or -1.
  [[nodiscard]] std::int32_t nearest(const std::string& file, std::uint32_t line, std::uint32_t first,
                                     std::uint32_t last) const {
    const auto it = byFile_.find(file);
    if (it == byFile_.end()) return -1;
    std::int32_t best = -1;
    std::uint32_t distance = ~std::uint32_t{0};
    for (const Stretch& stretch : it->second) {
      const std::uint32_t end = stretch.start + std::max(stretch.lines, 1U) - 1;
      if (end < first || stretch.start > last) continue;
      const std::uint32_t away = line < stretch.start ? stretch.start - line : line > end ? line - end : 0;
      if (away < distance) distance = away, best = stretch.hunk;
    }
    return best;
  }

private:
  struct Stretch {
    std::uint32_t start, lines;
    std::int32_t hunk;
  };
  std::map<std::string, std::vector<Stretch>> byFile_;
};

/// The lines of a function in each of the files that its code comes from.
std::map<std::uint32_t, std::pair<std::uint32_t, std::uint32_t>> extentOf(const AlignedSide& side) {
  std::map<std::uint32_t, std::pair<std::uint32_t, std::uint32_t>> extents;
  for (const InstructionRow& row : side.instructions) {
    auto& [first, last] = extents.try_emplace(row.file, row.line, row.line).first->second;
    first = std::min(first, row.line), last = std::max(last, row.line);
  }
  return extents;
}

} // namespace

void assignHunks(Alignment& alignment, std::span<const LineHunk> hunks, const FunctionEnd& base,
                 const FunctionEnd& head, const std::function<std::string(std::string_view)>& nameOf) {
  std::vector<std::string> names;
  for (const std::string& file : alignment.files) names.push_back(nameOf ? nameOf(file) : file);
  const HunkFinder baseHunks(hunks, true), headHunks(hunks, false);
  const auto byLine = [&](AlignedSide& side, const HunkFinder& finder) {
    for (InstructionRow& row : side.instructions) row.hunk = row.line > 0 ? finder.at(names[row.file], row.line) : -1;
  };
  byLine(alignment.base, baseHunks);
  byLine(alignment.head, headHunks);

  const auto fromPartner = [](AlignedSide& side, const AlignedSide& other) {
    for (InstructionRow& row : side.instructions)
      if (row.hunk < 0 && row.match == Match::Changed) row.hunk = other.instructions[row.partner].hunk;
  };
  fromPartner(alignment.base, alignment.head);
  fromPartner(alignment.head, alignment.base);

  const auto fromNeighbourhood = [&](AlignedSide& side, const HunkFinder& finder, const FunctionEnd& end) {
    const auto extents = extentOf(side);
    for (InstructionRow& row : side.instructions) {
      if (row.hunk >= 0 || row.match == Match::Unchanged || row.line == 0) continue;
      const auto& [first, last] = extents.at(row.file);
      const std::string& file = names[row.file];
      row.hunk = finder.nearest(file, row.line, first, file == end.file ? std::max(last, end.line) : last);
    }
  };
  fromNeighbourhood(alignment.base, baseHunks, base);
  fromNeighbourhood(alignment.head, headHunks, head);
}

} // namespace beagle::change
