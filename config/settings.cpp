#include "config/settings.h"

#include "analysis/support/files.h"

#include <tuple>

namespace beagle::config {

namespace {

/// Wildcards in a name; the text is walked once for every character of the pattern at most.
bool matchesName(std::string_view name, std::string_view pattern) {
  std::size_t at = 0, star = std::string_view::npos, resume = 0;
  std::size_t in = 0;
  while (in < name.size()) {
    if (at < pattern.size() && pattern[at] == '*') {
      star = at++;
      resume = in;
    } else if (at < pattern.size() && (pattern[at] == '?' || pattern[at] == name[in])) {
      ++at;
      ++in;
    } else if (star != std::string_view::npos) {
      at = star + 1;
      in = ++resume;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', at) == std::string_view::npos;
}

} // namespace

template <class T> const Setting<T>* valueFor(const Table<T>& table, std::string_view function) {
  const Setting<T>* best = nullptr;
  std::tuple<std::size_t, bool, unsigned, unsigned> bestRank;
  for (const auto& [pattern, setting] : table) {
    if (!matchesName(function, pattern)) continue;
    // All files are on the way to one path, so a longer path is a deeper one.
    const support::SourcePosition& origin = setting.origin;
    const std::tuple rank{origin.file.size(), pattern == function, origin.line, origin.column};
    if (best && rank <= bestRank) continue;
    best = &setting;
    bestRank = rank;
  }
  return best;
}

template const Setting<EntryUse>* valueFor(const Table<EntryUse>&, std::string_view);
template const Setting<Treatment>* valueFor(const Table<Treatment>&, std::string_view);

} // namespace beagle::config
