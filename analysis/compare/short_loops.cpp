#include "analysis/compare/short_loops.h"

#include "analysis/compare/code_places.h"
#include "analysis/ir/operands.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <vector>

namespace beagle::compare {

using ir::BlockIndex;
using ir::Instruction;
using ir::Opcode;
using ir::SlotIndex;

namespace {

constexpr std::int64_t mostTurns = 16;

class ShortLoops {
public:
  explicit ShortLoops(const ir::Function& function) : function_(function), graph_(function), writers_(function.slots) {
    for (std::uint32_t at = 0; at < function.code.size(); ++at)
      ir::forEachWrite(function, function.code[at], [&](SlotIndex first, std::uint32_t count, bool) {
        for (SlotIndex slot = first; slot < first + count; ++slot) writers_[slot].push_back(at);
      });
  }

  std::set<BlockIndex> find() const {
    std::set<BlockIndex> found;
    for (const auto& [first, body] : graph_.loops())
      if (std::ranges::any_of(body, [&](BlockIndex block) { return asksForTheEnd(block, first); })) found.insert(first);
    return found;
  }

private:
  /// A place inside of an object, or a number.
  struct Number {
    const ir::Constant* object = nullptr;
    std::int64_t value = 0;
  };

  [[nodiscard]] std::optional<Number> numberIn(SlotIndex slot) const {
    if (slot >= function_.constants.size()) return {};
    const ir::Constant& constant = function_.constants[slot];
    const auto bits = static_cast<std::int64_t>(constant.bits);
    if (constant.kind == ir::Constant::Kind::Global) return Number{&constant, bits};
    if (constant.kind != ir::Constant::Kind::Bits || constant.type.kind == ir::ScalarKind::Float) return {};
    return Number{nullptr, bits};
  }

  /// How far apart; none when they are not in one object.
  [[nodiscard]] static std::optional<std::int64_t> distance(const Number& from, const Number& to) {
    const bool areBoth = (from.object == nullptr) == (to.object == nullptr);
    if (!areBoth || (from.object && from.object->index != to.object->index)) return {};
    return to.value - from.value;
  }

  [[nodiscard]] bool isIn(std::uint32_t at, BlockIndex first) const {
    return graph_.isInLoop(ir::blockOf(function_, at), first);
  }

  /// Whether the block ends the loop when a count has come to a number.
  [[nodiscard]] bool asksForTheEnd(BlockIndex block, BlockIndex first) const {
    const ir::Block& place = function_.blocks[block];
    const Instruction& end = function_.code[place.first + place.count - 1];
    if (end.op != Opcode::Branch || graph_.isInLoop(end.b, first) == graph_.isInLoop(end.c, first)) return false;
    for (std::uint32_t at = place.first; at + 1 < place.first + place.count; ++at) {
      const Instruction& i = function_.code[at];
      const bool compares = (i.op >= Opcode::Equal && i.op <= Opcode::SLessEqual) ||
                            (i.op >= Opcode::PointerEqual && i.op <= Opcode::PointerSLessEqual);
      if (!compares || i.d != end.a) continue;
      return counts(i.a, i.b, first) || counts(i.b, i.a, first);
    }
    return false;
  }

  /// Whether the slot goes from numbers to the one in `last`, in few steps that are always the same.
  [[nodiscard]] bool counts(SlotIndex slot, SlotIndex last, BlockIndex first) const {
    const auto to = numberIn(last);
    if (!to || slot < function_.constants.size()) return false;
    std::vector<Number> starts;
    std::optional<std::int64_t> step;
    for (const std::uint32_t at : writers_[source(slot)]) {
      const Instruction& i = function_.code[at];
      if (i.op == Opcode::MarkUninit) continue;
      if (!isIn(at, first)) {
        const auto from = i.op == Opcode::Move ? numberIn(i.a) : std::nullopt;
        if (!from) return false;
        starts.push_back(*from);
        continue;
      }
      const auto added = addedBy(i, source(slot));
      if (!added || *added == 0 || (step && *step != *added)) return false;
      step = added;
    }
    return step && !starts.empty() && std::ranges::all_of(starts, [&](const Number& from) {
             const auto way = distance(from, *to);
             return way && *way >= -mostTurns * std::abs(*step) && *way <= mostTurns * std::abs(*step);
           });
  }

  /// What a slot that is only ever a copy, made wider or not, is a copy of.
  [[nodiscard]] SlotIndex source(SlotIndex slot) const {
    if (writers_[slot].size() != 1) return slot;
    const Instruction& i = function_.code[writers_[slot].front()];
    const bool isCopy = i.op == Opcode::Move || i.op == Opcode::ZeroExtend || i.op == Opcode::SignExtend;
    return isCopy && i.a >= function_.constants.size() ? i.a : slot;
  }

  /// What the instruction adds to the slot that it writes, if it does nothing else.
  [[nodiscard]] std::optional<std::int64_t> addedBy(const Instruction& i, SlotIndex slot) const {
    if (i.op == Opcode::Move && i.a >= function_.constants.size() && writers_[i.a].size() == 1)
      return addedBy(function_.code[writers_[i.a].front()], slot);
    if (i.op == Opcode::PointerAdd && source(i.a) == slot)
      return static_cast<std::int64_t>(static_cast<std::uint64_t>(i.c) << 32U | i.b);
    if (i.op != Opcode::Add && i.op != Opcode::Sub) return {};
    const bool isSwapped = i.op == Opcode::Add && source(i.a) != slot;
    const auto number = numberIn(isSwapped ? i.a : i.b);
    if (!number || number->object || source(isSwapped ? i.b : i.a) != slot || i.width > 64) return {};
    const auto left = 64U - i.width; // the number's sign
    const auto added = static_cast<std::int64_t>(static_cast<std::uint64_t>(number->value) << left) >> left;
    return i.op == Opcode::Add ? added : -added;
  }

  const ir::Function& function_;
  BlockGraph graph_;
  std::vector<std::vector<std::uint32_t>> writers_; ///< by slot
};

} // namespace

std::set<BlockIndex> shortLoopsOf(const ir::Function& function) { return ShortLoops(function).find(); }

} // namespace beagle::compare
