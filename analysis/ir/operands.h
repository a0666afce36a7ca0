#pragma once

#include "analysis/ir/program.h"

#include <algorithm>

namespace beagle::ir {

/// Which fields of an instruction are slots. Lists in the function's tables (arguments, returned values, type
/// infos) and ranges of slots (PickSlot, PutSlot, results of a call) come on top.
struct OperandShape {
  bool readsA = false, readsB = false, readsC = false;
  std::uint8_t writes = 0; ///< d, d + 1, ...; of a Call, see its CallSite
};

[[nodiscard]] constexpr OperandShape shapeOf(Opcode op) {
  constexpr OperandShape nothing{}, d{false, false, false, 1}, a{true, false, false, 0}, ad{true, false, false, 1},
      ab{true, true, false, 0}, abd{true, true, false, 1}, abc{true, true, true, 0}, abcd{true, true, true, 1};
  // clang-format off
  switch (op) {
    using enum Opcode;
  case MarkUninit: case StackSave: return d;
  case Move: case Freeze: case Truncate: case ZeroExtend: case SignExtend: case PopCount: case LeadingZeros:
  case TrailingZeros: case ByteSwap: case BitReverse: case Absolute: case PointerAdd: case PointerToInt: case IntToPointer:
  case FNeg: case FAbs: case FSqrt: case FFloor: case FCeil: case FTrunc: case FRint: case FNearbyInt: case FRound:
  case FRoundEven: case FClass: case FResize: case FToSigned: case FToUnsigned: case FFromSigned: case FFromUnsigned:
  case FToBits: case FFromBits: case Allocate: case Load: case VaArg: case TypeIdFor: return ad;
  case Add: case Sub: case Mul: case UDiv: case SDiv: case URem: case SRem: case And: case Or: case Xor: case Shl:
  case LShr: case AShr: case Equal: case NotEqual: case ULess: case ULessEqual: case SLess: case SLessEqual: case SMin:
  case SMax: case UMin: case UMax: case SAddSat: case UAddSat: case SSubSat: case USubSat: case SShlSat: case UShlSat:
  case PointerIndex: case PointerEqual: case PointerNotEqual: case PointerULess: case PointerULessEqual:
  case PointerSLess: case PointerSLessEqual: case PointerMask: case FAdd: case FSub: case FMul: case FDiv: case FRem:
  case FMinNum: case FMaxNum: case FMinimum: case FMaximum: case FCopySign: case FMath: case FCompare: case PickSlot:
    return op == PickSlot ? ad : abd;
  case PutSlot: return ab;
  case SAddOverflow: case UAddOverflow: case SSubOverflow: case USubOverflow: case SMulOverflow: case UMulOverflow:
    return {true, true, false, 2};
  case Select: case FunnelLeft: case FunnelRight: case PointerScale: case FFma: case FMulAdd: return abcd;
  case CompareExchange: return {true, true, true, 2};
  case Store: case VaCopy: case Resume: return ab;
  case CopyMemory: case MoveMemory: case SetMemory: return abc;
  case LifetimeStart: case LifetimeEnd: case StackRestore: case VaStart: case VaEnd: case Branch: case Switch:
  case IndirectJump: return a;
  case LandingPad: return {false, false, false, 2};
  case Jump: case Return: case Unreachable: case Call: case Trap: case Unsupported: return nothing;
  }
  // clang-format on
  return nothing;
}

[[nodiscard]] constexpr bool isTerminator(Opcode op) {
  switch (op) {
    using enum Opcode;
  case Jump:
  case Branch:
  case Switch:
  case IndirectJump:
  case Return:
  case Unreachable:
  case Resume: return true;
  default: return false;
  }
}

/// A Call that is an invoke ends its block, too.
[[nodiscard]] inline bool endsBlock(const Function& function, const Instruction& instruction) {
  return isTerminator(instruction.op) ||
         (instruction.op == Opcode::Call && function.calls[instruction.b].normal != none);
}

/// Calls `read(slot)` for every slot that is read by its number; `range(first, count)` for slots of which an
/// index chooses one. With a Function that is not const, the slots may be changed in place.
template <class F, class I, class Read, class Range>
void forEachRead(F& function, I& instruction, Read&& read, Range&& range) {
  const OperandShape shape = shapeOf(instruction.op);
  if (shape.readsA) read(instruction.a);
  if (shape.readsB) read(instruction.b);
  if (shape.readsC) read(instruction.c);
  switch (instruction.op) {
  case Opcode::PickSlot: range(instruction.b, instruction.c); break;
  case Opcode::PutSlot: range(instruction.d, instruction.c); break;
  case Opcode::Return:
    for (std::uint32_t i = 0; i < instruction.c; ++i) read(function.operands[instruction.b + i]);
    break;
  case Opcode::Call: {
    auto& site = function.calls[instruction.b];
    if (site.function == none) read(site.pointer);
    for (auto& argument : site.arguments) read(argument.slot);
    break;
  }
  case Opcode::LandingPad:
    for (auto& clause : function.landingPads[instruction.b].clauses)
      for (auto& type : clause.types) read(type);
    break;
  default: break;
  }
}

/// Calls `written(first, count, isWhole)`: the slots d, d + 1, ... that the instruction writes; not whole
/// means that it writes one of them.
template <class F, class I, class Write> void forEachWrite(F& function, I& instruction, Write&& written) {
  if (instruction.op == Opcode::PutSlot) return written(instruction.d, instruction.c, false);
  std::uint32_t count = shapeOf(instruction.op).writes;
  if (instruction.op == Opcode::Call) count = static_cast<std::uint32_t>(function.calls[instruction.b].results.size());
  if (count > 0) written(instruction.d, count, true);
}

/// The block that the instruction, by its number in the code, is in. Blocks stand there in the order of their numbers.
[[nodiscard]] inline BlockIndex blockOf(const Function& function, std::uint32_t instruction) {
  const auto behind = std::ranges::upper_bound(function.blocks, instruction, {}, &Block::first);
  return static_cast<BlockIndex>(behind - function.blocks.begin() - 1);
}

/// Calls `target(block)` for every block that control may go to next, except into a caller.
template <class F, class I, class Target> void forEachTarget(F& function, I& instruction, Target&& target) {
  switch (instruction.op) {
  case Opcode::Jump: target(instruction.d); break;
  case Opcode::Branch:
    target(instruction.b);
    target(instruction.c);
    break;
  case Opcode::Switch: {
    auto& table = function.switches[instruction.b];
    target(table.otherwise);
    for (auto& [value, block] : table.cases) target(block);
    break;
  }
  case Opcode::IndirectJump:
    for (std::uint32_t i = 0; i < instruction.c; ++i) target(function.operands[instruction.b + 2 * i + 1]);
    break;
  case Opcode::Call: {
    auto& site = function.calls[instruction.b];
    if (site.normal != none) target(site.normal);
    if (site.unwind != none) target(site.unwind);
    break;
  }
  default: break;
  }
}

} // namespace beagle::ir
