#include "analysis/build/documentation.h"

#include "analysis/support/files.h"
#include "analysis/support/text.h"

#include <algorithm>
#include <array>
#include <set>

namespace beagle::build {

namespace {

template <std::size_t N> bool isAmong(std::string_view name, const std::array<std::string_view, N>& names) {
  return std::ranges::find(names, name) != names.end();
}

bool isForPeople(std::string_view path) {
  constexpr std::array<std::string_view, 13> endings{".md",  ".markdown", ".rst", ".adoc", ".txt",  ".png", ".jpg",
                                                     ".svg", ".jpeg",     ".gif", ".webp", ".webm", ".pdf"};
  constexpr std::array<std::string_view, 11> names{"AUTHORS", "CHANGELOG",   "CONTRIBUTORS", "COPYING",
                                                   "LICENSE", "MAINTAINERS", "NEWS",         "README",
                                                   "THANKS",  ".gitignore",  ".mailmap"};
  const std::string_view name = support::fileName(path);
  return name != "CMakeLists.txt" && (isAmong(name, names) || isAmong(support::extension(name), endings));
}

/// By its name; scripts count, as builds run them.
bool saysHowToBuild(const TreeFile& file) {
  constexpr std::array<std::string_view, 14> endings{".cmake", ".mk",  ".mak",   ".am", ".ac", ".m4", ".in",
                                                     ".qrc",   ".bzl", ".build", ".sh", ".py", ".pl", ".yml"};
  constexpr std::array<std::string_view, 7> names{"CMakeLists.txt", "makefile",   "GNUmakefile", "meson_options.txt",
                                                  "configure",      "Dockerfile", "SConstruct"};
  const std::string_view name = support::fileName(file.path);
  return name.starts_with("Makefile") || isAmong(name, names) || isAmong(support::extension(name), endings);
}

bool isMentioned(const std::set<std::string>& names, const Tree& tree) {
  constexpr std::uint64_t most = 1U << 20;
  return std::ranges::any_of(tree.files(), [&](const TreeFile& file) {
    if (!saysHowToBuild(file)) return false;
    const auto size = tree.sizeOf(file);
    const auto text = size && *size <= most ? tree.contentOf(file) : support::Result<std::string>();
    if (!size || !text) return true; // nobody knows
    return *size > most || std::ranges::any_of(names, [&](const std::string& name) { return text->contains(name); });
  });
}

} // namespace

bool isDocumentation(const TreeDiff& diff, const Tree& base, const Tree& head) {
  std::set<std::string> names;
  for (const FileDelta& file : diff.files)
    for (const std::string& path : {file.basePath, file.headPath}) {
      if (path.empty()) continue;
      if (file.submodule || !isForPeople(path)) return false;
      names.insert(std::string(support::fileName(path)));
    }
  return names.empty() || (!isMentioned(names, base) && !isMentioned(names, head));
}

} // namespace beagle::build
