#include "analysis/ir/flow.h"

#include "analysis/ir/operands.h"

#include <algorithm>
#include <array>
#include <utility>

namespace beagle::ir {

namespace {

constexpr ScalarType truth{ScalarKind::Integer, 0, 1};
constexpr ScalarType address{ScalarKind::Integer, 0, 64};

const Instruction& lastOf(const Function& function, BlockIndex block) {
  return function.code[function.blocks[block].first + function.blocks[block].count - 1];
}

std::vector<BlockIndex> targetsOf(const Function& function, BlockIndex block) {
  std::vector<BlockIndex> targets;
  forEachTarget(function, lastOf(function, block), [&](BlockIndex target) { targets.push_back(target); });
  return targets;
}

/// Blocks, each before those that control can come from, as far as the graph has no cycles; returns first.
struct BackwardOrder {
  std::vector<BlockIndex> blocks;      ///< only those from which a return can be reached
  std::vector<std::uint32_t> position; ///< in `blocks`, from 1; 0: not there
};

BackwardOrder backwardOrder(const Function& function) {
  const std::size_t count = function.blocks.size();
  std::vector<std::vector<BlockIndex>> sources(count);
  std::vector<std::pair<BlockIndex, std::size_t>> stack;
  BackwardOrder order;
  order.position.resize(count);
  std::vector<char> seen(count);
  for (BlockIndex block = 0; block < count; ++block)
    for (const BlockIndex target : targetsOf(function, block)) sources[target].push_back(block);
  for (BlockIndex block = 0; block < count; ++block) {
    if (lastOf(function, block).op != Opcode::Return || seen[block] != 0) continue;
    seen[block] = 1;
    stack.emplace_back(block, 0);
    while (!stack.empty()) {
      auto& [top, next] = stack.back();
      if (next == sources[top].size()) {
        order.blocks.push_back(top);
        stack.pop_back();
        continue;
      }
      const BlockIndex source = sources[top][next++];
      if (seen[source] != 0) continue;
      seen[source] = 1;
      stack.emplace_back(source, 0);
    }
  }
  std::ranges::reverse(order.blocks);
  for (std::size_t i = 0; i < order.blocks.size(); ++i)
    order.position[order.blocks[i]] = static_cast<std::uint32_t>(i + 1);
  return order;
}

/// The format that a float of that many bits has; nothing when there are two.
std::optional<std::uint8_t> formatOf(std::uint16_t width) {
  switch (width) {
  case 32: return 2;
  case 64: return 3;
  case 80: return 4;
  case 128: return 5;
  default: return {};
  }
}

ScalarType withoutPointer(const ScalarType& type) { return type.kind == ScalarKind::Pointer ? address : type; }

} // namespace

Flow::Flow(const Function& function) : function_(function) {
  findJoins();
  findLive();
  findTypes();
}

BlockIndex Flow::blockOf(std::uint32_t instruction) const { return ir::blockOf(function_, instruction); }

// --- where ways meet --------------------------------------------------------------------------------------------

/// Immediate dominators of the reversed graph, whose root (number 0 here) follows all returns: Cooper, Harvey and
/// Kennedy, "A Simple, Fast Dominance Algorithm". Ways that never return do not count.
void Flow::findJoins() {
  const BackwardOrder order = backwardOrder(function_);
  std::vector<std::uint32_t> dominator(order.blocks.size() + 1, none);
  dominator[0] = 0;
  const auto common = [&](std::uint32_t a, std::uint32_t b) {
    while (a != b) {
      while (a > b) a = dominator[a];
      while (b > a) b = dominator[b];
    }
    return a;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t at = 1; at <= order.blocks.size(); ++at) {
      const BlockIndex block = order.blocks[at - 1];
      std::uint32_t found = lastOf(function_, block).op == Opcode::Return ? 0 : none;
      for (const BlockIndex target : targetsOf(function_, block)) {
        const std::uint32_t next = order.position[target];
        if (next == 0 || dominator[next] == none) continue;
        found = found == none ? next : common(found, next);
      }
      changed |= std::exchange(dominator[at], found) != found;
    }
  }
  joins_.assign(function_.blocks.size(), none);
  for (std::uint32_t at = 1; at <= order.blocks.size(); ++at)
    if (dominator[at] != 0 && dominator[at] != none) joins_[order.blocks[at - 1]] = order.blocks[dominator[at] - 1];
}

