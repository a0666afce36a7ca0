#include "analysis/change/operand_order.h"

#include "analysis/change/instruction_kinds.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

namespace beagle::change {

OrderKey OperandOrder::keyOf(llvm::Value& value) {
  if (const auto known = keys_.find(&value); known != keys_.end()) return known->second;
  OrderKeyBuilder builder;
  builder.number(value.getValueID())
      .number(value.getType()->getTypeID())
      .number(value.getType()->getPrimitiveSizeInBits().getKnownMinValue());
  if (llvm::isa<llvm::Function>(value)) {
    // No name: a renamed callee must not change the order.
  } else if (const auto* global = llvm::dyn_cast<llvm::GlobalValue>(&value); global && !global->hasPrivateLinkage()) {
    // Its name, because its position is not known before it is written; the compiler's numbers are no name.
    builder.name(value.getName().rtrim("0123456789"));
  } else if (auto* constant = llvm::dyn_cast<llvm::Constant>(&value)) {
    builder.key(writer_.constantKey(*constant));
  } else if (auto* argument = llvm::dyn_cast<llvm::Argument>(&value)) {
    builder.number(argument->getArgNo());
  } else if (auto* phi = llvm::dyn_cast<llvm::PHINode>(&value)) {
    return keys_[&value] = keyOfPhi(*phi, builder);
  } else if (auto* object = llvm::dyn_cast<llvm::AllocaInst>(&value)) {
    builder.text(writer_.type(*object->getAllocatedType()));
  } else if (auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value); instruction) {
    // The same load or call once more is told apart by the effects before it.
    if (!isPure(*instruction) && !isDivision(*instruction)) builder.number(epoch_);
    llvm::SmallVector<OrderKey, 4> parts;
    for (const llvm::Use& operand : instruction->operands())
      if (!llvm::isa<llvm::BasicBlock>(operand) && !operand->getType()->isMetadataTy() && !lines_.contains(&operand))
        parts.push_back(keyOf(*operand));
    if (instruction->isCommutative()) sort(parts);
    for (const OrderKey& part : parts) builder.key(part);
  }
  return keys_[&value] = builder.build();
}

OrderKey OperandOrder::keyOfPhi(llvm::PHINode& phi, OrderKeyBuilder builder) {
  builder.number(blocks_.lookup(phi.getParent()));
  llvm::SmallVector<OrderKey, 4> incoming;
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
    OrderKeyBuilder part;
    part.number(blocks_.lookup(phi.getIncomingBlock(i)));
    // Of what is computed only the kind and the place: it may depend on the phi itself.
    if (const auto* from = llvm::dyn_cast<llvm::Instruction>(phi.getIncomingValue(i)))
      part.number(from->getOpcode()).number(blocks_.lookup(from->getParent()));
    else part.key(keyOf(*phi.getIncomingValue(i)));
    incoming.push_back(part.build());
  }
  sort(incoming);
  for (const OrderKey& part : incoming) builder.key(part);
  return builder.build();
}

bool OperandOrder::comesBefore(llvm::Value& a, llvm::Value& b) {
  const OrderKey first = keyOf(a);
  const OrderKey second = keyOf(b);
  const bool byName = first.named < second.named;
  const bool byShape = first.shaped < second.shaped;
  if (byName != byShape) namesMattered_ = true;
  return by_ == By::Names ? byName : byShape;
}

void OperandOrder::sort(llvm::SmallVectorImpl<OrderKey>& parts) const {
  std::ranges::sort(parts, {}, by_ == By::Names ? &OrderKey::named : &OrderKey::shaped);
}

OperandOrder::Comparison OperandOrder::oriented(llvm::CmpInst& compared) {
  using Predicate = llvm::CmpInst::Predicate;
  Comparison one{compared.getOperand(0), compared.getOperand(1), compared.getPredicate()};
  const Predicate mirrored = llvm::CmpInst::getSwappedPredicate(one.predicate);
  const Predicate inverse = llvm::CmpInst::getInversePredicate(one.predicate);
  const Predicate inverseMirrored = llvm::CmpInst::getSwappedPredicate(inverse);
  one.negated = std::min(inverse, inverseMirrored) < std::min(one.predicate, mirrored);
  if (one.negated) one.predicate = inverse;
  const Predicate other = llvm::CmpInst::getSwappedPredicate(one.predicate);
  if (other < one.predicate || (other == one.predicate && comesBefore(*one.right, *one.left)))
    std::swap(one.left, one.right);
  one.predicate = std::min(one.predicate, other);
  return one;
}

llvm::SmallVector<llvm::Value*, 4> OperandOrder::operandsOf(llvm::Instruction& instruction) {
  llvm::SmallVector<llvm::Value*, 4> operands(instruction.operand_values());
  if (auto* compared = llvm::dyn_cast<llvm::CmpInst>(&instruction); compared && !compared->getType()->isVectorTy()) {
    const Comparison one = oriented(*compared);
    operands = {one.left, one.right};
  } else if (llvm::isa<llvm::BinaryOperator>(instruction) && instruction.isCommutative()) {
    if (comesBefore(*operands[1], *operands[0])) std::swap(operands[0], operands[1]);
  }
  return operands;
}

} // namespace beagle::change
