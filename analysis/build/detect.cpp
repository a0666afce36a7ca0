#include "analysis/build/detect.h"

#include "analysis/build/flags.h"
#include "analysis/support/files.h"
#include "analysis/support/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <set>

namespace beagle::build {

namespace {

constexpr std::string_view databaseName = "compile_commands.json";

struct Evidence {
  std::string_view name;
  Method method;
};
// In the order of preference; what comes first of autotools' files saves the most work.
constexpr std::array evidences{
    Evidence{"CMakeLists.txt", Method::CMake}, Evidence{"meson.build", Method::Meson},
    Evidence{"configure", Method::Make},       Evidence{"configure.ac", Method::Make},
    Evidence{"configure.in", Method::Make},    Evidence{"autogen.sh", Method::Make},
    Evidence{"bootstrap", Method::Make},       Evidence{"bootstrap.sh", Method::Make},
    Evidence{"GNUmakefile", Method::Make},     Evidence{"makefile", Method::Make},
    Evidence{"Makefile", Method::Make},
};
// Some projects keep everything one folder down.
constexpr std::array<std::string_view, 3> folders{"", "src", "source"};
// What is built there is not the project itself. Of each the plural, too, and with something behind it: `test-data`.
constexpr std::array<std::string_view, 21> sideFolders{
    "bench", "benchmark", "contrib",   "demo",   "dep",    "doc",  "docker", "example", "extern", "external", "fuzz",
    "man",   "package",   "packaging", "sample", "script", "test", "third",  "tool",    "try",    "vendor"};
// There are no sources in these, but what builds those beside it.
constexpr std::array<std::string_view, 5> buildFolders{"build", "cmake", "make", "project", "projects"};

std::string placeOf(std::string_view path) {
  const std::string folder = support::parentPath(path);
  const std::string_view name = support::fileName(path);
  if (folder.empty() || folder == ".") return fmt::format("{} at the root", name);
  return fmt::format("{} in {}/", name, folder);
}

bool isSideFolder(std::string_view name) {
  std::string small(name);
  std::ranges::transform(small, small.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return std::ranges::any_of(sideFolders, [&](std::string_view side) {
    if (!small.starts_with(side)) return false;
    const std::string_view rest = std::string_view(small).substr(side.size());
    return rest.empty() || rest == "s" || rest == "ing" || rest.front() == '-' || rest.front() == '_' ||
           rest.front() == '.';
  });
}

std::vector<std::string> partsOf(std::string_view path) {
  std::vector<std::string> parts;
  for (std::size_t slash = path.find('/'); slash != std::string_view::npos; slash = path.find('/')) {
    parts.emplace_back(path.substr(0, slash));
    path.remove_prefix(slash + 1);
  }
  return parts;
}

/// A folder below the root that has files of a build system.
struct LowerFolder {
  std::string name;
  std::size_t sources = 0; ///< in it, however deep
};

/// At most two down, and the highest ones only.
std::vector<LowerFolder> lowerFolders(const std::vector<std::string>& tree) {
  std::array<std::map<std::string, std::size_t>, 2> found;
  for (const std::string& path : tree) {
    if (std::ranges::find(evidences, support::fileName(path), &Evidence::name) == evidences.end()) continue;
    const std::vector<std::string> parts = partsOf(path);
    const bool isHidden = path.starts_with('.');
    if (!isHidden && !parts.empty() && parts.size() <= found.size() && std::ranges::none_of(parts, isSideFolder))
      found[parts.size() - 1].emplace(support::parentPath(path), 0);
  }
  auto& highest = found[0].empty() ? found[1] : found[0];
  const std::size_t depth = found[0].empty() ? 2 : 1;
  for (const std::string& path : tree) {
    const std::vector<std::string> parts = partsOf(path);
    if (parts.size() < depth || !isSource(path)) continue;
    const auto folder = highest.find(depth == 1 ? parts[0] : parts[0] + "/" + parts[1]);
    if (folder != highest.end()) ++folder->second;
  }
  std::vector<LowerFolder> lower;
  for (const auto& [name, sources] : highest) lower.push_back({name, sources});
  return lower;
}

/// The one of them that stands for the project: most of its sources lie in it, or there is no other, and it has some or
/// is there to build others.
std::string mainFolder(const std::vector<LowerFolder>& lower, const std::vector<std::string>& tree) {
  const auto sources = static_cast<std::size_t>(std::ranges::count_if(tree, isSource));
  for (const LowerFolder& folder : lower) {
    const bool isForBuilding = std::ranges::find(buildFolders, support::fileName(folder.name)) != buildFolders.end();
    const bool isOnlyOne = lower.size() == 1 && (folder.sources > 0 || isForBuilding);
    if (isOnlyOne || folder.sources * 2 > sources) return folder.name;
  }
  return {};
}

} // namespace

bool isDatabasePath(std::string_view path) {
  if (path == databaseName) return true;
  const std::size_t slash = path.find('/');
  if (slash == std::string_view::npos || path.substr(slash + 1) != databaseName) return false;
  const std::string_view folder = path.substr(0, slash);
  return folder.starts_with("build") || folder.ends_with("build") || folder.starts_with("cmake-build") ||
         folder == "out";
}

std::vector<BuildCandidate> detectBuilds(const std::vector<std::string>& tree,
                                         const std::vector<std::string>& working) {
  std::vector<BuildCandidate> candidates;
  for (const std::string& path : tree)
    if (isDatabasePath(path)) candidates.push_back({Method::Database, path, true, placeOf(path)});
  for (const std::string& path : working)
    if (isDatabasePath(path) && std::ranges::find(tree, path) == tree.end())
      candidates.push_back({Method::Database, path, false, placeOf(path) + " of the working folder"});
  const std::set<std::string, std::less<>> names(tree.begin(), tree.end());
  const auto isKnown = [&](Method method) {
    return std::ranges::any_of(candidates, [&](const auto& other) { return other.method == method; });
  };
  const auto lookIn = [&](std::string_view folder) {
    for (const Evidence& evidence : evidences) {
      const std::string path = folder.empty() ? std::string(evidence.name) : support::joinPath(folder, evidence.name);
      if (!isKnown(evidence.method) && names.contains(path))
        candidates.push_back({evidence.method, path, true, placeOf(path)});
    }
  };
  for (const std::string_view folder : folders) lookIn(folder);
  std::string why = "no build system was found: each source file by itself";
  if (std::ranges::all_of(candidates, [](const auto& found) { return found.method == Method::Database; })) {
    const std::vector<LowerFolder> lower = lowerFolders(tree);
    if (const std::string folder = mainFolder(lower, tree); !folder.empty()) {
      lookIn(folder);
    } else if (!lower.empty()) {
      std::vector<std::string> some;
      for (std::size_t i = 0; i < lower.size() && i < 3; ++i) some.push_back(lower[i].name);
      if (lower.size() > some.size()) some.emplace_back("others");
      why = fmt::format("there are build systems in {}, and none at the root: each source file by itself",
                        support::join(some, ", "));
    }
  }
  candidates.push_back({Method::Plain, {}, true, std::move(why)});
  return candidates;
}

} // namespace beagle::build
