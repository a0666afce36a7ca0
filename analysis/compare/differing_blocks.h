#pragma once

#include "analysis/compare/body_match.h"

#include <map>
#include <mutex>
#include <span>

namespace beagle::compare {

/// Where two versions' code differs, as finely as blocks. What was worked out stays known: one of these serves all
/// entries. Safe from several threads.
class DifferingBlocks {
public:
  /// All references outlive it.
  DifferingBlocks(SameThings::Version base, SameThings::Version head) : things_(base, head) {}

  /// A byte per block of that function, 0 where both versions do the same; empty where all of it does.
  [[nodiscard]] std::span<const std::uint8_t> of(bool isBase, ir::FunctionIndex function);
  /// Whether inputs of the two are the same things.
  [[nodiscard]] bool haveSameInputs(ir::FunctionIndex base, ir::FunctionIndex head);
  /// Whether what runs before and after `main` is the same.
  [[nodiscard]] bool startAlike() const { return things_.startAlike(); }

private:
  void match(ir::FunctionIndex base, ir::FunctionIndex head);
  [[nodiscard]] std::map<ir::FunctionIndex, BlockMarks>& marks(bool isBase) { return isBase ? base_ : head_; }

  std::mutex mutex_;
  SameThings things_;
  std::map<ir::FunctionIndex, BlockMarks> base_, head_;
};

} // namespace beagle::compare
