#pragma once

#include "analysis/ir/program.h"

#include <map>
#include <set>
#include <vector>

namespace beagle::compare {

/// The blocks of a function, and where they lead.
class BlockGraph {
public:
  explicit BlockGraph(const ir::Function& function);

  [[nodiscard]] std::size_t waysTo(ir::BlockIndex block) const { return sources_[block].size(); }
  [[nodiscard]] const std::vector<ir::BlockIndex>& targets(ir::BlockIndex block) const { return targets_[block]; }
  [[nodiscard]] const std::vector<ir::BlockIndex>& sources(ir::BlockIndex block) const { return sources_[block]; }
  /// The blocks of each loop, by its first one.
  [[nodiscard]] const std::map<ir::BlockIndex, std::set<ir::BlockIndex>>& loops() const { return loops_; }
  [[nodiscard]] bool beginsLoop(ir::BlockIndex block) const { return loops_.contains(block); }
  [[nodiscard]] bool isInLoop(ir::BlockIndex block, ir::BlockIndex first) const {
    return loops_.at(first).contains(block);
  }
  /// A loop of nothing but its first block, and what the decoder adds to the way back.
  [[nodiscard]] bool isSingle(ir::BlockIndex first, const ir::Function& function) const;

private:
  void findLoops();
  void addLoop(ir::BlockIndex first, ir::BlockIndex last);

  std::vector<std::vector<ir::BlockIndex>> targets_, sources_;
  std::map<ir::BlockIndex, std::set<ir::BlockIndex>> loops_;
};

/// What a block is to somebody who looks for places where two versions can meet.
enum class PlaceKind : std::uint8_t {
  Inside,   ///< nothing of all that
  Join,     ///< ways come together
  Loop,     ///< the beginning of a loop that asks there whether to go on
  BareLoop, ///< the beginning of a loop that asks later
  LoopBody, ///< right behind a Loop's question: what a BareLoop begins with
};

/// By block. Loops that begin with a block of `unrolled` are none.
[[nodiscard]] std::vector<PlaceKind> placesOf(const ir::Function& function, const std::set<ir::BlockIndex>& unrolled);

} // namespace beagle::compare
