#include "analysis/change/block_order.h"

#include "analysis/change/instruction_kinds.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

namespace beagle::change {

namespace {

/// Whether a branch on it is written the other way round: of a comparison, its swap and their inverses, the
/// smallest predicate stands for all four.
bool isNegated(const llvm::Value& written) {
  const llvm::Value* condition = &written;
  bool negated = false;
  while (const auto* instruction = llvm::dyn_cast<llvm::Instruction>(condition)) {
    if (isExpect(*instruction)) {
      condition = instruction->getOperand(0);
    } else if (const auto* inverted = llvm::dyn_cast<llvm::BinaryOperator>(instruction);
               inverted && inverted->getOpcode() == llvm::Instruction::Xor &&
               llvm::isa<llvm::ConstantInt>(inverted->getOperand(1)) && inverted->getType()->isIntegerTy(1)) {
      negated ^= llvm::cast<llvm::ConstantInt>(inverted->getOperand(1))->isOne();
      condition = inverted->getOperand(0);
    } else if (const auto* compared = llvm::dyn_cast<llvm::CmpInst>(instruction)) {
      const auto p = compared->getPredicate();
      const auto swapped = llvm::CmpInst::getSwappedPredicate(p);
      const auto inverse = std::min(llvm::CmpInst::getInversePredicate(p), llvm::CmpInst::getInversePredicate(swapped));
      return negated ^ (inverse < std::min(p, swapped));
    } else {
      break;
    }
  }
  return negated;
}

} // namespace

std::vector<llvm::BasicBlock*> canonicalOrder(llvm::Function& function) {
  std::vector<llvm::BasicBlock*> order;
  llvm::DenseSet<const llvm::BasicBlock*> seen;
  std::vector<llvm::BasicBlock*> stack{&function.getEntryBlock()};
  while (!stack.empty()) {
    llvm::BasicBlock* block = stack.back();
    stack.pop_back();
    if (!seen.insert(block).second) continue;
    order.push_back(block);
    llvm::SmallVector<llvm::BasicBlock*, 4> next(llvm::successors(block));
    if (auto* branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator()); branch && branch->isConditional()) {
      if (isNegated(*branch->getCondition())) std::swap(next[0], next[1]);
    } else if (auto* choice = llvm::dyn_cast<llvm::SwitchInst>(block->getTerminator())) {
      std::vector<std::pair<llvm::APInt, llvm::BasicBlock*>> cases;
      for (const auto& one : choice->cases())
        cases.emplace_back(one.getCaseValue()->getValue(), one.getCaseSuccessor());
      std::ranges::sort(cases, [](const auto& a, const auto& b) { return a.first.ult(b.first); });
      next.assign(1, choice->getDefaultDest());
      for (const auto& [value, target] : cases) next.push_back(target);
    }
    for (llvm::BasicBlock* successor : llvm::reverse(next)) stack.push_back(successor);
  }
  return order;
}

} // namespace beagle::change
