#include "analysis/change/canonical.h"

#include "analysis/change/canonical_function.h"
#include "analysis/ir/line_marks.h"

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <algorithm>
#include <set>

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

/// What is said about variables for debuggers is no code, and keeping it up to date is most of what promoting costs.
void dropVariableDescriptions(llvm::Function& function) {
  for (llvm::BasicBlock& block : function) {
    block.deleteTrailingDbgRecords();
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(block)) {
      instruction.dropDbgRecords();
      if (llvm::isa<llvm::DbgInfoIntrinsic>(instruction)) instruction.eraseFromParent();
    }
  }
}

void mergeStraightLines(llvm::Function& function) {
  for (auto it = function.begin(); it != function.end();) {
    llvm::BasicBlock& block = *it++;
    llvm::MergeBlockIntoPredecessor(&block);
  }
}

/// Whether clang writes `call` or `invoke` depends on whether it has seen the callee's body before, and so on
/// everything else in the unit. A callee whose body cannot throw is called the same way by everybody.
void callWhatCannotThrow(llvm::Module& module) {
  std::vector<llvm::Function*> open;
  bool invokes = false;
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    if (!function.doesNotThrow() && !function.isInterposable()) open.push_back(&function);
    for (const llvm::BasicBlock& block : function) invokes |= llvm::isa<llvm::InvokeInst>(block.getTerminator());
  }
  if (!invokes) return;
  auto simplify = [](llvm::Function& function) {
    bool changed = false;
    for (llvm::BasicBlock& block : function)
      if (auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(block.getTerminator()); invoke && invoke->doesNotThrow()) {
        llvm::removeUnwindEdge(&block);
        changed = true;
      }
    if (changed) llvm::EliminateUnreachableBlocks(function);
    // Who handles exceptions that never come takes no part in them.
    const auto handles = [](const llvm::BasicBlock& block) { return block.isLandingPad(); };
    if (changed && function.hasPersonalityFn() && llvm::none_of(function, handles)) function.setPersonalityFn(nullptr);
  };
  auto mayThrow = [](const llvm::Function& function) {
    for (const llvm::BasicBlock& block : function)
      for (const llvm::Instruction& instruction : block)
        if (instruction.mayThrow()) return true;
    return false;
  };
  for (bool progress = true; progress;) {
    progress = false;
    for (llvm::Function*& function : open) {
      if (!function) continue;
      simplify(*function);
      if (mayThrow(*function)) continue;
      function->setDoesNotThrow();
      function = nullptr;
      progress = true;
    }
  }
  for (llvm::Function& function : module)
    if (!function.isDeclaration()) simplify(function);
}

/// An initialiser without the line numbers in it: in their place stands a value that no initialiser has.
llvm::Constant* withoutLines(llvm::Constant& initialiser, const std::vector<std::uint64_t>& written) {
  const std::set<std::uint64_t> lines = linesIn(initialiser, written);
  if (lines.empty()) return &initialiser;
  return ir::withNumbers(initialiser, [&](llvm::ConstantInt& number) -> llvm::Constant* {
    if (!lines.contains(number.getZExtValue())) return &number;
    return llvm::PoisonValue::get(number.getType());
  });
}

} // namespace

Canonicaliser::Canonicaliser(llvm::Module& module, bool keepText) : keepText_(keepText) { callWhatCannotThrow(module); }

CanonicalCode Canonicaliser::function(llvm::Function& function, const LineMentions& lines) {
  dropVariableDescriptions(function);
  for (llvm::BasicBlock& block : function) llvm::ConstantFoldTerminator(&block); // `if (1)`
  llvm::EliminateUnreachableBlocks(function);
  promoteLocals(function);
  mergeStraightLines(function);
  FunctionForm form(function, lines, OperandOrder::By::Names, keepText_);
  CanonicalCode code = form.write();
  if (form.namesMattered()) {
    CanonicalCode nameless = FunctionForm(function, lines, OperandOrder::By::Shapes, keepText_).write();
    code.shape = std::move(nameless.shape);
    code.symbols = std::move(nameless.symbols);
  }
  return code;
}

CanonicalCode Canonicaliser::global(llvm::GlobalVariable& variable, const std::vector<std::uint64_t>& lines) {
  CanonicalWriter writer(keepText_);
  KeyBuilder builder;
  builder.text(typeText(*variable.getValueType())).number(variable.isConstant()).number(variable.isThreadLocal());
  writer.put("global", builder.build());
  if (variable.hasInitializer())
    writer.put("initialiser", writer.constantKey(*withoutLines(*variable.getInitializer(), lines)));
  return writer.finish();
}

} // namespace beagle::change
