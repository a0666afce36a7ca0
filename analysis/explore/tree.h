#pragma once

#include "analysis/exec/state.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace beagle::explore {

using exec::Choice;
using exec::State;
using logic::Term;

/// The recorded execution tree: a node where the inputs decided, a child per alternative that was taken.
/// A path is a leaf; its address is the sequence of alternatives from the root, which does not depend on the
/// order in which the tree grew.
struct Node {
  enum class Side : std::uint8_t {
    Open,       ///< not taken yet; whether it is feasible may not be known
    Taken,      ///< has a child, or a run is on its way
    Infeasible, ///< no input goes there
    Unsolved,   ///< the solver gave up
    Dropped,    ///< a bound of the exploration cut it
    Same,       ///< it need not be run: see Explorer::aimAt
  };
  struct Alternative {
    Side side = Side::Open;
    std::unique_ptr<Node> child;
  };

  Node* parent = nullptr;
  std::uint32_t fromParent = 0; ///< which alternative of the parent leads here
  std::uint32_t depth = 0;
  Choice choice;
  std::vector<Alternative> alternatives; ///< empty: a leaf, or not there yet
  std::optional<std::size_t> path;       ///< of a leaf: number of the path that ended here
  Node* merged = nullptr; ///< of a leaf: the run became one with another one here, and goes on at that node
  /// The state that asked, as long as an alternative may still be taken.
  std::shared_ptr<const State> snapshot;

  Node() = default;
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;
  ~Node();

  [[nodiscard]] std::vector<std::uint32_t> address() const;
};

/// Calls `visit(node)` for all nodes, parents before children, alternatives in order; not recursive.
template <class Visit> void forEachNode(const Node& root, Visit visit) {
  std::vector<const Node*> pending = {&root};
  while (!pending.empty()) {
    const Node* node = pending.back();
    pending.pop_back();
    visit(*node);
    for (auto side = node->alternatives.rbegin(); side != node->alternatives.rend(); ++side)
      if (side->child) pending.push_back(side->child.get());
  }
}

/// How far an input gets in the tree: the deepest node whose whole path it satisfies, and the alternative it
/// takes there. Decided by evaluation alone.
struct Walk {
  Node* node = nullptr;
  std::uint32_t alternative = 0; ///< when the node is no leaf
};
[[nodiscard]] Walk walkDown(Node& root, logic::Evaluator& input);

} // namespace beagle::explore
