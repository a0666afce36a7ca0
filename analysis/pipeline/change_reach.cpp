#include "analysis/pipeline/change_reach.h"

#include "analysis/report/wording.h"

#include <algorithm>
#include <optional>

namespace beagle::pipeline {

ChangeReach::ChangeReach(const std::vector<report::Report::Hunk>& hunks) {
  for (const report::Report::Hunk& hunk : hunks) {
    const std::string& baseFile = hunk.baseFile.empty() ? hunk.file : hunk.baseFile;
    if (hunk.baseLines > 0) base_[baseFile].emplace_back(hunk.baseStart, hunk.baseStart + hunk.baseLines - 1);
    if (hunk.headLines > 0) head_[hunk.file].emplace_back(hunk.headStart, hunk.headStart + hunk.headLines - 1);
  }
}

void ChangeReach::look(const exec::Machine& machine, const Lines& lines, Found& found) {
  const ir::Program& program = machine.program();
  std::map<std::uint32_t, const Lines::mapped_type*> changed; // by the program's number of the file
  for (const auto& [index, covered] : machine.coverage().all()) {
    if (program.functions()[index].isRuntime) continue;
    const ir::Function& function = program.body(index);
    for (std::size_t b = 0; b < function.blocks.size(); ++b) {
      const ir::Block& block = function.blocks[b];
      for (std::uint32_t k = block.first; k < block.first + block.count; ++k) {
        const ir::Location& where = function.locations[function.code[k].where];
        if (where.line == 0) continue;
        const auto [file, isNew] = changed.try_emplace(where.file, nullptr);
        if (isNew)
          if (const auto known = lines.find(program.file(where.file)); known != lines.end()) file->second = &known->second;
        if (!file->second) continue;
        const auto isInside = [&](const auto& range) { return range.first <= where.line && where.line <= range.second; };
        if (std::ranges::any_of(*file->second, isInside))
          found.reached[{std::string(program.file(where.file)), where.line}] |= covered.blocks[b] != 0;
      }
    }
  }
}

ChangeReach::Missed ChangeReach::missedBy(const exec::Machine& base, const exec::Machine& head) const {
  Missed missed;
  Found inBase, inHead;
  look(base, base_, inBase);
  look(head, head_, inHead);
  const auto isReached = [](const auto& line) { return line.second; };
  const auto anyReached = [&](const Found& found) { return std::ranges::any_of(found.reached, isReached); };
  missed.isAll = !anyReached(inBase) && !anyReached(inHead) && !(inBase.reached.empty() && inHead.reached.empty());
  // What is gone can only be named as it was.
  const Found& shown = inHead.reached.empty() ? inBase : inHead;
  for (const auto& [place, reached] : shown.reached)
    if (!reached) missed.places.push_back(report::placeText(place.first, place.second));
  return missed;
}

} // namespace beagle::pipeline
