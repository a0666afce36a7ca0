#pragma once

#include "analysis/support/duration.h"
#include "config/key_tree.h"
#include "config/node.h"

#include <algorithm>
#include <charconv>

/// From descriptors to types of values, and from nodes to values and on to JSON. Nodes were checked before:
/// see `checkKeys`.
namespace beagle::config {

template <class E>
concept Worded = requires {
  Words<E>::all;
};

template <class T, class Rule> ValueType typeOf(const Rule& rule) {
  ValueType type;
  if constexpr (std::is_same_v<Rule, Range>) type.range = rule;
  if constexpr (std::is_same_v<Rule, Form>) type.form = rule;
  using Kind = ValueType::Kind;
  if constexpr (Worded<T>) {
    type.kind = Kind::Word;
    for (const Word<T>& word : Words<T>::all) type.words.emplace_back(word.word, word.doc);
  } else if constexpr (std::is_same_v<T, bool>) {
    type.kind = Kind::Switch;
  } else if constexpr (std::is_same_v<T, std::uint64_t>) {
    static_assert(std::is_same_v<Rule, Range>);
    type.kind = Kind::Count;
  } else if constexpr (std::is_same_v<T, std::chrono::milliseconds>) {
    static_assert(std::is_same_v<Rule, Range>);
    type.kind = Kind::Duration;
  } else if constexpr (std::is_same_v<T, Treatment>) {
    type.kind = Kind::Treatment;
  } else if constexpr (std::is_same_v<T, std::string>) {
    static_assert(std::is_same_v<Rule, Form>);
    type.kind = Kind::Text;
  } else {
    static_assert(std::is_same_v<T, std::vector<std::string>> && std::is_same_v<Rule, Form>);
    type.kind = Kind::Texts;
  }
  return type;
}

template <Worded E> void assign(E& value, const Node& node) {
  value = std::ranges::find(Words<E>::all, node.text, &Word<E>::word)->value;
}
inline void assign(bool& value, const Node& node) {
  value = node.text == "true";
}
inline void assign(std::uint64_t& value, const Node& node) {
  std::from_chars(node.text.data(), node.text.data() + node.text.size(), value);
}
inline void assign(std::chrono::milliseconds& value, const Node& node) {
  value = *support::parseDuration(node.text);
}
inline void assign(std::string& value, const Node& node) {
  value = node.text;
}
inline void assign(std::vector<std::string>& value, const Node& node) {
  value.clear();
  for (const Node& item : node.items) value.push_back(item.text);
}
inline void assign(Treatment& value, const Node& node) {
  using Kind = Treatment::Kind;
  if (node.text == "outside")
    value = {Kind::Outside, ""};
  else if (node.text == "pure")
    value = {Kind::Pure, ""};
  else
    value = {Kind::Like, node.text.substr(node.text.find(' ') + 1)};
}

template <Worded E> nlohmann::ordered_json toJson(E value) {
  return std::ranges::find(Words<E>::all, value, &Word<E>::value)->word;
}
inline nlohmann::ordered_json toJson(bool value) {
  return value;
}
inline nlohmann::ordered_json toJson(std::uint64_t value) {
  return value;
}
inline nlohmann::ordered_json toJson(std::chrono::milliseconds value) {
  return support::printDuration(value);
}
inline nlohmann::ordered_json toJson(const std::vector<std::string>& value) {
  return value;
}
/// An empty text stands for none.
inline nlohmann::ordered_json toJson(const std::string& value) {
  return value.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(value);
}
inline nlohmann::ordered_json toJson(const Treatment& value) {
  using Kind = Treatment::Kind;
  return value.kind == Kind::Outside ? "outside" : value.kind == Kind::Pure ? "pure" : "like " + value.model;
}

} // namespace beagle::config
