#include "analysis/pipeline/unit_selection.h"

#include <algorithm>
#include <map>

namespace beagle::pipeline {

using build::Unit;
using build::UnitSet;

namespace {

/// Files that a unit may read and that are not what they were.
struct ChangedFiles {
  std::set<std::string> base, head;
};

ChangedFiles changedFilesOf(const build::Version& base, const build::Version& head, const build::TreeDiff& diff) {
  ChangedFiles changed;
  for (const build::FileDelta& file : diff.files) {
    if (file.status == build::FileDelta::Status::ModeChanged) continue;
    if (!file.basePath.empty()) changed.base.insert(file.basePath);
    if (!file.headPath.empty()) changed.head.insert(file.headPath);
  }
  for (const auto& [name, generated] : base.generated())
    if (head.idOf(name) != generated.id) changed.base.insert(name);
  for (const auto& [name, generated] : head.generated())
    if (base.idOf(name) != generated.id) changed.head.insert(name);
  return changed;
}

/// Which units of a version may read one of some files.
class Readers {
public:
  Readers(UnitSet& units, const std::set<std::string>& files) : units_(units), files_(files) {}

  [[nodiscard]] bool has(const Unit& unit) {
    return std::ranges::any_of(units_.reachOf(unit), [this](build::IncludeGraph::File file) { return isOne(file); });
  }

private:
  enum class Answer : std::uint8_t { Unknown, No, Yes };

  bool isOne(build::IncludeGraph::File file) {
    if (file >= known_.size()) known_.resize(file + 1);
    if (known_[file] == Answer::Unknown)
      known_[file] = files_.contains(units_.version().includes().nameOf(file)) ? Answer::Yes : Answer::No;
    return known_[file] == Answer::Yes;
  }

  UnitSet& units_;
  const std::set<std::string>& files_;
  std::vector<Answer> known_; ///< by file
};

bool sameFlags(UnitSet& base, const Unit& before, UnitSet& head, const Unit& after) {
  const build::CompileCommand& a = base.commandOf(before);
  const build::CompileCommand& b = head.commandOf(after);
  return a.arguments == b.arguments && a.directory == b.directory && a.cxx == b.cxx;
}

} // namespace

change::RenamedFiles renamedFilesOf(const build::TreeDiff& diff) {
  change::RenamedFiles renamed;
  for (const build::FileDelta& file : diff.files)
    if (file.status == build::FileDelta::Status::Renamed) renamed[file.basePath] = file.headPath;
  return renamed;
}

std::vector<UnitMatch> matchUnits(UnitSet& base, UnitSet& head, const build::TreeDiff& diff) {
  const change::RenamedFiles renamed = renamedFilesOf(diff);
  std::map<std::string, std::vector<Unit>> byFile; // base units under the file's name in head
  for (const Unit& unit : base.units()) {
    const auto it = renamed.find(unit.file);
    byFile[it == renamed.end() ? unit.file : it->second].push_back(unit);
  }
  std::vector<UnitMatch> matches;
  for (const Unit& unit : head.units()) {
    UnitMatch match{std::nullopt, unit, false};
    std::vector<Unit>& candidates = byFile[unit.file];
    // The same flags first; configurations that are left over pair up in their order.
    auto best =
        std::ranges::find_if(candidates, [&](const Unit& candidate) { return sameFlags(base, candidate, head, unit); });
    if (best != candidates.end()) {
      match.base = *best;
      candidates.erase(best);
    }
    matches.push_back(std::move(match));
  }
  for (UnitMatch& match : matches) {
    std::vector<Unit>& candidates = byFile[match.head->file];
    if (match.base || candidates.empty()) continue;
    match.base = candidates.front();
    candidates.erase(candidates.begin());
  }
  for (auto& [file, units] : byFile)
    for (Unit& unit : units) matches.push_back({std::move(unit), std::nullopt, false});

  const ChangedFiles changed = changedFilesOf(base.version(), head.version(), diff);
  Readers inBase(base, changed.base), inHead(head, changed.head);
  for (UnitMatch& match : matches)
    match.reached = !match.base || !match.head || !sameFlags(base, *match.base, head, *match.head) ||
                    inBase.has(*match.base) || inHead.has(*match.head);
  return matches;
}

} // namespace beagle::pipeline
