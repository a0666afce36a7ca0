#include "analysis/ir/decoder.h"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Constants.h>

namespace beagle::ir {

Slots Decoder::constantSlots(const llvm::Constant& constant) {
  const std::vector<ScalarType>* scalars = scalarsOf(constant.getType());
  if (!scalars) {
    problem_ = "a constant without a form";
    return {};
  }
  if (scalars->empty()) return {};
  llvm::Type* type = constant.getType();
  if (!type->isAggregateType() && !type->isVectorTy()) return {constantScalar(constant, scalars->front())};
  Slots slots;
  if (const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(&constant)) {
    const llvm::Constant* folded = llvm::ConstantFoldConstant(expression, layout_);
    const auto* same = llvm::dyn_cast<llvm::ConstantExpr>(folded);
    return same ? expand(*same) : constantSlots(*folded);
  }
  const std::uint64_t count = type->isStructTy()  ? type->getStructNumElements()
                              : type->isArrayTy() ? type->getArrayNumElements()
                                                  : llvm::cast<llvm::FixedVectorType>(type)->getNumElements();
  for (unsigned i = 0; i < count; ++i) {
    const llvm::Constant* element = constant.getAggregateElement(i);
    if (!element) {
      problem_ = "a constant without elements";
      return freshFor(type);
    }
    slots.append(constantSlots(*element));
  }
  return slots;
}

SlotIndex Decoder::constantScalar(const llvm::Constant& constant, ScalarType type) {
  if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&constant)) return bits(number->getValue(), type);
  if (const auto* number = llvm::dyn_cast<llvm::ConstantFP>(&constant))
    return bits(number->getValueAPF().bitcastToAPInt(), type);
  if (llvm::isa<llvm::ConstantPointerNull>(constant)) return bits(llvm::APInt(64, 0), type);
  if (llvm::isa<llvm::UndefValue>(constant)) {
    Constant mark;
    mark.kind = llvm::isa<llvm::PoisonValue>(constant) ? Constant::Kind::Poison : Constant::Kind::Uninitialised;
    mark.type = type;
    return constantSlot(mark);
  }
  if (type.kind == ScalarKind::Pointer)
    if (const auto slot = constantPointer(constant)) return *slot;
  if (const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(&constant)) {
    const llvm::Constant* folded = llvm::ConstantFoldConstant(expression, layout_);
    const auto* same = llvm::dyn_cast<llvm::ConstantExpr>(folded);
    if (!same) return constantScalar(*folded, type);
    const Slots slots = expand(*same);
    if (slots.size() == 1) return slots[0];
  }
  problem_ = "a constant without a form";
  return fresh();
}

/// The address of an object, or of a place at a constant distance from it; an integer made a pointer.
std::optional<SlotIndex> Decoder::constantPointer(const llvm::Constant& constant) {
  Constant result;
  result.type = {ScalarKind::Pointer, 0, 64};
  if (const auto* label = llvm::dyn_cast<llvm::BlockAddress>(&constant)) {
    if (label->getFunction() != &source_) return std::nullopt;
    result.kind = Constant::Kind::Function;
    result.index = unit_.targets.lookup(&source_).index;
    result.bits = labels_.of(*label->getBasicBlock());
    return constantSlot(result);
  }
  llvm::APInt offset(64, 0);
  const llvm::Value* base = constant.stripAndAccumulateConstantOffsets(layout_, offset, true);
  if (const auto* same = llvm::dyn_cast<llvm::DSOLocalEquivalent>(base)) base = same->getGlobalValue();
  if (const auto* same = llvm::dyn_cast<llvm::NoCFIValue>(base)) base = same->getGlobalValue();
  if (const auto* object = llvm::dyn_cast<llvm::GlobalValue>(base)) {
    const SymbolTarget target = unit_.targets.lookup(object);
    const std::int64_t distance = target.offset + offset.getSExtValue();
    if (target.kind == SymbolTarget::Kind::None) problem_ = "the address of `" + object->getName().str() + "`";
    if (target.kind == SymbolTarget::Kind::None || (target.kind == SymbolTarget::Kind::Function && distance != 0))
      return std::nullopt;
    result.kind = target.kind == SymbolTarget::Kind::Function ? Constant::Kind::Function : Constant::Kind::Global;
    result.index = target.index;
    result.bits = static_cast<std::uint64_t>(distance);
    return constantSlot(result);
  }
  const auto* cast = llvm::dyn_cast<llvm::ConstantExpr>(base);
  if (llvm::isa<llvm::ConstantPointerNull>(base)) return bits(offset, result.type);
  if (!cast || cast->getOpcode() != llvm::Instruction::IntToPtr) return std::nullopt;
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(cast->getOperand(0));
  if (!number) return std::nullopt;
  return bits(number->getValue().zextOrTrunc(64) + offset, result.type);
}

/// An expression that only the running program can evaluate: as instructions, before its use.
Slots Decoder::expand(const llvm::ConstantExpr& expression) {
  llvm::Instruction* instruction = expression.getAsInstruction();
  const bool done = dispatch(*instruction);
  Slots slots;
  if (done && values_.contains(instruction)) slots = slotsOf(*instruction);
  else problem_ = std::string("constant ") + expression.getOpcodeName();
  values_.erase(instruction);
  instruction->deleteValue();
  return slots.empty() ? freshFor(expression.getType()) : slots;
}

} // namespace beagle::ir
