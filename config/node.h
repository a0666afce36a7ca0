#pragma once

#include "analysis/support/error.h"

#include <string>
#include <string_view>
#include <vector>

namespace beagle::config {

/// A piece of a YAML document, with the place where it stands. Aliases are replaced by what they stand for.
struct Node {
  enum class Kind : std::uint8_t {
    Nothing, ///< `key:` and `~`
    Scalar,
    List,
    Map,
  };

  Kind kind = Kind::Nothing;
  unsigned line = 0, column = 0; ///< from 1; columns count bytes
  std::string text;              ///< of a scalar
  bool isQuoted = false;         ///< of a scalar: it is text, whatever it looks like; blocks are, too
  std::vector<Node> items;
  struct Entry;
  std::vector<Entry> entries; ///< of a map; the same key may stand twice
};

struct Node::Entry {
  Node key; ///< a scalar
  Node value;
};

/// What a file may be. Aliases count as often as they are used.
struct YamlLimits {
  std::size_t bytes = 64 * 1024;
  std::size_t depth = 16;
  std::size_t nodes = 10'000;
};

/// Lists that grow with the project: of accepted findings.
inline constexpr YamlLimits listLimits{4 * 1024 * 1024, 16, 1'000'000};

/// One YAML document; an empty one is Nothing. `file` names it in errors, which all are of the kind Usage.
/// Tags, merge keys and keys that are no scalars are refused: no setting needs them.
[[nodiscard]] support::Result<Node> readYaml(std::string_view content, const std::string& file,
                                             const YamlLimits& limits = {});

} // namespace beagle::config
