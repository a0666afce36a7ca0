#include "analysis/compare/writes_as_loops.h"

#include "analysis/compare/pointer_roots.h"
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

class Spelling {
public:
  explicit Spelling(const Function& function)
      : old_(function), flow_(function), roots_(function, flow_), body_(function) {}

  std::optional<Function> run() {
    for (BlockIndex b = 0; b < old_.blocks.size(); ++b) spell(b);
    if (body_.blocks.size() == old_.blocks.size()) return {};
    return std::move(body_);
  }

private:
  void spell(BlockIndex block) {
    const std::uint32_t end = old_.blocks[block].first + old_.blocks[block].count;
    bool isCut = false; // what follows was copied behind everything else
    for (std::uint32_t at = old_.blocks[block].first; at < end; ++at) {
      const Instruction& instruction = old_.code[at];
      if (isLoop(at)) {
        const Instruction jump{
            .op = Opcode::Jump, .d = static_cast<BlockIndex>(body_.blocks.size()), .where = instruction.where};
        if (isCut) {
          add(jump);
        } else {
          body_.code[at] = jump;
          body_.blocks[block].count = at - old_.blocks[block].first + 1;
        }
        isCut = true;
        addLoop(at);
      } else if (isCut) {
        add(instruction);
      }
    }
  }

  [[nodiscard]] bool isLoop(std::uint32_t at) const {
    const Instruction& i = old_.code[at];
    if (i.op != Opcode::SetMemory && i.op != Opcode::CopyMemory) return false;
    if (i.c < old_.constants.size()) return false;
    if (i.op == Opcode::SetMemory) return elementOf(at) == 1 || isZero(i.b);
    const auto target = roots_.before(at, i.a), source = roots_.before(at, i.b);
    return target && source && roots_.areApart(*target, *source);
  }

  /// size = the number of bytes; for (k = 0; k < size; k += element) ...; and then the rest of the block.
  void addLoop(std::uint32_t at) {
    const Instruction i = old_.code[at];
    const auto element = elementOf(at);
    const auto bits = static_cast<std::uint16_t>(8 * element);
    const SlotIndex k = fresh(), size = fresh(), step = fresh(), truth = fresh(), place = fresh(), value = fresh();
    const SlotIndex target = fresh(), source = fresh();
    const auto emit = [&](Instruction instruction) {
      instruction.where = i.where;
      add(instruction);
    };
    addBlock();
    emit({.op = Opcode::Move, .width = 64, .d = size, .a = i.c});
    emit({.op = Opcode::Move, .width = 64, .d = target, .a = i.a});
    if (i.op == Opcode::CopyMemory) emit({.op = Opcode::Move, .width = 64, .d = source, .a = i.b});
    // Numbers are made of what is there: nothing else is known to be a constant's slot.
    emit({.op = Opcode::Sub, .width = 64, .d = k, .a = size, .b = size});
    emit({.op = Opcode::Equal, .width = 64, .d = truth, .a = size, .b = size});
    emit({.op = Opcode::ZeroExtend, .width = 64, .extra = 1, .d = step, .a = truth});
    for (std::uint32_t n = 1; n < element; n *= 2)
      emit({.op = Opcode::Add, .width = 64, .d = step, .a = step, .b = step});
    if (i.op == Opcode::SetMemory) {
      if (element == 1) emit({.op = Opcode::Move, .width = 8, .d = value, .a = i.b});
      else emit({.op = Opcode::Truncate, .width = bits, .extra = 64, .d = value, .a = k});
    }
    const auto head = static_cast<BlockIndex>(body_.blocks.size());
    emit({.op = Opcode::Jump, .d = head});
    addBlock();
    emit({.op = Opcode::ULess, .width = 64, .d = truth, .a = k, .b = size});
    emit({.op = Opcode::Branch, .d = body_.sides, .a = truth, .b = head + 1, .c = head + 2});
    body_.sides += 2;
    addBlock();
    if (i.op == Opcode::CopyMemory) {
      emit({.op = Opcode::PointerIndex, .width = 64, .d = place, .a = source, .b = k, .c = 1});
      emit({.op = Opcode::Load, .width = bits, .d = value, .a = place});
    }
    emit({.op = Opcode::PointerIndex, .width = 64, .d = place, .a = target, .b = k, .c = 1});
    emit({.op = Opcode::Store, .width = bits, .a = place, .b = value});
    emit({.op = Opcode::Add, .width = 64, .d = k, .a = k, .b = step});
    emit({.op = Opcode::Jump, .d = head});
    addBlock();
  }

  // --- what is written

  [[nodiscard]] std::optional<std::uint64_t> constant(SlotIndex slot) const {
    if (slot >= old_.constants.size() || old_.constants[slot].kind != ir::Constant::Kind::Bits) return {};
    return old_.constants[slot].bits;
  }

  [[nodiscard]] bool isZero(SlotIndex slot) const { return constant(slot) == 0U; }

  /// Bytes that are written at a time: as many as the number of bytes is computed with.
  [[nodiscard]] std::uint32_t elementOf(std::uint32_t at) const {
    const Instruction* size = roots_.writerOf(at, old_.code[at].c);
    if (!size) return 1;
    for (const SlotIndex operand : {size->a, size->b}) {
      const auto number = constant(operand);
      if (size->op == Opcode::Mul && (number == 2U || number == 4U || number == 8U))
        return static_cast<std::uint32_t>(*number);
      if (size->op == Opcode::Shl && operand == size->b && number && *number >= 1 && *number <= 3) return 1U << *number;
    }
    return 1;
  }

  // --- the new body

  SlotIndex fresh() { return body_.slots++; }
  void addBlock() { body_.blocks.push_back({static_cast<std::uint32_t>(body_.code.size()), 0, false}); }
  void add(const Instruction& instruction) {
    body_.code.push_back(instruction);
    ++body_.blocks.back().count;
  }

  const Function& old_;
  ir::Flow flow_;
  PointerRoots roots_;
  Function body_;
};

} // namespace

std::optional<Function> writesAsLoops(const Function& function) { return Spelling(function).run(); }

} // namespace beagle::compare
