#pragma once

#include "analysis/support/error.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace beagle::ir {

/// What a piece of a function body is, as far as a sentence about a change needs it.
enum class Construct : std::uint8_t {
  // clang-format off
  Function, Block, If, While, Do, For, RangeFor, Switch, Case, Default, Return, Break, Continue, Goto, Label,
  Try, Catch, Throw, Declaration, Variable, Call, Assignment, Unary, Binary, Conditional, Literal, Name, Member,
  Subscript, Cast, Sizeof, New, Delete, Lambda, InitList, Construct_, MacroCall, Statement, Expression, Condition,
  Then, Else, Init, Step, Body, MemberInit, Asm, Null,
  // clang-format on
};

[[nodiscard]] std::string_view nameOf(Construct construct);

/// One piece; `begin` and `end` are byte offsets into the outline's text. Children are the next `children`
/// subtrees in preorder.
struct OutlineNode {
  Construct construct = Construct::Statement;
  std::uint32_t begin = 0, end = 0;
  std::uint32_t children = 0;
};

/// The syntactic skeleton of one function: enough to name what changed without the compiler.
struct Outline {
  std::string text;            ///< the definition as written
  std::uint32_t firstLine = 1; ///< line of text[0]
  std::vector<OutlineNode> nodes;

  [[nodiscard]] std::string_view textOf(const OutlineNode& node) const {
    return std::string_view(text).substr(node.begin, node.end - node.begin);
  }
  [[nodiscard]] std::uint32_t lineAt(std::uint32_t offset) const;
};

/// As bytes, to be stored.
[[nodiscard]] std::string packed(const Outline& outline);
/// The outline that begins at the start of `bytes`.
[[nodiscard]] support::Result<Outline> unpackOutline(std::string_view bytes);

} // namespace beagle::ir
