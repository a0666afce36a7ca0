#include "analysis/compare/loops_twice.h"

#include "analysis/compare/code_places.h"
#include "analysis/ir/flow.h"
#include "analysis/ir/operands.h"

#include <algorithm>

namespace beagle::compare {

using ir::BlockIndex;
using ir::Function;
using ir::Instruction;
using ir::Opcode;
using ir::SlotIndex;

namespace {

/// Whether it computes a value from others, reads memory or decides where to go on, and does nothing else.
bool isPure(const Instruction& instruction) {
  switch (instruction.op) {
  case Opcode::Jump:
  case Opcode::Branch:
  case Opcode::Switch:
  case Opcode::Load: return true;
  case Opcode::PickSlot:
  case Opcode::PutSlot:
  case Opcode::Allocate: return false;
  default: break;
  }
  const ir::OperandShape shape = ir::shapeOf(instruction.op);
  return shape.writes > 0 && instruction.op < Opcode::Allocate;
}

/// An integer operation that the source promises not to overflow, or the like.
bool hasPromise(const Instruction& instruction) {
  return instruction.op >= Opcode::Add && instruction.op <= Opcode::AShr && instruction.extra != 0;
}

class Doubling {
public:
  explicit Doubling(const Function& function)
      : old_(function), graph_(function), flow_(function), result_{function, {}} {}

  std::optional<LoopsTwice> run() {
    // Outer loops first: what is in them is doubled with them.
    std::vector<BlockIndex> firsts;
    for (const auto& [first, blocks] : graph_.loops()) firsts.push_back(first);
    std::ranges::stable_sort(firsts, std::greater(), [&](BlockIndex b) { return graph_.loops().at(b).size(); });
    std::set<BlockIndex> done;
    for (const BlockIndex first : firsts) {
      const std::set<BlockIndex>& loop = graph_.loops().at(first);
      if (done.contains(first) || !canDouble(first, loop)) continue;
      done.insert(loop.begin(), loop.end());
      twice(first, loop);
    }
    if (done.empty()) return {};
    enterByFirstRuns();
    return std::move(result_);
  }

private:
  using Renamed = std::map<SlotIndex, SlotIndex>;

  [[nodiscard]] bool canDouble(BlockIndex first, const std::set<BlockIndex>& loop) const {
    return first != 0 && std::ranges::all_of(loop, [&](BlockIndex b) {
             const ir::Block& block = old_.blocks[b];
             const bool isEntered = b != first && std::ranges::any_of(graph_.sources(b), [&](BlockIndex from) {
                                      return !loop.contains(from);
                                    });
             return !isEntered &&
                    std::all_of(old_.code.begin() + block.first, old_.code.begin() + block.first + block.count,
                                [](const Instruction& i) { return isPure(i); });
           });
  }

  void twice(BlockIndex first, const std::set<BlockIndex>& loop) {
    Function& body = result_.function;
    Renamed copies; // of what the loop writes; neighbours stay neighbours
    for (const BlockIndex b : loop)
      for (const Instruction& i : codeOf(b))
        ir::forEachWrite(old_, i, [&](SlotIndex slot, std::uint32_t count, bool) {
          for (std::uint32_t k = 0; k < count; ++k) copies[slot + k] = body.slots + slot + k;
        });
    body.slots += old_.slots;
    const BlockIndex start = addBlock();
    for (const auto& [slot, copy] : liveOf(copies, first)) add({.op = Opcode::Move, .width = 64, .d = copy, .a = slot});
    std::map<BlockIndex, BlockIndex> blocks; // of the loop, in the first run
    for (const BlockIndex b : loop) blocks[b] = start + 1 + static_cast<BlockIndex>(blocks.size());
    add({.op = Opcode::Jump, .d = blocks.at(first)});
    starts_[first] = start;
    std::map<BlockIndex, BlockIndex> exits;
    BlockIndex next = start + 1 + static_cast<BlockIndex>(blocks.size());
    for (const BlockIndex b : loop)
      copy(b, copies, [&](BlockIndex& target) {
        const auto own = blocks.find(target);
        if (own == blocks.end() && exits.try_emplace(target, next).second) next += 2;
        target = own != blocks.end() ? own->second : exits.at(target);
      });
    std::map<BlockIndex, BlockIndex> ordered; // as they are numbered
    for (const auto& [target, exit] : exits) ordered[exit] = target;
    for (const auto& [exit, target] : ordered) {
      between_.insert(addBlock());
      add({.op = Opcode::Jump, .d = first});
      const BlockIndex behind = addBlock();
      if (!promises(loop)) result_.behind[exit] = behind;
      for (const auto& [slot, copy] : liveOf(copies, target))
        add({.op = Opcode::Move, .width = 64, .d = slot, .a = copy});
      add({.op = Opcode::Jump, .d = target});
    }
    leave(loop, copies);
  }

