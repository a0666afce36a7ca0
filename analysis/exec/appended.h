#pragma once

#include "analysis/exec/ref.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace beagle::exec {

/// Elements that are only ever added, at the end. Copies share all but the last few.
template <class T> class Appended {
public:
  [[nodiscard]] std::size_t size() const { return blocks_.size() * perBlock + last_.size(); }
  [[nodiscard]] const T& operator[](std::size_t i) const {
    if (blocks_.empty()) [[likely]]
      return last_[i];
    return i / perBlock < blocks_.size() ? blocks_[i / perBlock]->elements[i % perBlock] : last_[i % perBlock];
  }
  void push_back(const T& element) {
    last_.push_back(element);
    if (last_.size() < perBlock) return;
    blocks_.push_back(Ref<Block>::make(last_));
    last_.clear();
  }
  /// Calls `change(element)` for those that `wanted` is true of.
  template <class Wanted, class Change> void changeWhere(Wanted wanted, Change change) {
    for (Ref<Block>& block : blocks_)
      for (std::size_t i = 0; i < perBlock; ++i)
        if (wanted(block->elements[i])) change(block.own().elements[i]);
    for (T& element : last_)
      if (wanted(element)) change(element);
  }
  void clear() { *this = Appended(); }
  [[nodiscard]] std::size_t bytes() const { ///< memory held
    return last_.capacity() * sizeof(T) + blocks_.capacity() * sizeof(Ref<Block>) + blocks_.size() * sizeof(Block);
  }

private:
  static constexpr std::size_t perBlock = 64;
  struct Block : Shared {
    explicit Block(const std::vector<T>& from) { std::ranges::copy(from, elements.begin()); }
    std::array<T, perBlock> elements;
  };

  std::vector<Ref<Block>> blocks_; ///< full ones
  std::vector<T> last_;
};

} // namespace beagle::exec
