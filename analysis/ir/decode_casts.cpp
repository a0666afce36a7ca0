#include "analysis/ir/decoder.h"

namespace beagle::ir {

using Llvm = llvm::Instruction;

namespace {

unsigned widthOf(const std::vector<ScalarType>& types) {
  unsigned width = 0;
  for (const ScalarType& type : types) width += type.width;
  return width;
}

/// A bool has a byte in memory, which the source promises to be 0 or 1.
bool readsBool(const llvm::CastInst& instruction) {
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(instruction.getOperand(0));
  const llvm::MDNode* range = load ? load->getMetadata(llvm::LLVMContext::MD_range) : nullptr;
  if (!range || instruction.getOpcode() != Llvm::Trunc || range->getNumOperands() != 2) return false;
  const auto edge = [&](unsigned operand) {
    return llvm::mdconst::extract<llvm::ConstantInt>(range->getOperand(operand))->getValue();
  };
  return edge(0).isZero() && edge(1) == 2;
}

} // namespace

bool Decoder::decodeCast(const llvm::CastInst& instruction) {
  const std::vector<ScalarType>& from = *scalarsOf(instruction.getSrcTy());
  const std::vector<ScalarType>& to = *scalarsOf(instruction.getDestTy());
  const Slots values = slotsOf(*instruction.getOperand(0));
  if (instruction.getOpcode() == Llvm::AddrSpaceCast) {
    define(instruction, values);
    return true;
  }
  if (instruction.getOpcode() == Llvm::BitCast) {
    define(instruction, bitcast(values, from, to));
    return true;
  }
  if (readsBool(instruction)) {
    define(instruction, compute(Opcode::Truncate, to[0].width, values[0], 1, 0, from[0].width));
    return true;
  }
  Slots results;
  for (std::size_t i = 0; i < values.size(); ++i)
    results.push_back(cast(instruction.getOpcode(), from[i], to[i], values[i]));
  define(instruction, results);
  return true;
}

SlotIndex Decoder::cast(unsigned opcode, ScalarType from, ScalarType to, SlotIndex a) {
  switch (opcode) {
  case Llvm::Trunc: return compute(Opcode::Truncate, to.width, a, 0, 0, from.width);
  case Llvm::ZExt: return compute(Opcode::ZeroExtend, to.width, a, 0, 0, from.width);
  case Llvm::SExt: return compute(Opcode::SignExtend, to.width, a, 0, 0, from.width);
  case Llvm::FPTrunc:
  case Llvm::FPExt: return compute(Opcode::FResize, to.width, a, 0, from.format, to.format);
  case Llvm::FPToSI: return compute(Opcode::FToSigned, to.width, a, 0, 0, from.format);
  case Llvm::FPToUI: return compute(Opcode::FToUnsigned, to.width, a, 0, 0, from.format);
  case Llvm::SIToFP: return compute(Opcode::FFromSigned, from.width, a, 0, 0, to.format);
  case Llvm::UIToFP: return compute(Opcode::FFromUnsigned, from.width, a, 0, 0, to.format);
  case Llvm::PtrToInt: return compute(Opcode::PointerToInt, to.width, a);
  case Llvm::IntToPtr: return compute(Opcode::IntToPointer, 64, a, 0, 0, from.width);
  default: problem_ = "a cast without a form"; return fresh();
  }
}

SlotIndex Decoder::toInteger(SlotIndex slot, ScalarType type) {
  switch (type.kind) {
  case ScalarKind::Integer: return slot;
  case ScalarKind::Pointer: return compute(Opcode::PointerToInt, 64, slot);
  case ScalarKind::Float: break;
  }
  return compute(Opcode::FToBits, type.width, slot, 0, 0, type.format);
}

SlotIndex Decoder::fromInteger(SlotIndex slot, ScalarType type) {
  switch (type.kind) {
  case ScalarKind::Integer: return slot;
  case ScalarKind::Pointer: return compute(Opcode::IntToPointer, 64, slot, 0, 0, 64);
  case ScalarKind::Float: break;
  }
  return compute(Opcode::FFromBits, type.width, slot, 0, 0, type.format);
}

SlotIndex Decoder::resize(SlotIndex slot, unsigned from, unsigned to, bool isSigned) {
  if (from == to) return slot;
  const Opcode widen = isSigned ? Opcode::SignExtend : Opcode::ZeroExtend;
  return compute(from > to ? Opcode::Truncate : widen, to, slot, 0, 0, from);
}

/// One integer of all parts, the first in the lowest bits.
SlotIndex Decoder::pack(llvm::ArrayRef<SlotIndex> parts, ScalarType type) {
  const unsigned width = type.width * static_cast<unsigned>(parts.size());
  SlotIndex all = resize(toInteger(parts[0], type), type.width, width, false);
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const SlotIndex part = resize(toInteger(parts[i], type), type.width, width, false);
    const SlotIndex high = compute(Opcode::Shl, width, part, integer(i * type.width, width));
    all = compute(Opcode::Or, width, all, high);
  }
  return all;
}

Slots Decoder::unpack(SlotIndex whole, unsigned width, ScalarType type, std::size_t count) {
  Slots parts;
  for (std::size_t i = 0; i < count; ++i) {
    const SlotIndex low = i == 0 ? whole : compute(Opcode::LShr, width, whole, integer(i * type.width, width));
    parts.push_back(fromInteger(resize(low, width, type.width, false), type));
  }
  return parts;
}

Slots Decoder::bitcast(llvm::ArrayRef<SlotIndex> parts, const std::vector<ScalarType>& from,
                       const std::vector<ScalarType>& to) {
  Slots results;
  if (from == to || parts.empty()) return Slots(parts);
  if (widthOf(from) != widthOf(to) || widthOf(from) > UINT16_MAX) {
    problem_ = "between these types";
    return Slots(to.size(), fresh());
  }
  const unsigned wide = from[0].width, narrow = to[0].width;
  if (narrow % wide == 0) { // each result from some parts
    for (std::size_t i = 0; i < parts.size(); i += narrow / wide)
      results.push_back(fromInteger(pack(parts.slice(i, narrow / wide), from[0]), to[0]));
    return results;
  }
  if (wide % narrow == 0) { // some results from each part
    for (const SlotIndex part : parts) results.append(unpack(toInteger(part, from[0]), wide, to[0], wide / narrow));
    return results;
  }
  return unpack(pack(parts, from[0]), widthOf(from), to[0], to.size());
}

} // namespace beagle::ir
