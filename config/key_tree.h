#pragma once

#include "config/keys.h"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace beagle::config {

/// What the value of a key may be.
struct ValueType {
  enum class Kind : std::uint8_t {
    Switch,
    Word,
    Count,
    Duration,
    Text,
    Texts,
    Treatment
  } kind = Kind::Switch;
  std::vector<std::pair<std::string_view, std::string_view>> words; ///< Word: and what each means
  Range range{};                                                    ///< Count; Duration, in milliseconds
  Form form{};                                                      ///< Text, Texts
};

/// The descriptors of `keys.h` as one tree of plain data, for code that treats all keys alike.
struct KeyInfo {
  enum class Shape : std::uint8_t {
    Value,
    Group, ///< `keys` below it
    Names, ///< names of functions below it, each with a value
  };

  std::string name;
  std::string doc;
  Shape shape = Shape::Value;
  ValueType type;                   ///< of Value and Names
  nlohmann::ordered_json byDefault; ///< of Value; null: nothing
  std::vector<KeyInfo> keys;        ///< of Group
  bool isProjectWide = false;       ///< only in the file at the project's root
};

/// The keys of the outermost level, in the order of the reference.
[[nodiscard]] std::vector<KeyInfo> keyTree();

[[nodiscard]] const KeyInfo* findKey(const std::vector<KeyInfo>& keys, std::string_view name);

} // namespace beagle::config
