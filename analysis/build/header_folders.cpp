#include "analysis/build/header_folders.h"

#include "analysis/build/flags.h"
#include "analysis/build/include_directives.h"
#include "analysis/support/files.h"

#include <algorithm>
#include <map>
#include <set>

namespace beagle::build {

namespace {

/// Each of them is asked for each header that the compiler looks for.
constexpr std::size_t mostFolders = 64;

/// How many of their first folders two paths share.
std::size_t nearness(std::string_view left, std::string_view right) {
  const auto [end, other] = std::ranges::mismatch(left, right);
  return static_cast<std::size_t>(std::count(left.begin(), end, '/'));
}

} // namespace

std::vector<std::string> headerFolders(const std::vector<std::string>& tree, const std::vector<std::string>& known,
                                       const std::function<std::string(const std::string&)>& read) {
  const std::set<std::string, std::less<>> files(tree.begin(), tree.end());
  std::multimap<std::string_view, const std::string*> byName;
  for (const std::string& path : tree) byName.emplace(support::fileName(path), &path);

  const auto isThere = [&](const std::string& folder, const std::string& name) {
    return files.contains(support::normalPath(support::joinPath(folder, name)));
  };
  std::map<std::string, std::size_t> uses;
  for (const std::string& file : tree) {
    if (!isSource(file) && !isHeader(file)) continue;
    const std::string own = support::parentPath(file);
    for (const IncludeDirective& include : includesOf(read(file))) {
      if (include.name.empty() || include.name.starts_with("/") || (include.quoted && isThere(own, include.name)) ||
          std::ranges::any_of(known, [&](const std::string& folder) { return isThere(folder, include.name); }))
        continue;
      const std::string ending = "/" + include.name;
      const std::string* best = nullptr;
      const auto [first, last] = byName.equal_range(support::fileName(include.name));
      for (auto at = first; at != last; ++at)
        if (at->second->ends_with(ending) && (!best || nearness(*at->second, file) > nearness(*best, file)))
          best = at->second;
      if (best) ++uses[best->substr(0, best->size() - ending.size())];
    }
  }
  std::vector<std::string> folders;
  for (const auto& [folder, count] : uses) folders.push_back(folder);
  if (folders.size() > mostFolders) {
    std::ranges::stable_sort(folders, std::greater(), [&](const std::string& folder) { return uses[folder]; });
    folders.resize(mostFolders);
  }
  std::ranges::sort(folders); // a header that is included once more is no reason to look for all of them elsewhere
  return folders;
}

} // namespace beagle::build
