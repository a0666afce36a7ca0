#include "analysis/pipeline/change_reach.h"

#include "analysis/report/wording.h"

#include <algorithm>

namespace beagle::pipeline {

/// Of one hunk.
static constexpr unsigned mostLinesApart = 16;

ChangeReach::ChangeReach(const std::vector<report::Report::Hunk>& hunks) {
  for (const report::Report::Hunk& hunk : hunks) {
    const std::string& baseFile = hunk.baseFile.empty() ? hunk.file : hunk.baseFile;
    if (hunk.baseLines > 0) base_.add(baseFile, hunk.baseStart, hunk.baseStart + hunk.baseLines - 1);
    if (hunk.headLines > 0) head_.add(hunk.file, hunk.headStart, hunk.headStart + hunk.headLines - 1);
    // Line by line where each became another one: they are places of their own.
    if (hunk.baseLines == hunk.headLines && hunk.baseLines <= mostLinesApart) {
      for (unsigned i = 0; i < hunk.baseLines; ++i) {
        aroundInBase_.add(baseFile, hunk.baseStart + i, hunk.baseStart + i);
        aroundInHead_.add(hunk.file, hunk.headStart + i, hunk.headStart + i);
      }
      continue;
    }
    // A side without lines starts behind the line that it names.
    const auto last = [](auto start, auto lines) { return start + (lines == 0 ? 2 : lines) - 1; };
    aroundInBase_.add(baseFile, hunk.baseStart, last(hunk.baseStart, hunk.baseLines));
    aroundInHead_.add(hunk.file, hunk.headStart, last(hunk.headStart, hunk.headLines));
  }
}

ChangeReach::Found ChangeReach::changedCode(const exec::Machine& machine, const ir::SourceLines& lines) {
  const ir::Program& program = machine.program();
  Found found;
  std::map<std::uint32_t, ir::SourceLines::OfFile> changed; // by the program's number of the file
  for (const auto& [index, covered] : machine.coverage().all()) {
    if (program.functions()[index].isRuntime) continue;
    exec::forEachPlace(program.body(index), covered, [&](const ir::Location& where, bool isReached) {
      const auto [file, isNew] = changed.try_emplace(where.file);
      if (isNew) file->second = lines.of(program.file(where.file));
      if (file->second.contains(where.line)) found[{std::string(program.file(where.file)), where.line}] |= isReached;
    });
  }
  return found;
}

ChangeReach::Missed ChangeReach::missedBy(const exec::Machine& base, const exec::Machine& head) const {
  const Found inBase = changedCode(base, base_);
  const Found inHead = changedCode(head, head_);
  const auto anyReached = [](const Found& found) {
    return std::ranges::any_of(found, [](const auto& line) { return line.second; });
  };
  Missed missed;
  missed.isAll = !anyReached(inBase) && !anyReached(inHead) && !(inBase.empty() && inHead.empty());
  // What is gone can only be named as it was.
  for (const auto& [place, isReached] : inHead.empty() ? inBase : inHead)
    if (!isReached) missed.places.push_back(report::placeText(place.first, place.second));
  return missed;
}

} // namespace beagle::pipeline
