#pragma once

#include "config/key_tree.h"
#include "config/node.h"

#include <optional>
#include <string>

namespace beagle::config {

struct Misfit {
  const Node& at;
  std::string message;
  std::string hint; ///< what would be right
};

/// Why a node cannot be the value of `key` (its full name); nothing when it can.
[[nodiscard]] std::optional<Misfit> checkValue(const ValueType& type, const Node& node,
                                               const std::string& key);
/// Why a node cannot name functions.
[[nodiscard]] std::optional<Misfit> checkFunctionName(const Node& node);

/// A value of that type, as it may stand in a file.
[[nodiscard]] std::string example(const ValueType& type);
/// The type in words: "a time such as 90s, from 1s to 24h".
[[nodiscard]] std::string describe(const ValueType& type);

} // namespace beagle::config