// --- which slots count ------------------------------------------------------------------------------------------

void Flow::stepBack(const Instruction& instruction, Set& live) const {
  forEachWrite(function_, instruction, [&](SlotIndex first, std::uint32_t count, bool isWhole) {
    for (std::uint32_t k = 0; k < count && isWhole; ++k) live[first + k] = 0;
  });
  forEachRead(
      function_, instruction, [&](SlotIndex slot) { live[slot] = 1; },
      [&](SlotIndex first, std::uint32_t count) {
        for (std::uint32_t k = 0; k < count; ++k) live[first + k] = 1;
      });
}

Flow::Set Flow::liveAtEnd(BlockIndex block) const {
  Set live(function_.slots);
  for (const BlockIndex target : targetsOf(function_, block))
    for (SlotIndex slot = 0; slot < live.size(); ++slot) live[slot] |= live_[target][slot];
  return live;
}

void Flow::findLive() {
  live_.assign(function_.blocks.size(), Set(function_.slots));
  for (bool changed = true; changed;) {
    changed = false;
    for (BlockIndex block = static_cast<BlockIndex>(function_.blocks.size()); block-- > 0;) {
      Set live = liveAtEnd(block);
      for (std::uint32_t i = function_.blocks[block].count; i-- > 0;)
        stepBack(function_.code[function_.blocks[block].first + i], live);
      if (live == live_[block]) continue;
      live_[block] = std::move(live);
      changed = true;
    }
  }
}

std::vector<SlotIndex> Flow::listed(const Set& live) const {
  std::vector<SlotIndex> slots;
  for (auto slot = static_cast<SlotIndex>(function_.constants.size()); slot < live.size(); ++slot)
    if (live[slot] != 0) slots.push_back(slot);
  return slots;
}

std::vector<SlotIndex> Flow::liveBefore(std::uint32_t instruction) const {
  const BlockIndex number = blockOf(instruction);
  const Block& block = function_.blocks[number];
  if (instruction == block.first) return listed(live_[number]);
  Set live = liveAtEnd(number);
  for (std::uint32_t i = block.first + block.count; i-- > instruction;) stepBack(function_.code[i], live);
  return listed(live);
}

std::vector<SlotIndex> Flow::liveDuringCall(std::uint32_t next) const {
  const Instruction& call = function_.code[next - 1];
  Set live(function_.slots);
  if (endsBlock(function_, call)) {
    live = liveAtEnd(blockOf(next - 1));
  } else {
    for (const SlotIndex slot : liveBefore(next)) live[slot] = 1;
  }
  forEachWrite(function_, call, [&](SlotIndex first, std::uint32_t count, bool) {
    for (std::uint32_t k = 0; k < count; ++k) live[first + k] = 0;
  });
  return listed(live);
}

// --- types ------------------------------------------------------------------------------------------------------

bool Flow::Known::join(const Known& other) {
  if (other.state == State::Nothing || state == State::Several) return false;
  if (state == State::Nothing) {
    *this = other;
    return true;
  }
  if (other.state == State::One && other.type == type) return false;
  state = State::Several;
  return true;
}

/// A slot may be reused for values of other types: what was written last in the same block is what is there.
const Flow::Known& Flow::knownOf(SlotIndex slot) const {
  const auto here = writtenHere_.find(slot);
  return here != writtenHere_.end() ? here->second : types_[slot];
}