  /// Those whose values may still be read from there on.
  [[nodiscard]] Renamed liveOf(const Renamed& copies, BlockIndex block) const {
    Renamed live;
    for (const SlotIndex slot : flow_.liveBefore(old_.blocks[block].first))
      if (const auto copy = copies.find(slot); copy != copies.end()) live.insert(*copy);
    return live;
  }

  /// Whoever comes to a loop begins with the first run, also from what was made for another loop.
  void enterByFirstRuns() {
    for (BlockIndex b = 0; b < result_.function.blocks.size(); ++b) {
      if (between_.contains(b)) continue;
      retarget(b, [&](BlockIndex& target) {
        const auto start = starts_.find(target);
        const bool isInside = b < old_.blocks.size() && start != starts_.end() && graph_.isInLoop(b, target);
        if (start != starts_.end() && !isInside) target = start->second;
      });
    }
  }

  /// Whether something in it is undefined for some values: that is for the second run to show.
  [[nodiscard]] bool promises(const std::set<BlockIndex>& loop) const {
    return std::ranges::any_of(loop, [&](BlockIndex b) { return std::ranges::any_of(codeOf(b), hasPromise); });
  }

  /// Behind the second run both came to the same.
  void leave(const std::set<BlockIndex>& loop, const Renamed& copies) {
    std::map<BlockIndex, BlockIndex> behind;
    for (const BlockIndex b : loop)
      for (const BlockIndex target : graph_.targets(b))
        if (!loop.contains(target) && !behind.contains(target)) behind[target] = addExit(target, copies);
    for (const BlockIndex b : loop)
      retarget(b, [&](BlockIndex& target) {
        if (const auto exit = behind.find(target); exit != behind.end()) target = exit->second;
      });
  }

  BlockIndex addExit(BlockIndex target, const Renamed& copies) {
    const BlockIndex block = addBlock();
    const auto at = static_cast<std::uint32_t>(result_.function.code.size());
    const SlotIndex unused = result_.function.slots++;
    for (const auto& [slot, copy] : liveOf(copies, target)) {
      if (!flow_.typeOf(slot)) continue;
      result_.same[at].emplace_back(slot, copy);
      // So that nobody takes them for values that nobody reads any more.
      const bool isFloat = flow_.typeOf(slot)->kind == ir::ScalarKind::Float;
      add({.op = isFloat ? Opcode::FCompare : Opcode::Equal,
           .width = flow_.typeOf(slot)->width,
           .extra = flow_.typeOf(slot)->format,
           .d = unused,
           .a = slot,
           .b = copy,
           .c = static_cast<std::uint32_t>(ir::FloatPredicate::OEQ)});
    }
    add({.op = Opcode::Jump, .d = target});
    return block;
  }

  template <class Target> void copy(BlockIndex from, const Renamed& copies, Target&& retargeted) {
    const BlockIndex block = addBlock();
    result_.function.blocks[block].isSource = old_.blocks[from].isSource;
    const auto rename = [&](SlotIndex& slot) {
      if (const auto copy = copies.find(slot); copy != copies.end()) slot = copy->second;
    };
    for (Instruction instruction : codeOf(from)) {
      if (instruction.op == Opcode::Switch) {
        result_.function.switches.push_back(old_.switches[instruction.b]);
        instruction.b = static_cast<std::uint32_t>(result_.function.switches.size() - 1);
      }
      if (hasPromise(instruction)) instruction.extra = 0;
      ir::forEachRead(result_.function, instruction, rename, [](SlotIndex&, std::uint32_t) {});
      ir::forEachWrite(result_.function, instruction, [&](SlotIndex& first, std::uint32_t, bool) { rename(first); });
      ir::forEachTarget(result_.function, instruction, retargeted);
      add(instruction);
    }
  }

  [[nodiscard]] std::span<const Instruction> codeOf(BlockIndex block) const {
    return std::span(old_.code).subspan(old_.blocks[block].first, old_.blocks[block].count);
  }
  template <class Target> void retarget(BlockIndex block, Target&& target) {
    const ir::Block& own = result_.function.blocks[block];
    ir::forEachTarget(result_.function, result_.function.code[own.first + own.count - 1], target);
  }
  BlockIndex addBlock() {
    result_.function.blocks.push_back({static_cast<std::uint32_t>(result_.function.code.size()), 0, false});
    return static_cast<BlockIndex>(result_.function.blocks.size() - 1);
  }
  void add(Instruction instruction) {
    result_.function.code.push_back(instruction);
    ++result_.function.blocks.back().count;
  }

  const Function& old_;
  BlockGraph graph_;
  ir::Flow flow_;
  std::map<BlockIndex, BlockIndex> starts_; ///< of the first run, by the first block of the loop
  std::set<BlockIndex> between_;            ///< both runs of a loop
  LoopsTwice result_;
};

} // namespace

std::optional<LoopsTwice> loopsTwice(const Function& function) { return Doubling(function).run(); }

} // namespace beagle::compare
