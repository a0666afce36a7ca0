#include "analysis/ir/decoder.h"

namespace beagle::ir {

namespace {

using llvm::CmpInst;
using Llvm = llvm::Instruction;

std::optional<Opcode> opcodeOf(unsigned opcode) {
  switch (opcode) {
  case Llvm::Add: return Opcode::Add;
  case Llvm::Sub: return Opcode::Sub;
  case Llvm::Mul: return Opcode::Mul;
  case Llvm::UDiv: return Opcode::UDiv;
  case Llvm::SDiv: return Opcode::SDiv;
  case Llvm::URem: return Opcode::URem;
  case Llvm::SRem: return Opcode::SRem;
  case Llvm::And: return Opcode::And;
  case Llvm::Or: return Opcode::Or;
  case Llvm::Xor: return Opcode::Xor;
  case Llvm::Shl: return Opcode::Shl;
  case Llvm::LShr: return Opcode::LShr;
  case Llvm::AShr: return Opcode::AShr;
  case Llvm::FAdd: return Opcode::FAdd;
  case Llvm::FSub: return Opcode::FSub;
  case Llvm::FMul: return Opcode::FMul;
  case Llvm::FDiv: return Opcode::FDiv;
  case Llvm::FRem: return Opcode::FRem;
  default: return std::nullopt;
  }
}

unsigned flagsOf(const llvm::Instruction& instruction) {
  unsigned flags = 0;
  if (const auto* wrapping = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(&instruction))
    flags |= (wrapping->hasNoSignedWrap() ? unsigned{NoSignedWrap} : 0U) |
             (wrapping->hasNoUnsignedWrap() ? unsigned{NoUnsignedWrap} : 0U);
  if (const auto* exact = llvm::dyn_cast<llvm::PossiblyExactOperator>(&instruction); exact && exact->isExact())
    flags |= Exact;
  if (const auto* disjoint = llvm::dyn_cast<llvm::PossiblyDisjointInst>(&instruction);
      disjoint && disjoint->isDisjoint())
    flags |= Disjoint;
  return flags;
}

struct Comparison {
  Opcode op;
  bool isSwapped;
};

Comparison comparisonOf(CmpInst::Predicate predicate) {
  switch (predicate) {
  case CmpInst::ICMP_EQ: return {Opcode::Equal, false};
  case CmpInst::ICMP_NE: return {Opcode::NotEqual, false};
  case CmpInst::ICMP_ULT: return {Opcode::ULess, false};
  case CmpInst::ICMP_ULE: return {Opcode::ULessEqual, false};
  case CmpInst::ICMP_UGT: return {Opcode::ULess, true};
  case CmpInst::ICMP_UGE: return {Opcode::ULessEqual, true};
  case CmpInst::ICMP_SLT: return {Opcode::SLess, false};
  case CmpInst::ICMP_SLE: return {Opcode::SLessEqual, false};
  case CmpInst::ICMP_SGT: return {Opcode::SLess, true};
  default: return {Opcode::SLessEqual, true};
  }
}

Opcode ofPointers(Opcode op) {
  switch (op) {
  case Opcode::Equal: return Opcode::PointerEqual;
  case Opcode::NotEqual: return Opcode::PointerNotEqual;
  case Opcode::ULess: return Opcode::PointerULess;
  case Opcode::ULessEqual: return Opcode::PointerULessEqual;
  case Opcode::SLess: return Opcode::PointerSLess;
  default: return Opcode::PointerSLessEqual;
  }
}

FloatPredicate predicateOf(CmpInst::Predicate predicate) {
  switch (predicate) {
  case CmpInst::FCMP_OEQ: return FloatPredicate::OEQ;
  case CmpInst::FCMP_OGT: return FloatPredicate::OGT;
  case CmpInst::FCMP_OGE: return FloatPredicate::OGE;
  case CmpInst::FCMP_OLT: return FloatPredicate::OLT;
  case CmpInst::FCMP_OLE: return FloatPredicate::OLE;
  case CmpInst::FCMP_ONE: return FloatPredicate::ONE;
  case CmpInst::FCMP_ORD: return FloatPredicate::ORD;
  case CmpInst::FCMP_UNO: return FloatPredicate::UNO;
  case CmpInst::FCMP_UEQ: return FloatPredicate::UEQ;
  case CmpInst::FCMP_UGT: return FloatPredicate::UGT;
  case CmpInst::FCMP_UGE: return FloatPredicate::UGE;
  case CmpInst::FCMP_ULT: return FloatPredicate::ULT;
  case CmpInst::FCMP_ULE: return FloatPredicate::ULE;
  case CmpInst::FCMP_UNE: return FloatPredicate::UNE;
  case CmpInst::FCMP_FALSE: return FloatPredicate::False;
  default: return FloatPredicate::True;
  }
}

} // namespace

bool Decoder::decodeUnary(const llvm::UnaryOperator& instruction) {
  const std::vector<ScalarType>& types = *scalarsOf(instruction.getType());
  const Slots values = slotsOf(*instruction.getOperand(0));
  Slots results;
  for (std::size_t i = 0; i < values.size(); ++i)
    results.push_back(compute(Opcode::FNeg, types[i].width, values[i], 0, 0, types[i].format));
  define(instruction, results);
  return true;
}

bool Decoder::decodeBinary(const llvm::BinaryOperator& instruction) {
  const std::vector<ScalarType>& types = *scalarsOf(instruction.getType());
  const Slots left = slotsOf(*instruction.getOperand(0)), right = slotsOf(*instruction.getOperand(1));
  const unsigned flags = flagsOf(instruction);
  Slots results;
  for (std::size_t i = 0; i < left.size(); ++i)
    results.push_back(binary(instruction.getOpcode(), types[i], left[i], right[i], flags));
  define(instruction, results);
  return true;
}

SlotIndex Decoder::binary(unsigned opcode, ScalarType type, SlotIndex a, SlotIndex b, unsigned flags) {
  const auto op = opcodeOf(opcode);
  if (!op) {
    problem_ = "an operator without a form";
    return fresh();
  }
  return compute(*op, type.width, a, b, 0, type.kind == ScalarKind::Float ? type.format : flags);
}

bool Decoder::decodeCompare(const CmpInst& instruction) {
  const std::vector<ScalarType>& types = *scalarsOf(instruction.getOperand(0)->getType());
  const Slots left = slotsOf(*instruction.getOperand(0)), right = slotsOf(*instruction.getOperand(1));
  Slots results;
  for (std::size_t i = 0; i < left.size(); ++i)
    results.push_back(compare(instruction.getPredicate(), types[i], left[i], right[i]));
  define(instruction, results);
  return true;
}

SlotIndex Decoder::compare(CmpInst::Predicate predicate, ScalarType type, SlotIndex a, SlotIndex b) {
  if (type.kind == ScalarKind::Float)
    return compute(Opcode::FCompare, type.width, a, b, static_cast<SlotIndex>(predicateOf(predicate)), type.format);
  const auto [op, isSwapped] = comparisonOf(predicate);
  if (isSwapped) std::swap(a, b);
  return compute(type.kind == ScalarKind::Pointer ? ofPointers(op) : op, type.width, a, b);
}

} // namespace beagle::ir
