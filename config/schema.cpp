#include "config/schema.h"

#include "config/key_tree.h"
#include "config/value_check.h"

namespace beagle::config {

using Json = nlohmann::ordered_json;

namespace {

using Kind = ValueType::Kind;

Json textSchema(Form form) {
  // What looks like a path may neither be absolute nor begin with "..", what is an option begins with a dash.
  Json schema{{"type", "string"}, {"minLength", 1}, {"maxLength", 4096}};
  if (form == Form::Flag) schema["pattern"] = "^-";
  if (form == Form::Path) schema["pattern"] = "^[^/]";
  if (form == Form::Pattern) schema["pattern"] = "^[^!]";
  return schema;
}

Json valueSchema(const ValueType& type) {
  switch (type.kind) {
  case Kind::Switch:
    return {{"type", "boolean"}};
  case Kind::Count:
    return {{"type", "integer"}, {"minimum", type.range.least}, {"maximum", type.range.most}};
  case Kind::Duration:
    return {{"type", "string"}, {"pattern", "^[0-9]+(ms|s|m|min|h)$"}};
  case Kind::Treatment:
    return {{"type", "string"}, {"pattern", "^(outside|pure|like [A-Za-z_][A-Za-z0-9_]*)$"}};
  case Kind::Text:
    return textSchema(type.form);
  case Kind::Texts:
    return {{"type", {"array", "null"}}, {"items", textSchema(type.form)}};
  case Kind::Word:
    break;
  }
  Json words = Json::array();
  for (const auto& [word, doc] : type.words) words.push_back(word);
  return {{"enum", words}};
}

std::string descriptionOf(const KeyInfo& key) {
  std::string text = key.doc;
  if (key.isProjectWide) text += " Only in the file at the project's root.";
  for (const auto& [word, doc] : key.type.words) text += fmt::format("\n- {}: {}", word, doc);
  if (key.type.kind == Kind::Duration || key.type.kind == Kind::Treatment) text += "\n" + describe(key.type);
  return text;
}

Json objectSchema(const std::vector<KeyInfo>& keys);

Json schemaOf(const KeyInfo& key) {
  Json schema{{"description", descriptionOf(key)}};
  switch (key.shape) {
  case KeyInfo::Shape::Value:
    schema.update(valueSchema(key.type));
    if (!key.byDefault.is_null()) schema["default"] = key.byDefault;
    break;
  case KeyInfo::Shape::Group:
    schema.update(objectSchema(key.keys));
    break;
  case KeyInfo::Shape::Names:
    schema["type"] = {"object", "null"};
    schema["additionalProperties"] = valueSchema(key.type);
    break;
  }
  return schema;
}

/// A heading with nothing below it is fine.
Json objectSchema(const std::vector<KeyInfo>& keys) {
  Json properties = Json::object();
  for (const KeyInfo& key : keys) properties[key.name] = schemaOf(key);
  return {{"type", {"object", "null"}}, {"properties", properties}, {"additionalProperties", false}};
}

} // namespace

std::string schemaText() {
  Json schema{{"$schema", "http://json-schema.org/draft-07/schema#"},
              {"title", "Settings of Beagle: .beagle.yml"}};
  schema.update(objectSchema(keyTree()));
  return schema.dump(2) + "\n";
}

} // namespace beagle::config
