#pragma once

#include "analysis/change/tokens.h"
#include "analysis/ir/outline.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace beagle::change {

/// A node of an outline, as a run of tokens. Redundant parentheses around it belong to nobody.
struct TreeNode {
  ir::Construct construct = ir::Construct::Statement;
  std::uint32_t begin = 0, end = 0; ///< tokens
  std::int32_t parent = -1;
  std::vector<std::int32_t> children; ///< in the order of the text
  std::uint64_t hash = 0;             ///< equal exactly when the code is the same
};

/// A stretch of a node: one of its children, or tokens of its own.
struct Piece {
  std::int32_t child = -1;
  std::uint32_t begin = 0, end = 0;
};

/// A member of a list of statements. `case` and other labels are members of their own, before what they stand at.
struct ListItem {
  std::int32_t node = -1;
  bool labelOnly = false;
  std::uint64_t hash = 0;
};

/// A parameter, a local variable or a label.
struct LocalName {
  std::uint32_t token = 0; ///< where it is declared
  bool isLabel = false;
};

/// The outline of a function with its tokens, the locals that they name, and a hash for each subtree.
class OutlineTree {
public:
  OutlineTree(const ir::Outline& outline, TokenNames& names);

  [[nodiscard]] const TreeNode& node(std::int32_t index) const { return nodes_[static_cast<std::size_t>(index)]; }
  [[nodiscard]] bool empty() const { return nodes_.empty(); }
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  [[nodiscard]] const std::vector<Token>& tokens() const { return tokens_; }
  [[nodiscard]] std::string_view tokenText(std::uint32_t token) const {
    return std::string_view(outline_.text).substr(tokens_[token].begin, tokens_[token].end - tokens_[token].begin);
  }
  [[nodiscard]] std::uint32_t lineOf(std::uint32_t token) const;
  [[nodiscard]] std::string text(std::uint32_t begin, std::uint32_t end) const;
  [[nodiscard]] std::string text(std::int32_t index) const { return text(node(index).begin, node(index).end); }

  [[nodiscard]] const std::vector<LocalName>& locals() const { return locals_; }
  /// The local that a token names, or -1.
  [[nodiscard]] std::int32_t localOf(std::uint32_t token) const { return localOf_[token]; }
  /// What tokens are compared by: equal texts, or locals that correspond.
  [[nodiscard]] std::span<const std::uint64_t> keys() const { return keys_; }
  /// The same with all locals alike.
  [[nodiscard]] std::vector<std::uint64_t> keysWithoutLocals() const;
  /// From here on local `i` has the key `keys[i]`; 0 leaves it its name.
  void useLocalKeys(std::span<const std::uint64_t> keys);

  /// What a node consists of, in the order of the text.
  [[nodiscard]] std::vector<Piece> pieces(std::int32_t index) const;
  /// The statements of a block, a branch or a body, with or without braces.
  [[nodiscard]] std::vector<ListItem> items(std::int32_t index) const;
  /// The token that names the variable which a node declares; the node's end if there is none.
  [[nodiscard]] std::uint32_t nameOfVariable(std::int32_t index) const;
  /// The end of a label: after its colon.
  [[nodiscard]] std::uint32_t endOfLabel(std::int32_t index) const;

private:
  void readNodes();
  void readLines();
  [[nodiscard]] std::uint32_t firstOwnToken(std::int32_t index) const;
  void addItems(std::int32_t index, std::vector<ListItem>& list) const;
  [[nodiscard]] std::uint64_t hashOf(std::int32_t index) const;
  [[nodiscard]] std::uint64_t hashOfLabel(std::int32_t index) const;

  const ir::Outline& outline_;
  std::vector<Token> tokens_;
  std::vector<std::uint32_t> lineStarts_;
  std::vector<TreeNode> nodes_; ///< preorder
  std::vector<std::uint64_t> names_, keys_;
  std::vector<LocalName> locals_;
  std::vector<std::int32_t> localOf_;
};

/// Whether statements stand in a list in it: blocks, branches, bodies.
[[nodiscard]] bool holdsStatements(ir::Construct construct);
[[nodiscard]] bool isLabelled(ir::Construct construct);

/// Decides which local of one side is which of the other, by name and by how they are used, and gives both
/// trees keys and hashes accordingly. A local that was renamed wherever it stands is the same local.
void matchLocals(OutlineTree& base, OutlineTree& head);

} // namespace beagle::change
