#pragma once

#include "config/node.h"

#include <nlohmann/json.hpp>

namespace beagle::config {

/// A document as an editor sees it, by the core schema of YAML 1.2. Of keys that stand twice, the last one
/// holds.
inline nlohmann::json toPlainJson(const Node& node) {
  using nlohmann::json;
  switch (node.kind) {
  case Node::Kind::Nothing: return nullptr;
  case Node::Kind::List: {
    json list = json::array();
    for (const Node& item : node.items) list.push_back(toPlainJson(item));
    return list;
  }
  case Node::Kind::Map: {
    json map = json::object();
    for (const auto& [key, value] : node.entries) map[key.text] = toPlainJson(value);
    return map;
  }
  case Node::Kind::Scalar: break;
  }
  if (node.isQuoted) return node.text;
  if (node.text == "true" || node.text == "True" || node.text == "TRUE") return true;
  if (node.text == "false" || node.text == "False" || node.text == "FALSE") return false;
  // JSON has the numbers of YAML but for those that begin with a plus, a point or zeros: no test needs them.
  const json number = json::parse(node.text, nullptr, false);
  return number.is_number() ? number : json(node.text);
}

} // namespace beagle::config
