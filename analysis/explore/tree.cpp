#include "analysis/explore/tree.h"

#include <algorithm>

namespace beagle::explore {

// Without a stack frame for each level: a path may have any number of choices.
Node::~Node() {
  std::vector<std::unique_ptr<Node>> rest;
  const auto takeChildren = [&](Node& node) {
    for (Alternative& side : node.alternatives)
      if (side.child) rest.push_back(std::move(side.child));
  };
  for (takeChildren(*this); !rest.empty();) {
    const std::unique_ptr<Node> node = std::move(rest.back());
    rest.pop_back();
    takeChildren(*node);
  }
}

std::vector<std::uint32_t> Node::address() const {
  std::vector<std::uint32_t> result;
  for (const Node* node = this; node->parent; node = node->parent) result.push_back(node->fromParent);
  std::ranges::reverse(result);
  return result;
}

Walk walkDown(Node& root, logic::Evaluator& input) {
  const auto settled = [](Node* node) {
    while (node->merged) node = node->merged;
    return node;
  };
  Node* node = settled(&root);
  while (!node->alternatives.empty()) {
    std::uint32_t taken = 0;
    while (taken + 1 < node->choice.alternatives.size() && !input.truth(node->choice.alternatives[taken])) ++taken;
    Node* child = node->alternatives[taken].child.get();
    if (!child) return {node, taken};
    node = settled(child);
  }
  return {node, 0};
}

} // namespace beagle::explore
