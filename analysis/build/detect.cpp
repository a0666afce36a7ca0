#include "analysis/build/detect.h"

#include "analysis/support/files.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
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

std::string placeOf(std::string_view path) {
  const std::string folder = support::parentPath(path);
  const std::string_view name = support::fileName(path);
  if (folder.empty() || folder == ".") return fmt::format("{} at the root", name);
  return fmt::format("{} in {}/", name, folder);
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
  for (const std::string_view folder : folders) {
    for (const Evidence& evidence : evidences) {
      const std::string path = folder.empty() ? std::string(evidence.name) : support::joinPath(folder, evidence.name);
      const bool known =
          std::ranges::any_of(candidates, [&](const auto& other) { return other.method == evidence.method; });
      if (!known && names.contains(path)) candidates.push_back({evidence.method, path, true, placeOf(path)});
    }
  }
  candidates.push_back({Method::Plain, {}, true, "no build system was found: each source file by itself"});
  return candidates;
}

} // namespace beagle::build
