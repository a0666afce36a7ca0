#include "analysis/change/entry_rank.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace beagle::change {

namespace {

/// How many lines of a changed place lie in a function.
std::size_t linesIn(const Place& place, const std::string& file, std::size_t start, std::size_t count) {
  if (place.name.empty() || place.file != file) return 0;
  const std::size_t first = std::max<std::size_t>(start, place.line);
  const std::size_t end = std::min<std::size_t>(start + count, std::size_t{place.endLine} + 1);
  return first < end ? end - first : 0;
}

/// Of each function, by its place in head.
std::map<Place, std::size_t> editedLines(const ChangeSet& changes, const std::vector<AccountedHunk>& hunks) {
  std::map<Place, std::size_t> edited;
  for (const ChangedFunction& function : changes.functions)
    for (const AccountedHunk& hunk : hunks) {
      if (hunk.status != HunkStatus::Analysed) continue;
      const HunkRange& range = hunk.range;
      edited[function.head] += linesIn(function.base, range.baseFile, range.baseStart, range.baseLines) +
                               linesIn(function.head, range.headFile, range.headStart, range.headLines);
    }
  return edited;
}

} // namespace

void rankEntries(EntryChoice& choice, const ChangeSet& changes, const std::vector<AccountedHunk>& hunks,
                 const std::set<std::string>& last, std::size_t cap) {
  const std::map<Place, std::size_t> edited = editedLines(changes, hunks);
  const auto editedBehind = [&](const Entry& entry) {
    std::size_t lines = 0;
    for (const Place& function : std::set(entry.leadsTo.begin(), entry.leadsTo.end())) // of all instantiations, once
      if (const auto known = edited.find(function); known != edited.end()) lines += known->second;
    return lines;
  };
  std::ranges::sort(choice.entries, {}, [&](const Entry& entry) {
    return std::tuple(last.contains(entry.place.file), -static_cast<std::int64_t>(editedBehind(entry)),
                      entry.chain.size(), entry.place.file, entry.place.line, entry.symbol);
  });
  for (std::size_t i = cap; i < choice.entries.size(); ++i) {
    const Place& place = choice.entries[i].place;
    const bool hasNamesake =
        std::ranges::count(choice.entries, place.name, [](const Entry& entry) { return entry.place.name; }) > 1;
    choice.pastCap.push_back(hasNamesake ? fmt::format("{} ({})", place.name, place.file) : place.name);
  }
  if (choice.entries.size() > cap) choice.entries.resize(cap);
}

} // namespace beagle::change
