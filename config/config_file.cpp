#include "config/config_file.h"

#include "analysis/support/files.h"
#include "config/key_check.h"
#include "config/node.h"
#include "config/values.h"

namespace beagle::config {

namespace {

/// Takes over what a checked document says.
class Filler {
public:
  explicit Filler(const std::string& file) : file_(file) {}

  template <class S> void fill(S& settings, const Node& map) const {
    for (const auto& [name, value] : map.entries)
      std::apply([&](const auto&... keys) { (fillIf(keys.name == name.text, keys, settings, value), ...); },
                 Keys<S>::all);
  }

  void fill(std::vector<Setting<std::string>>& patterns, const Node& list) const {
    for (const Node& item : list.items) patterns.push_back({item.text, origin(item)});
  }

private:
  template <class D, class S> void fillIf(bool isIt, const D& key, S& settings, const Node& value) const {
    if (isIt) fillKey(key, settings, value);
  }

  template <class S, class T, class Rule>
  void fillKey(const Key<S, T, Rule>& key, S& settings, const Node& value) const {
    Setting<T>& setting = settings.*key.member;
    assign(setting.value, value);
    setting.origin = origin(value);
  }

  template <class S, class Inner>
  void fillKey(const Group<S, Inner>& group, S& settings, const Node& map) const {
    fill(settings.*group.member, map);
  }

  template <class S, class T> void fillKey(const NameTable<S, T>& table, S& settings, const Node& map) const {
    for (const auto& [name, value] : map.entries) {
      Setting<T>& setting = (settings.*table.member)[name.text];
      assign(setting.value, value);
      setting.origin = origin(value);
    }
  }

  [[nodiscard]] support::SourcePosition origin(const Node& node) const {
    return {file_, node.line, node.column};
  }

  const std::string& file_;
};

} // namespace

std::string folderOf(const std::string& path) {
  const std::string folder = support::parentPath(path);
  return folder == "." ? "" : folder;
}

std::expected<ConfigFile, Errors> readConfigFile(std::string_view content, const std::string& path,
                                                 const std::string& folder) {
  auto document = readYaml(content, path);
  if (!document) return std::unexpected(Errors{std::move(document.error())});
  if (Errors errors = checkKeys(*document, keyTree(), path, folder.empty()); !errors.empty())
    return std::unexpected(std::move(errors));
  ConfigFile file{path, folder};
  const Filler filler(path);
  filler.fill(file.project, *document);
  filler.fill(file.settings, *document);
  for (const auto& [name, value] : document->entries) {
    if (name.text == "include") filler.fill(file.include, value);
    if (name.text == "exclude") filler.fill(file.exclude, value);
  }
  return file;
}

} // namespace beagle::config
