#include "analysis/pipeline/changes_view.h"

#include <algorithm>

namespace beagle::pipeline {

using report::ChangesReport;

namespace {

bool overlaps(unsigned start, unsigned count, const change::Place& place) {
  // An empty side stands between two lines: it belongs to a function that has both.
  const unsigned last = count ? start + count - 1 : start + 1;
  return count ? start <= place.endLine && place.line <= last : place.line <= start && last <= place.endLine;
}

/// Whether a changed place is one of a function, which has no name in a version that does not have it.
bool standsIn(const change::HunkRange& range, const change::Place& base, const change::Place& head) {
  return (!base.name.empty() && range.baseFile == base.file && overlaps(range.baseStart, range.baseLines, base)) ||
         (!head.name.empty() && range.headFile == head.file && overlaps(range.headStart, range.headLines, head));
}

std::vector<std::size_t> hunksOf(const change::ChangedFunction& row, const std::vector<change::AccountedHunk>& hunks) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < hunks.size(); ++i) {
    const change::HunkRange& range = hunks[i].range;
    if (standsIn(range, row.base, row.head) ||
        std::ranges::any_of(row.evaluated, [&](const change::EvaluatedFunction& function) {
          return standsIn(range, function.base, function.head);
        }))
      found.push_back(i);
  }
  if (row.alignment)
    for (const change::AlignedSide* side : {&row.alignment->base, &row.alignment->head})
      for (const change::InstructionRow& instruction : side->instructions)
        if (instruction.match != change::Match::Unchanged && instruction.hunk >= 0)
          found.push_back(static_cast<std::size_t>(instruction.hunk));
  std::ranges::sort(found);
  const auto repeated = std::ranges::unique(found);
  found.erase(repeated.begin(), repeated.end());
  return found;
}

ChangesReport::Counts countsOf(const change::MatchCounts& counts) {
  return {counts.unchanged, counts.changed, counts.added, counts.removed};
}

ChangesReport::Function functionRow(const change::ChangedFunction& row,
                                    const std::vector<change::AccountedHunk>& hunks) {
  ChangesReport::Function view;
  const change::Place& place = row.place();
  view.id = row.symbol + "@" + place.file;
  view.name = place.name;
  view.signature = row.signature;
  view.linkageName = row.symbol;
  view.change = nameOf(row.change);
  view.alsoChanged = row.alsoChanged;
  view.file = place.file;
  view.line = place.line;
  view.endLine = place.endLine;
  if (!row.base.name.empty()) {
    view.baseName = row.base.name;
    view.baseFile = row.base.file;
    view.baseLine = row.base.line;
  }
  view.reason = row.reason;
  for (const change::ChangeSentence& sentence : row.details)
    view.details.push_back({sentence.text, sentence.baseLine, sentence.headLine});
  view.instances.assign(row.instances.begin(), row.instances.end());
  view.units = row.units;
  if (row.alignment) {
    view.aligned = true;
    view.blocks = countsOf(row.alignment->blocks);
    view.instructions = countsOf(row.alignment->instructions);
  }
  view.hunks = hunksOf(row, hunks);
  view.items.assign(row.items.begin(), row.items.end());
  return view;
}

} // namespace

ChangesReport reportOf(const ChangesView& view, const change::ChangeSet& changes, const change::EntryChoice& entries,
                       const std::vector<change::AccountedHunk>& hunks) {
  ChangesReport report;
  report.range = view.range;
  report.base = view.base;
  report.head = view.head;
  report.notes = view.notes;
  report.equalFunctions = changes.equalFunctions;
  for (const change::ChangedFunction& row : changes.functions) report.functions.push_back(functionRow(row, hunks));
  for (const change::ChangedItem& item : changes.items)
    report.items.push_back({std::string(change::nameOf(item.kind)),
                            item.place().name,
                            item.place().file,
                            std::string(nameOf(item.change)),
                            item.sentence,
                            item.place().line,
                            {item.functions.begin(), item.functions.end()}});
  for (const change::Entry& entry : entries.entries)
    report.entries.push_back({entry.symbol + "@" + entry.place.file, entry.place.name, entry.place.file, entry.reason,
                              entry.place.line, entry.chain});
  report.entriesPastCap = entries.pastCap;
  for (const change::AccountedHunk& hunk : hunks)
    report.hunks.push_back({hunk.range.headFile, hunk.range.baseFile, hunk.range.baseStart, hunk.range.baseLines,
                            hunk.range.headStart, hunk.range.headLines, std::string(nameOf(hunk.status)), hunk.why});
  return report;
}

} // namespace beagle::pipeline
