#include "analysis/change/canonical.h"

#include "analysis/change/canonical_function.h"

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

namespace beagle::change {

namespace {

/// The value of a local before anything was stored to it. LLVM would take `undef` and may then choose it as
/// it likes; a call to an unknown function is a value that nothing can be concluded from.
llvm::FunctionCallee uninitialisedValue(llvm::Module& module, llvm::Type* type) {
  return module.getOrInsertFunction("beagle.uninit." + typeText(*type), type);
}

void storeUninitialised(llvm::AllocaInst& local, llvm::Instruction* before) {
  llvm::IRBuilder<> builder(before);
  builder.CreateStore(builder.CreateCall(uninitialisedValue(*local.getModule(), local.getAllocatedType())), &local);
}

bool isLifetimeStart(const llvm::User* user) {
  const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(user);
  return intrinsic && intrinsic->getIntrinsicID() == llvm::Intrinsic::lifetime_start;
}

/// Turns locals whose address is not taken into values.
void promoteLocals(llvm::Function& function) {
  std::vector<llvm::AllocaInst*> locals;
  for (llvm::Instruction& instruction : function.getEntryBlock())
    if (auto* local = llvm::dyn_cast<llvm::AllocaInst>(&instruction); local && llvm::isAllocaPromotable(local))
      locals.push_back(local);
  if (locals.empty()) return;
  for (llvm::AllocaInst* local : locals) {
    std::vector<llvm::Instruction*> starts;
    for (llvm::User* user : local->users())
      if (isLifetimeStart(user)) starts.push_back(llvm::cast<llvm::Instruction>(user));
    for (llvm::Instruction* start : starts) storeUninitialised(*local, start->getNextNode());
    storeUninitialised(*local, local->getNextNode());
  }
  llvm::DominatorTree dominators(function);
  llvm::PromoteMemToReg(locals, dominators);
}

void mergeStraightLines(llvm::Function& function) {
  for (auto it = function.begin(); it != function.end();) {
    llvm::BasicBlock& block = *it++;
    llvm::MergeBlockIntoPredecessor(&block);
  }
}

} // namespace

CanonicalCode Canonicaliser::function(llvm::Function& function, const LineLiterals& lineLiterals) {
  for (llvm::BasicBlock& block : function) llvm::ConstantFoldTerminator(&block); // `if (1)`
  llvm::EliminateUnreachableBlocks(function);
  promoteLocals(function);
  mergeStraightLines(function);
  return FunctionForm(function, lineLiterals, keepText_).write();
}

CanonicalCode Canonicaliser::global(llvm::GlobalVariable& variable) {
  CanonicalWriter writer(keepText_);
  KeyBuilder builder;
  builder.text(typeText(*variable.getValueType())).number(variable.isConstant()).number(variable.isThreadLocal());
  writer.put("global", builder.build());
  if (variable.hasInitializer()) writer.put("initialiser", writer.constantKey(*variable.getInitializer()));
  return writer.finish();
}

} // namespace beagle::change
