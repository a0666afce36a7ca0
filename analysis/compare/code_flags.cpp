#include "analysis/compare/code_flags.h"

#include "analysis/ir/operands.h"

#include <set>

namespace beagle::compare {

using ir::Instruction;
using ir::Opcode;
using ir::SlotIndex;

namespace {

constexpr std::size_t mostNumbers = 8; ///< that one slot is set to

bool isComparison(Opcode op) {
  switch (op) {
  case Opcode::Equal:
  case Opcode::NotEqual:
  case Opcode::ULess:
  case Opcode::ULessEqual:
  case Opcode::SLess:
  case Opcode::SLessEqual:
  case Opcode::PointerEqual:
  case Opcode::PointerNotEqual:
  case Opcode::PointerULess:
  case Opcode::PointerULessEqual:
  case Opcode::PointerSLess:
  case Opcode::PointerSLessEqual:
  case Opcode::FCompare:
  case Opcode::FClass: return true;
  default: return false;
  }
}

/// Whether the result is a flag if these operands are.
std::vector<SlotIndex> passedOn(const Instruction& i) {
  switch (i.op) {
  case Opcode::Move:
  case Opcode::Freeze:
  case Opcode::Truncate:
  case Opcode::ZeroExtend:
  case Opcode::SignExtend: return {i.a};
  case Opcode::And:
  case Opcode::Or:
  case Opcode::Xor: return {i.a, i.b};
  case Opcode::Select: return {i.b, i.c};
  default: return {};
  }
}

} // namespace

std::vector<char> flagsOf(const ir::Function& function) {
  const auto isNumber = [&](SlotIndex slot) {
    return slot < function.constants.size() && function.constants[slot].kind == ir::Constant::Kind::Bits;
  };
  std::vector<char> flags(function.slots, 1);
  for (const ir::Parameter& parameter : function.parameters) flags[parameter.slot] = 0;
  for (SlotIndex slot = 0; slot < function.constants.size(); ++slot) flags[slot] = isNumber(slot) ? 1 : 0;
  std::vector<std::set<SlotIndex>> numbers(function.slots);
  for (bool isStable = false; !isStable;) {
    isStable = true;
    for (Instruction i : function.code) {
      const std::vector<SlotIndex> from = passedOn(i);
      bool isFlag = isComparison(i.op) || i.op == Opcode::MarkUninit || !from.empty();
      for (const SlotIndex slot : from) isFlag = isFlag && flags[slot];
      ir::forEachWrite(function, i, [&](SlotIndex first, std::uint32_t count, bool) {
        for (SlotIndex slot = first; slot < first + count; ++slot) {
          for (const SlotIndex number : from)
            if (isNumber(number)) numbers[slot].insert(number);
          if (!flags[slot] || (isFlag && numbers[slot].size() <= mostNumbers)) continue;
          flags[slot] = 0;
          isStable = false;
        }
      });
    }
  }
  return flags;
}

} // namespace beagle::compare
