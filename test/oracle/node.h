#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace beagle::oracle {

/// A piece of a generated program, as a tree of text: what reducing and mutating work on. In `form` each '$'
/// stands for the next child.
struct Node {
  enum class Kind : std::uint8_t {
    Text,       ///< has to stay
    Expression, ///< may be replaced by any other integer expression
    Statement,  ///< may be left out, when nothing needs what it declares
  } kind = Kind::Text;
  std::string form;
  std::vector<Node> children;
  std::vector<Node> changed; ///< what stands here instead in a changed version of the program; at most one

  [[nodiscard]] std::string text(bool isChanged = false) const;
};

[[nodiscard]] inline Node text(std::string form, std::vector<Node> children = {}) {
  return {Node::Kind::Text, std::move(form), std::move(children)};
}
[[nodiscard]] inline Node expression(std::string form, std::vector<Node> children = {}) {
  return {Node::Kind::Expression, std::move(form), std::move(children)};
}
[[nodiscard]] inline Node statement(std::string form, std::vector<Node> children = {}) {
  return {Node::Kind::Statement, std::move(form), std::move(children)};
}
/// `count` children, one after the other.
[[nodiscard]] Node sequence(std::vector<Node> children, std::string_view separator = "");

/// Calls `visit(node)` for the node and all below it in both versions, parents first.
template <class Visit> void forEachNode(Node& node, const Visit& visit) {
  visit(node);
  for (Node& child : node.children) forEachNode(child, visit);
  for (Node& child : node.changed) forEachNode(child, visit);
}

} // namespace beagle::oracle
