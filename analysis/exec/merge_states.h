#pragma once

#include "analysis/exec/machine.h"
#include "analysis/ir/flow.h"

#include <memory>
#include <optional>
#include <unordered_map>

namespace beagle::exec {

/// Which states become one.
enum class Merging : std::uint8_t {
  None,
  Equal, ///< those that differ in nothing but the way that led there
  Ite,   ///< also those whose values differ, where a term can say which value belongs to which way
};

/// What runs had in common when they went apart.
struct MergeBase {
  solver::PathCondition path;
  std::size_t faults = 0, approximations = 0;
};

/// Makes one state of two that stand at the same place. What they do from there on is what the one does: exactly one
/// of the two paths holds on each input of the new one.
class StateMerger {
public:
  /// The machine outlives it.
  StateMerger(Machine& machine, Merging merging) : machine_(machine), merging_(merging) {}

  /// Both stand at the beginning of a block, and come from one state that had `base`. Nothing when they cannot be one;
  /// both are as they were then, but for globals that were not touched.
  [[nodiscard]] std::optional<State> merge(State& a, State& b, const MergeBase& base);
  /// Of a function of the program.
  [[nodiscard]] const ir::Flow& flowOf(ir::FunctionIndex index);

private:
  class Pair;
  Machine& machine_;
  Merging merging_;
  std::unordered_map<ir::FunctionIndex, std::unique_ptr<ir::Flow>> flows_;
};

} // namespace beagle::exec
