#pragma once

#include "analysis/support/error.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace beagle::logic {

/// A script as SMT-LIB's s-expressions: atoms and lists, each with its place in the text.
struct SmtNode {
  enum class Kind : std::uint8_t { List, Symbol, Quoted, Number, String };
  Kind kind = Kind::List;
  std::string text;                    ///< of an atom; of a Quoted symbol without its bars
  std::vector<std::uint32_t> children; ///< of a list: indices in SmtTree::nodes
  unsigned line = 0;
  unsigned column = 0;
};

struct SmtTree {
  std::vector<SmtNode> nodes;
  std::vector<std::uint32_t> commands; ///< the outermost lists
};

/// How deep lists may nest; the printer stays far below.
inline constexpr std::size_t deepestNesting = 2000;

[[nodiscard]] support::Result<SmtTree> parseSmtTree(std::string_view text, const std::string& file);

} // namespace beagle::logic
