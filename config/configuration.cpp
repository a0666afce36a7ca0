#include "config/configuration.h"

#include "analysis/support/text.h"
#include "config/keys.h"

#include <algorithm>

namespace beagle::config {

using support::joinPath;
using support::pathBelow;

namespace {

constexpr std::size_t mostFiles = 1'000;

template <class S, class T, class Rule> void lay(const Key<S, T, Rule>& key, const S& from, S& onto) {
  if (!(from.*key.member).isDefault()) onto.*key.member = from.*key.member;
}
template <class S, class T> void lay(const NameTable<S, T>& table, const S& from, S& onto) {
  for (const auto& [name, setting] : from.*table.member) (onto.*table.member)[name] = setting;
}
template <class S, class Inner> void lay(const Group<S, Inner>& group, const S& from, S& onto);

/// What `from` says wins over what `onto` says.
template <class S> void layOver(const S& from, S& onto) {
  std::apply([&](const auto&... keys) { (lay(keys, from, onto), ...); }, Keys<S>::all);
}
template <class S, class Inner> void lay(const Group<S, Inner>& group, const S& from, S& onto) {
  layOver(from.*group.member, onto.*group.member);
}

/// A pattern of a folder, as one of the root.
std::string fromRoot(const std::string& folder, std::string_view pattern) {
  if (folder.empty()) return std::string(pattern);
  const bool isAnywhere =
      pattern.substr(0, pattern.size() - pattern.ends_with('/')).find('/') == std::string_view::npos;
  if (pattern.starts_with('/')) pattern.remove_prefix(1);
  return fmt::format("{}/{}{}", folder, isAnywhere ? "**/" : "", pattern);
}

const Setting<std::string>* matching(const std::vector<Setting<std::string>>& patterns,
                                     std::string_view path) {
  const auto found = std::ranges::find_if(
      patterns, [&](const auto& pattern) { return support::matchesGlob(path, *pattern); });
  return found == patterns.end() ? nullptr : &*found;
}

void select(const ConfigFile& file, std::string_view path, Selection& selection) {
  if (!file.include.empty()) {
    const auto* included = matching(file.include, path);
    // Nothing names it: the list as a whole leaves it out.
    selection = included ? Selection{{true, included->origin}, **included}
                         : Selection{{false, file.include.front().origin}, ""};
  }
  if (const auto* excluded = matching(file.exclude, path))
    selection = {{false, excluded->origin}, **excluded};
}

} // namespace

std::expected<Configuration, Errors> Configuration::load(const ConfigSource& source) {
  auto paths = source.files();
  if (!paths) return std::unexpected(Errors{std::move(paths.error())});
  if (paths->size() > mostFiles)
    return std::unexpected(
        Errors{support::Error(support::ErrorKind::Usage, fmt::format("{} files named {}; there may be {}",
                                                                     paths->size(), fileName, mostFiles))});
  std::ranges::sort(*paths);
  Configuration configuration;
  Errors errors;
  for (const std::string& path : *paths) {
    auto content = source.read(path);
    if (!content) {
      errors.push_back(std::move(content.error()));
      continue;
    }
    auto file = readConfigFile(*content, path, folderOf(path));
    if (file)
      configuration.files_.push_back(std::move(*file));
    else
      std::ranges::move(file.error(), std::back_inserter(errors));
  }
  if (!errors.empty()) return std::unexpected(std::move(errors));
  for (ConfigFile& file : configuration.files_)
    if (file.folder.empty()) configuration.project_ = file.project;
  // By folder and not by file: the root's ".beagle.yml" would come behind "+/.beagle.yml".
  std::ranges::sort(configuration.files_, {}, &ConfigFile::folder);
  return configuration;
}

Settings Configuration::settingsFor(std::string_view path) const {
  const std::string given = support::normalPath(path);
  const std::string normal = given == "." ? "" : given;
  Settings settings;
  for (const ConfigFile& file : files_) {
    const auto below = file.folder.empty() ? std::optional(normal) : pathBelow(normal, file.folder);
    if (!below) continue;
    const bool hadTests = !file.settings.tests.isDefault();
    layOver(file.settings, settings);
    if (hadTests)
      for (std::string& pattern : settings.tests.value) pattern = fromRoot(file.folder, pattern);
    if (!below->empty()) select(file, *below, settings.selection);
  }
  return settings;
}

std::vector<std::string> Configuration::files() const {
  std::vector<std::string> paths;
  for (const ConfigFile& file : files_) paths.push_back(file.path);
  return paths;
}

support::Error together(Errors errors) {
  support::Error first = std::move(errors.front());
  if (errors.size() == 1) return first;
  const std::string others = fmt::format("there {} {} more; `beagle config validate` shows all",
                                         errors.size() == 2 ? "is" : "are", errors.size() - 1);
  const std::string hint = first.hint().empty() ? others : first.hint() + "; " + others;
  return std::move(first).hint(hint);
}

} // namespace beagle::config
