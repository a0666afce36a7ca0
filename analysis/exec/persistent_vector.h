#pragma once

#include "analysis/exec/ref.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace beagle::exec {

/// A vector that copies in constant time and shares what the copies have in common.
///
/// A tree whose inner nodes have 32 children and whose leaves hold 32 elements; all leaves have the same depth
/// (`height_`; 0: the root is a leaf). Writing copies the nodes on the way to the element that somebody else can
/// see, and no others.
template <class T> class PersistentVector {
  static constexpr unsigned bits = 5;
  static constexpr std::size_t fanout = std::size_t{1} << bits;

  struct Node : Shared {
    virtual ~Node() = default;
  };
  struct Inner final : Node {
    std::array<Ref<Node>, fanout> children;
  };
  struct Leaf final : Node {
    std::array<T, fanout> items{};
  };

public:
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }

  const T& operator[](std::size_t i) const {
    const Node* node = root_.get();
    for (unsigned height = height_; height > 0; --height)
      node = static_cast<const Inner*>(node)->children[digit(i, height)].get();
    return static_cast<const Leaf*>(node)->items[i % fanout];
  }
  [[nodiscard]] const T& back() const { return (*this)[size_ - 1]; }

  /// The element for writing; valid until the vector is copied.
  [[nodiscard]] T& own(std::size_t i) {
    Ref<Node>* place = &root_;
    for (unsigned height = height_; height > 0; --height) place = &owned<Inner>(*place).children[digit(i, height)];
    return owned<Leaf>(*place).items[i % fanout];
  }

  void push(T value) {
    if (size_ > 0 && size_ == fanout << (bits * height_)) {
      auto* root = new Inner;
      root->children[0] = std::move(root_);
      root_ = Ref<Node>(root);
      ++height_;
    }
    own(size_++) = std::move(value);
  }

  /// Drops the last element.
  void pop() { own(--size_) = T(); }

  /// Calls `visit(element)` for each element, in order.
  template <class Visit> void forEach(Visit visit) const {
    for (std::size_t i = 0; i < size_; ++i) visit((*this)[i]);
  }

  /// Calls `visit(i)`, ascending, for each i below both sizes whose element the two may not share.
  template <class Visit> void forEachUnshared(const PersistentVector& other, Visit visit) const {
    const std::size_t both = std::min(size_, other.size_);
    if (height_ == other.height_) return unshared(root_.get(), other.root_.get(), height_, 0, both, visit);
    for (std::size_t i = 0; i < both; ++i) visit(i);
  }

private:
  template <class Visit>
  static void unshared(const Node* a, const Node* b, unsigned height, std::size_t first, std::size_t end,
                       Visit& visit) {
    if (a == b || first >= end) return;
    for (std::size_t k = 0; k < fanout; ++k) {
      const std::size_t at = first + (k << (bits * height));
      if (at >= end) return;
      if (height == 0) visit(at);
      else
        unshared(static_cast<const Inner*>(a)->children[k].get(), static_cast<const Inner*>(b)->children[k].get(),
                 height - 1, at, end, visit);
    }
  }

  static std::size_t digit(std::size_t i, unsigned height) { return (i >> (bits * height)) % fanout; }

  /// The node at `place`, made when there is none, copied when it is shared.
  template <class Kind> static Kind& owned(Ref<Node>& place) {
    if (!place) place = Ref<Node>(new Kind);
    else if (place.isShared()) place = Ref<Node>(new Kind(static_cast<const Kind&>(*place)));
    return static_cast<Kind&>(place.mutableTarget());
  }

  Ref<Node> root_;
  unsigned height_ = 0;
  std::size_t size_ = 0;
};

} // namespace beagle::exec
