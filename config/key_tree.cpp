#include "config/key_tree.h"

#include "config/values.h"

#include <algorithm>
#include <iterator>

namespace beagle::config {

namespace {

template <class S> std::vector<KeyInfo> infosOf(const S& defaults);

template <class S, class T, class Rule> KeyInfo infoOf(const Key<S, T, Rule>& key, const S& defaults) {
  KeyInfo info{std::string(key.name), std::string(key.doc)};
  info.type = typeOf<T>(key.rule);
  info.byDefault = toJson(*(defaults.*key.member));
  return info;
}

template <class S, class Inner> KeyInfo infoOf(const Group<S, Inner>& group, const S& defaults) {
  KeyInfo info{std::string(group.name), std::string(group.doc), KeyInfo::Shape::Group};
  info.keys = infosOf(defaults.*group.member);
  return info;
}

template <class S, class T> KeyInfo infoOf(const NameTable<S, T>& table, const S&) {
  KeyInfo info{std::string(table.name), std::string(table.doc), KeyInfo::Shape::Names};
  info.type = typeOf<T>(AnyValue{});
  return info;
}

template <class S> std::vector<KeyInfo> infosOf(const S& defaults) {
  return std::apply([&](const auto&... keys) { return std::vector<KeyInfo>{infoOf(keys, defaults)...}; },
                    Keys<S>::all);
}

KeyInfo patternsInfo(std::string_view name, std::string_view doc) {
  KeyInfo info{std::string(name), std::string(doc)};
  info.type = typeOf<std::vector<std::string>>(Form::Pattern);
  info.byDefault = nlohmann::ordered_json::array();
  return info;
}

} // namespace

std::vector<KeyInfo> keyTree() {
  std::vector<KeyInfo> keys{patternsInfo("include", includeDoc), patternsInfo("exclude", excludeDoc)};
  std::ranges::move(infosOf(Settings{}), std::back_inserter(keys));
  for (KeyInfo& key : infosOf(ProjectSettings{})) {
    key.isProjectWide = true;
    keys.push_back(std::move(key));
  }
  return keys;
}

const KeyInfo* findKey(const std::vector<KeyInfo>& keys, std::string_view name) {
  const auto found = std::ranges::find(keys, name, &KeyInfo::name);
  return found == keys.end() ? nullptr : &*found;
}

} // namespace beagle::config