/// The type of what the instruction puts into its slot d + which.
Flow::Known Flow::written(const Instruction& i, std::uint32_t which) const {
  const auto one = [](const ScalarType& type) { return Known{Known::State::One, withoutPointer(type)}; };
  const auto ofKind = [&](std::uint16_t kind, std::optional<std::uint8_t> format) {
    if (static_cast<ScalarKind>(kind) != ScalarKind::Float) return one({static_cast<ScalarKind>(kind), 0, i.width});
    return format ? one({ScalarKind::Float, *format, i.width}) : Known{Known::State::Several, {}};
  };
  // clang-format off
  switch (i.op) {
    using enum Opcode;
  case Move: return knownOf(i.a);
  case PickSlot: return knownOf(i.b);
  case PutSlot: return knownOf(i.b);
  case MarkUninit: return {};
  case Freeze: return ofKind(i.extra, static_cast<std::uint8_t>(i.c));
  case Select: return ofKind(i.extra, formatOf(i.width));
  case Load: case VaArg: return ofKind(i.extra, static_cast<std::uint8_t>(i.c));
  case CompareExchange: return which == 1 ? one(truth) : ofKind(i.extra, formatOf(i.width));
  case Equal: case NotEqual: case ULess: case ULessEqual: case SLess: case SLessEqual: case PointerEqual:
  case PointerNotEqual: case PointerULess: case PointerULessEqual: case PointerSLess: case PointerSLessEqual:
  case FCompare: case FClass:
    return one(truth);
  case SAddOverflow: case UAddOverflow: case SSubOverflow: case USubOverflow: case SMulOverflow: case UMulOverflow:
    return one(which == 1 ? truth : ScalarType{ScalarKind::Integer, 0, i.width});
  case PointerAdd: case PointerIndex: case PointerScale: case IntToPointer: case PointerMask: case Allocate:
    return one(address);
  case FAdd: case FSub: case FMul: case FDiv: case FRem: case FNeg: case FAbs: case FSqrt: case FFma: case FMulAdd:
  case FMinNum: case FMaxNum: case FMinimum: case FMaximum: case FCopySign: case FFloor: case FCeil: case FTrunc:
  case FRint: case FNearbyInt: case FRound: case FRoundEven: case FMath: case FResize: case FFromBits:
    return one({ScalarKind::Float, static_cast<std::uint8_t>(i.extra), i.width});
  case FFromSigned: case FFromUnsigned: {
    constexpr std::array<std::uint16_t, 6> widths{16, 16, 32, 64, 80, 128}; // by format
    return one({ScalarKind::Float, static_cast<std::uint8_t>(i.extra), widths[i.extra]});
  }
  case Call: return one(function_.calls[i.b].results[which]);
  case Add: case Sub: case Mul: case UDiv: case SDiv: case URem: case SRem: case And: case Or: case Xor: case Shl:
  case LShr: case AShr: case Truncate: case ZeroExtend: case SignExtend: case PopCount: case LeadingZeros:
  case TrailingZeros: case ByteSwap: case BitReverse: case Absolute: case SMin: case SMax: case UMin: case UMax:
  case FunnelLeft: case FunnelRight: case SAddSat: case UAddSat: case SSubSat: case USubSat: case SShlSat:
  case UShlSat: case PointerToInt: case FToSigned: case FToUnsigned: case FToBits:
    return one({ScalarKind::Integer, 0, i.width});
  default: return {Known::State::Several, {}};
  }
  // clang-format on
}

void Flow::findTypes() {
  types_.resize(function_.slots);
  for (std::size_t i = 0; i < function_.constants.size(); ++i) {
    const Constant& constant = function_.constants[i];
    const bool isMark = constant.kind == Constant::Kind::Uninitialised || constant.kind == Constant::Kind::Poison;
    const bool isAddress = constant.kind != Constant::Kind::Bits;
    if (!isMark) types_[i] = {Known::State::One, isAddress ? address : withoutPointer(constant.type)};
  }
  for (const Parameter& parameter : function_.parameters)
    (void)types_[parameter.slot].join({Known::State::One, withoutPointer(parameter.type)});
  for (bool changed = true; changed;) {
    changed = false;
    for (const Block& block : function_.blocks) {
      writtenHere_.clear();
      for (std::uint32_t n = block.first; n < block.first + block.count; ++n) {
        const Instruction& instruction = function_.code[n];
        forEachWrite(function_, instruction, [&](SlotIndex first, std::uint32_t count, bool isWhole) {
          for (std::uint32_t k = 0; k < count; ++k) {
            const Known now = written(instruction, isWhole ? k : 0);
            changed |= types_[first + k].join(now);
            if (isWhole) writtenHere_[first + k] = now;
            else writtenHere_.erase(first + k);
          }
        });
      }
    }
  }
}

std::optional<ScalarType> Flow::typeOf(SlotIndex slot) const {
  if (types_[slot].state != Known::State::One) return {};
  return types_[slot].type;
}

} // namespace beagle::ir
