#include "analysis/build/documentation.h"

#include "analysis/build/name_lists.h"
#include "analysis/support/files.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>

namespace beagle::build {

namespace {

bool isForPeople(std::string_view path) {
  constexpr std::array<std::string_view, 13> endings{".md",  ".markdown", ".rst", ".adoc", ".txt",  ".png", ".jpg",
                                                     ".svg", ".jpeg",     ".gif", ".webp", ".webm", ".pdf"};
  constexpr std::array<std::string_view, 11> names{"AUTHORS", "CHANGELOG",   "CONTRIBUTORS", "COPYING",
                                                   "LICENSE", "MAINTAINERS", "NEWS",         "README",
                                                   "THANKS",  ".gitignore",  ".mailmap"};
  // Build systems and package managers look for these by themselves.
  constexpr std::array<std::string_view, 5> others{"CMakeLists.txt", "meson_options.txt", "conanfile.txt",
                                                   "requirements.txt", "constraints.txt"};
  const std::string_view name = support::fileName(path);
  return !isOneOf(name, others) && (isOneOf(name, names) || isOneOf(support::extension(name), endings));
}

/// Paths that differ, as long as all of them are for people.
std::optional<std::set<std::string>> wordsIn(const Tree& base, const Tree& head) {
  std::set<std::string> changed;
  for (const bool isBase : {true, false}) {
    const Tree& other = isBase ? head : base;
    for (const TreeFile& file : (isBase ? base : head).files()) {
      const TreeFile* same = other.find(file.path);
      if (same && *same == file) continue;
      if (file.kind == TreeFile::Kind::Submodule || !isForPeople(file.path)) return std::nullopt;
      changed.insert(file.path);
    }
  }
  return changed;
}

/// True also where that would take too long to find out.
bool isMentioned(const std::set<std::string>& names, const Tree& tree) {
  constexpr std::uint64_t mostRead = 32U << 20;
  std::uint64_t read = 0;
  return std::ranges::any_of(tree.files(), [&](const TreeFile& file) {
    if (file.kind == TreeFile::Kind::Submodule || isForPeople(file.path)) return false;
    const auto size = tree.sizeOf(file);
    if (!size || (read += *size) > mostRead) return true;
    const auto text = tree.contentOf(file);
    return !text || std::ranges::any_of(names, [&](const std::string& name) { return text->contains(name); });
  });
}

} // namespace

bool differInWords(const Tree& base, const Tree& head) {
  const auto changed = wordsIn(base, head);
  if (!changed || changed->empty()) return changed.has_value();
  std::set<std::string> names;
  for (const std::string& path : *changed) names.emplace(support::fileName(path));
  return !isMentioned(names, head); // whose other files are those of base
}

} // namespace beagle::build
