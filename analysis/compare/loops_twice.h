#pragma once

#include "analysis/ir/program.h"

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace beagle::compare {

/// A body in which each loop that only computes values runs twice, one after the other from the same start: what the
/// first run came to stands in slots of its own, and behind the second run both are the same. So one loop of two
/// purposes can go side by side with two loops of one each. It does what the function does.
struct LoopsTwice {
  ir::Function function;
  /// By instruction, in front of which they are: slots that hold the same.
  std::map<std::uint32_t, std::vector<std::pair<ir::SlotIndex, ir::SlotIndex>>> same;
  /// By block between both runs: where to go on instead when the second run is of no use.
  std::map<ir::BlockIndex, ir::BlockIndex> behind;
};

/// Nothing when there is no such loop.
[[nodiscard]] std::optional<LoopsTwice> loopsTwice(const ir::Function& function);

} // namespace beagle::compare
