#pragma once

#include <array>
#include <cstdint>
#include <memory>

namespace beagle::solver {

/// A vector whose copies share what none of them changed: a tree with 16 children per node. Copying is one
/// counted reference, reading and changing take a node per four bits of the size. An element that was never
/// written is a default T. Not for use by two threads at once, copies included.
template <class T> class PersistentVector {
public:
  [[nodiscard]] const T* find(std::uint32_t index) const {
    if (height_ == 0 || (height_ < 8 && index >> (4 * height_) != 0)) return nullptr;
    const Node* node = root_.get();
    for (std::uint32_t level = height_ - 1; node && level != 0; --level)
      node = static_cast<const Inner*>(node)->children[(index >> (4 * level)) & 15].get();
    return node ? &static_cast<const Leaf*>(node)->values[index & 15] : nullptr;
  }

  /// To write to; nodes that other copies hold are copied first.
  [[nodiscard]] T& edit(std::uint32_t index) {
    while (height_ == 0 || (height_ < 8 && index >> (4 * height_) != 0)) grow();
    std::shared_ptr<Node>* node = &root_;
    for (std::uint32_t level = height_ - 1; level != 0; --level)
      node = &own<Inner>(*node).children[(index >> (4 * level)) & 15];
    return own<Leaf>(*node).values[index & 15];
  }

private:
  struct Node {};
  struct Inner : Node {
    std::array<std::shared_ptr<Node>, 16> children;
  };
  struct Leaf : Node {
    std::array<T, 16> values{};
  };

  void grow() {
    if (height_++ == 0 || !root_) return;
    auto above = std::make_shared<Inner>();
    above->children[0] = std::move(root_);
    root_ = std::move(above);
  }

  template <class Kind> static Kind& own(std::shared_ptr<Node>& node) {
    if (!node) node = std::make_shared<Kind>();
    else if (node.use_count() != 1) node = std::make_shared<Kind>(static_cast<const Kind&>(*node));
    return static_cast<Kind&>(*node);
  }

  std::shared_ptr<Node> root_;
  std::uint32_t height_ = 0; ///< levels; the lowest holds the values
};

} // namespace beagle::solver
