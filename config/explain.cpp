#include "config/explain.h"

#include "analysis/support/text.h"
#include "config/values.h"

namespace beagle::config {

using Json = nlohmann::ordered_json;
using support::SourcePosition;

namespace {

struct Row {
  std::string key; ///< "bounds.buffer"
  Json value;
  SourcePosition origin;
  bool isIdle = false;
};

class Rows {
public:
  template <class S> void add(const S& settings, const std::string& above) {
    std::apply([&](const auto&... keys) { (addKey(keys, settings, above), ...); }, Keys<S>::all);
  }
  [[nodiscard]] std::vector<Row> take() { return std::move(rows_); }

private:
  template <class S, class T, class Rule>
  void addKey(const Key<S, T, Rule>& key, const S& settings, const std::string& above) {
    const Setting<T>& setting = settings.*key.member;
    rows_.push_back({above + std::string(key.name), toJson(*setting), setting.origin, isIdle(key.doc)});
  }
  template <class S, class Inner>
  void addKey(const Group<S, Inner>& group, const S& settings, const std::string& above) {
    add(settings.*group.member, above + std::string(group.name) + ".");
  }
  template <class S, class T>
  void addKey(const NameTable<S, T>& table, const S& settings, const std::string& above) {
    for (const auto& [name, setting] : settings.*table.member)
      rows_.push_back({fmt::format("{}{}.{}", above, table.name, name), toJson(*setting), setting.origin});
  }

  std::vector<Row> rows_;
};

template <class S> std::vector<Row> rowsOf(const S& settings) {
  Rows rows;
  rows.add(settings, "");
  return rows.take();
}

std::string shown(const Json& value) {
  if (value.is_null() || (value.is_array() && value.empty())) return "-";
  if (value.is_string()) return support::printable(value.get<std::string>(), 60);
  if (!value.is_array()) return value.dump();
  std::vector<std::string> items;
  for (const Json& item : value) items.push_back(support::printable(item.get<std::string>(), 60));
  return support::join(items, ", ");
}

void print(const std::vector<Row>& rows, std::string& text) {
  std::size_t keyWidth = 0, valueWidth = 0;
  for (const Row& row : rows) {
    keyWidth = std::max(keyWidth, row.key.size());
    valueWidth = std::max(valueWidth, std::min<std::size_t>(shown(row.value).size(), 24));
  }
  for (const Row& row : rows)
    text +=
        fmt::format("  {:<{}}  {:<{}}  {}{}\n", support::printable(row.key), keyWidth, shown(row.value), valueWidth,
                    row.origin.file.empty() ? "default" : support::printable(row.origin.str()),
                    row.isIdle && !row.origin.file.empty() ? ", without influence so far" : "");
}

Json positionJson(const SourcePosition& origin) {
  return {{"file", support::bytesToText(origin.file)}, {"line", origin.line}, {"column", origin.column}};
}

Json rowsJson(const std::vector<Row>& rows) {
  Json list = Json::array();
  for (const Row& row : rows) {
    Json entry{{"key", support::bytesToText(row.key)}, {"value", row.value}};
    if (!row.origin.file.empty()) entry["from"] = positionJson(row.origin);
    list.push_back(std::move(entry));
  }
  return list;
}

} // namespace

std::string explainText(const Configuration& configuration, const Explained& what) {
  const Settings settings = configuration.settingsFor(what.path);
  std::string text = support::printable(what.path);
  if (!what.isFolder) {
    const auto& [analysed, pattern] = settings.selection;
    text += *analysed ? ": looked at" : ": left out";
    if (!pattern.empty())
      text += fmt::format(", as `{}` says", support::printable(pattern));
    else if (!analysed.isDefault())
      text += ", as `include` does not name it";
    if (!analysed.isDefault()) text += fmt::format(" ({})", support::printable(analysed.origin.str()));
  }
  text += "\n\n";
  print(rowsOf(settings), text);
  text += "\nThe whole project:\n\n";
  print(rowsOf(configuration.project()), text);
  return text;
}

std::string explainJson(const Configuration& configuration, const Explained& what) {
  const Settings settings = configuration.settingsFor(what.path);
  Json document{{"schema", "beagle.settings/1"}, {"path", support::bytesToText(what.path)}};
  if (!what.isFolder) {
    const auto& [analysed, pattern] = settings.selection;
    document["analysed"] = *analysed;
    if (!pattern.empty()) document["pattern"] = pattern;
    if (!analysed.isDefault()) document["from"] = positionJson(analysed.origin);
  }
  document["settings"] = rowsJson(rowsOf(settings));
  document["project"] = rowsJson(rowsOf(configuration.project()));
  return document.dump(2) + "\n";
}

} // namespace beagle::config
