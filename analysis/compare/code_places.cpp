#include "analysis/compare/code_places.h"

#include "analysis/ir/operands.h"

#include <algorithm>
#include <map>

namespace beagle::compare {

using ir::Instruction;
using ir::Opcode;

BlockGraph::BlockGraph(const ir::Function& function)
    : targets_(function.blocks.size()), sources_(function.blocks.size()) {
  for (ir::BlockIndex b = 0; b < function.blocks.size(); ++b) {
    const ir::Block& block = function.blocks[b];
    ir::forEachTarget(function, function.code[block.first + block.count - 1], [&](ir::BlockIndex target) {
      if (std::ranges::find(targets_[b], target) != targets_[b].end()) return;
      targets_[b].push_back(target);
      sources_[target].push_back(b);
    });
  }
  findLoops();
}

bool BlockGraph::isSingle(ir::BlockIndex first, const ir::Function& function) const {
  return std::ranges::all_of(loops_.at(first),
                             [&](ir::BlockIndex b) { return b == first || !function.blocks[b].isSource; });
}

/// A way back to a block that is still being looked at closes a loop.
void BlockGraph::findLoops() {
  enum : char { Unseen, Open, Done };
  std::vector<char> seen(targets_.size(), Unseen);
  std::vector<std::pair<ir::BlockIndex, std::size_t>> walk;
  if (!targets_.empty()) walk.emplace_back(0, 0);
  while (!walk.empty()) {
    const ir::BlockIndex block = walk.back().first;
    std::size_t& turn = walk.back().second;
    seen[block] = turn < targets_[block].size() ? Open : Done;
    if (turn == targets_[block].size()) {
      walk.pop_back();
      continue;
    }
    const ir::BlockIndex target = targets_[block][turn++];
    if (seen[target] == Open) addLoop(target, block);
    if (seen[target] == Unseen) walk.emplace_back(target, 0);
  }
}

void BlockGraph::addLoop(ir::BlockIndex first, ir::BlockIndex last) {
  std::set<ir::BlockIndex>& body = loops_[first];
  body.insert(first);
  std::vector<ir::BlockIndex> waiting{last};
  while (!waiting.empty()) {
    const ir::BlockIndex block = waiting.back();
    waiting.pop_back();
    if (!body.insert(block).second) continue;
    for (const ir::BlockIndex source : sources_[block]) waiting.push_back(source);
  }
}

std::vector<PlaceKind> placesOf(const ir::Function& function, const std::set<ir::BlockIndex>& unrolled) {
  const BlockGraph graph(function);
  std::vector<PlaceKind> places(function.blocks.size(), PlaceKind::Inside);
  for (ir::BlockIndex b = 0; b < places.size(); ++b) {
    if (graph.waysTo(b) > 1) places[b] = PlaceKind::Join;
    if (!graph.beginsLoop(b) || unrolled.contains(b)) continue;
    const auto leaves = [&](ir::BlockIndex target) { return !graph.isInLoop(target, b); };
    const bool asks = std::ranges::any_of(graph.targets(b), leaves) && !graph.isSingle(b, function);
    places[b] = asks ? PlaceKind::Loop : PlaceKind::BareLoop;
  }
  for (ir::BlockIndex b = 0; b < places.size(); ++b)
    if (places[b] == PlaceKind::Loop)
      for (ir::BlockIndex target : graph.targets(b)) {
        if (!graph.isInLoop(target, b)) continue;
        while (!function.blocks[target].isSource && places[target] == PlaceKind::Inside)
          target = graph.targets(target)[0];
        if (places[target] == PlaceKind::Inside) places[target] = PlaceKind::LoopBody;
      }
  return places;
}

} // namespace beagle::compare
