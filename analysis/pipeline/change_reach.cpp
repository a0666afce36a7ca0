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
    addPlaces(hunk, baseFile);
    // A side without lines starts behind the line that it names.
    const auto last = [](auto start, auto lines) { return start + (lines == 0 ? 2 : lines) - 1; };
    aroundInBase_.add(baseFile, hunk.baseStart, last(hunk.baseStart, hunk.baseLines));
    aroundInHead_.add(hunk.file, hunk.headStart, last(hunk.headStart, hunk.headLines));
  }
}

/// Of each in both versions, as they are counted. Line by line where each became another one.
void ChangeReach::addPlaces(const report::Report::Hunk& hunk, const std::string& baseFile) {
  if (hunk.baseLines != hunk.headLines || hunk.baseLines > mostLinesApart) {
    const auto add = [](ir::SourceLines& places, const std::string& file, unsigned start, unsigned lines) {
      if (lines > 0) places.add(file, start, start + lines - 1);
      else places.add(file, 1, 0); // counts, and has no line
    };
    add(placesInBase_, baseFile, hunk.baseStart, hunk.baseLines);
    add(placesInHead_, hunk.file, hunk.headStart, hunk.headLines);
    return;
  }
  for (unsigned i = 0; i < hunk.baseLines; ++i) {
    placesInBase_.add(baseFile, hunk.baseStart + i, hunk.baseStart + i);
    placesInHead_.add(hunk.file, hunk.headStart + i, hunk.headStart + i);
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
