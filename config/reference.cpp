#include "config/key_tree.h"
#include "config/schema.h"
#include "config/value_check.h"

namespace beagle::config {

namespace {

using Kind = ValueType::Kind;

std::string defaultOf(const KeyInfo& key) {
  const nlohmann::ordered_json& value = key.byDefault;
  if (value.is_null() || (value.is_array() && value.empty())) return "nothing";
  return fmt::format("`{}`", value.is_string() ? value.get<std::string>() : value.dump());
}

/// What follows a key's name: what it is for, what it may be, and what it is when nobody says anything.
void describeValue(const KeyInfo& key, std::string& text) {
  text += key.doc;
  if (key.type.kind == Kind::Word) {
    text += "\n\n";
    for (const auto& [word, doc] : key.type.words)
      text += fmt::format("- `{}`{}: {}\n", word, key.byDefault == word ? " (default)" : "", doc);
    return;
  }
  std::string type = describe(key.type);
  text += fmt::format(" {}{}.", static_cast<char>(std::toupper(static_cast<unsigned char>(type[0]))),
                      type.substr(1));
  if (key.shape == KeyInfo::Shape::Value) text += fmt::format(" Default: {}.", defaultOf(key));
  text += "\n";
}

void section(const KeyInfo& key, const std::string& above, std::string& text) {
  const std::string name = above.empty() ? key.name : above + "." + key.name;
  text += fmt::format("\n{} `{}`\n\n", above.empty() ? "##" : "###", name);
  if (key.shape == KeyInfo::Shape::Group) {
    text += key.doc + "\n";
    for (const KeyInfo& inner : key.keys) section(inner, name, text);
    return;
  }
  if (key.shape == KeyInfo::Shape::Names) {
    text += key.doc + " Each line names a function; `*` and `?` stand for any characters.";
    std::string value;
    KeyInfo inner = key;
    inner.doc.clear();
    describeValue(inner, value);
    text += value.starts_with("\n") ? value : " The value is" + value;
    return;
  }
  describeValue(key, text);
}

} // namespace

std::string referenceText() {
  std::string text =
      "# All keys of `.beagle.yml`\n\n"
      "This page is made by `beagle config reference`. What the file is for and how files of several "
      "folders work together is told in [README.md](README.md).\n\n";
  const std::vector<KeyInfo> keys = keyTree();
  for (const bool isProjectWide : {false, true}) {
    text += isProjectWide ? "Only in the file at the project's root:" : "In any folder's file:";
    const char* separator = " ";
    for (const KeyInfo& key : keys) {
      if (key.isProjectWide != isProjectWide) continue;
      text += fmt::format("{}[`{}`](#{})", separator, key.name, key.name);
      separator = ", ";
    }
    text += isProjectWide ? ".\n" : ".\n\n";
  }
  for (const KeyInfo& key : keys) section(key, "", text);
  return text;
}

} // namespace beagle::config
