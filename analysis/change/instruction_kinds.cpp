#include "analysis/change/instruction_kinds.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace beagle::change {

bool isUninitialised(const llvm::Value& value) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&value);
  if (!call) return false;
  // Structs that are written alike share a function, whose type is that of the first: to LLVM, others do not call it.
  const auto* callee = llvm::dyn_cast<llvm::Function>(call->getCalledOperand());
  return callee && callee->getName().starts_with("beagle.uninit.");
}

bool isHint(llvm::Intrinsic::ID id) {
  switch (id) {
  case llvm::Intrinsic::var_annotation:
  case llvm::Intrinsic::codeview_annotation:
  case llvm::Intrinsic::experimental_noalias_scope_decl:
  case llvm::Intrinsic::pseudoprobe: return true;
  default: return false;
  }
}

bool isExpect(const llvm::Instruction& instruction) {
  const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return intrinsic && (intrinsic->getIntrinsicID() == llvm::Intrinsic::expect ||
                       intrinsic->getIntrinsicID() == llvm::Intrinsic::expect_with_probability);
}

bool isDivision(const llvm::Instruction& instruction) {
  switch (instruction.getOpcode()) {
  case llvm::Instruction::SDiv:
  case llvm::Instruction::UDiv:
  case llvm::Instruction::SRem:
  case llvm::Instruction::URem: return true;
  default: return false;
  }
}

bool divisionMayTrap(const llvm::Instruction& instruction) {
  const auto* divisor = llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(1));
  if (!divisor || divisor->isZero()) return true;
  const bool isSigned =
      instruction.getOpcode() == llvm::Instruction::SDiv || instruction.getOpcode() == llvm::Instruction::SRem;
  return isSigned && divisor->isMinusOne();
}

bool isPure(const llvm::Instruction& instruction) {
  if (isUninitialised(instruction) || isExpect(instruction)) return true;
  if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
    return intrinsic->doesNotAccessMemory() && intrinsic->doesNotThrow() && !intrinsic->isConvergent() &&
           !intrinsic->getType()->isVoidTy();
  switch (instruction.getOpcode()) {
  case llvm::Instruction::Alloca:
  case llvm::Instruction::AtomicCmpXchg:
  case llvm::Instruction::AtomicRMW:
  case llvm::Instruction::Call:
  case llvm::Instruction::CallBr:
  case llvm::Instruction::CatchPad:
  case llvm::Instruction::CleanupPad:
  case llvm::Instruction::Fence:
  case llvm::Instruction::Freeze:
  case llvm::Instruction::Invoke:
  case llvm::Instruction::LandingPad:
  case llvm::Instruction::Load:
  case llvm::Instruction::PHI:
  case llvm::Instruction::Store:
  case llvm::Instruction::VAArg: return false;
  default: return !instruction.isTerminator();
  }
}

std::uint64_t flagsOf(const llvm::Instruction& instruction) {
  std::uint64_t flags = instruction.getRawSubclassOptionalData();
  if (const auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) flags = gep->getNoWrapFlags().getRaw();
  return flags;
}

} // namespace beagle::change
