#include "analysis/ir/start_steps.h"

#include "analysis/ir/debug_places.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <array>
#include <map>

namespace beagle::ir {

namespace {

constexpr std::uint32_t usualPriority = 65535;

bool isMadeByCompiler(const llvm::Function& function) {
  return function.getName().starts_with("_GLOBAL__") || function.getName().starts_with("__cxx_global_");
}

/// 0: nobody wrote it; a text has a line, too, and no name.
unsigned lineOf(const llvm::GlobalVariable& variable) {
  llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> expressions;
  variable.getDebugInfo(expressions);
  if (expressions.empty() || expressions.front()->getVariable()->getName().empty()) return 0;
  return expressions.front()->getVariable()->getLine();
}

/// Of the variables that an initialiser writes or hands on, the last one declared before its text ends.
const llvm::GlobalVariable* initialisedBy(const llvm::Function& function) {
  if (!isMadeByCompiler(function)) return nullptr;
  unsigned end = 0;
  for (const llvm::BasicBlock& block : function)
    for (const llvm::Instruction& instruction : block)
      if (instruction.getDebugLoc()) end = std::max(end, instruction.getDebugLoc().getLine());
  const llvm::GlobalVariable* found = nullptr;
  unsigned foundLine = 0;
  for (const llvm::BasicBlock& block : function)
    for (const llvm::Instruction& instruction : block) {
      if (!llvm::isa<llvm::StoreInst>(instruction) && !llvm::isa<llvm::CallBase>(instruction)) continue;
      for (const llvm::Use& operand : instruction.operands()) {
        const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(operand->stripInBoundsConstantOffsets());
        const unsigned line = variable ? lineOf(*variable) : 0;
        if (line > foundLine && line <= end) found = variable, foundLine = line;
      }
    }
  return found;
}

class StartReader {
public:
  explicit StartReader(const llvm::Module& module) : module_(module) {}

  std::vector<StartStep> read() {
    readList("llvm.global_ctors", false);
    readSections(false);
    readSections(true);
    readList("llvm.global_dtors", true);
    return std::move(steps_);
  }

private:
  void readList(llvm::StringRef name, bool isAtEnd) {
    const llvm::GlobalVariable* list = module_.getNamedGlobal(name);
    if (!list || !list->hasInitializer()) return;
    const auto* rows = llvm::dyn_cast<llvm::ConstantArray>(list->getInitializer());
    if (!rows) return;
    std::multimap<std::uint64_t, const llvm::Function*> ordered;
    for (const llvm::Use& use : rows->operands()) {
      const auto* row = llvm::dyn_cast<llvm::ConstantStruct>(use.get());
      if (!row || row->getNumOperands() < 2) continue;
      const auto* priority = llvm::dyn_cast<llvm::ConstantInt>(row->getOperand(0));
      const auto* function = llvm::dyn_cast<llvm::Function>(row->getOperand(1)->stripPointerCasts());
      if (priority && function) ordered.emplace(priority->getZExtValue(), function);
    }
    for (const auto& [priority, function] : ordered) add(*function, static_cast<std::uint32_t>(priority), isAtEnd);
  }

  void readSections(bool isAtEnd) {
    for (const llvm::GlobalVariable& variable : module_.globals())
      if (const auto list = startListOf(variable); list && list->isAtEnd == isAtEnd)
        addFunctionsIn(*variable.getInitializer(), list->priority, isAtEnd);
  }

  void addFunctionsIn(const llvm::Constant& constant, std::uint32_t priority, bool isAtEnd) {
    if (const auto* function = llvm::dyn_cast<llvm::Function>(constant.stripPointerCasts()))
      add(*function, priority, isAtEnd);
    else if (const auto* aggregate = llvm::dyn_cast<llvm::ConstantAggregate>(&constant))
      for (const llvm::Use& member : aggregate->operands())
        addFunctionsIn(*llvm::cast<llvm::Constant>(member), priority, isAtEnd);
  }

  /// The compiler's list of initialisers becomes one step for each.
  void add(const llvm::Function& function, std::uint32_t priority, bool isAtEnd) {
    if (!function.getName().starts_with("_GLOBAL__")) {
      const llvm::GlobalVariable* variable = initialisedBy(function);
      steps_.push_back(
          {function.getName().str(), variable ? variable->getName().str() : std::string(), priority, isAtEnd});
      return;
    }
    for (const llvm::BasicBlock& block : function)
      for (const llvm::Instruction& instruction : block)
        if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
          if (const llvm::Function* callee = call->getCalledFunction(); callee && !callee->isDeclaration())
            add(*callee, priority, isAtEnd);
  }

  const llvm::Module& module_;
  std::vector<StartStep> steps_;
};

} // namespace

std::vector<StartStep> startStepsOf(const llvm::Module& module) { return StartReader(module).read(); }

std::optional<StartList> startListOf(const llvm::GlobalVariable& variable) {
  if (!variable.hasInitializer() || !variable.hasSection()) return std::nullopt;
  for (const auto& [prefix, isAtEnd] :
       {std::pair(".preinit_array", false), std::pair(".init_array", false), std::pair(".ctors", false),
        std::pair(".fini_array", true), std::pair(".dtors", true)}) {
    llvm::StringRef section = variable.getSection();
    if (!section.consume_front(prefix) || (!section.empty() && !section.consume_front("."))) continue;
    StartList list{usualPriority, isAtEnd};
    (void)section.getAsInteger(10, list.priority);
    return list;
  }
  return std::nullopt;
}

std::string startNameOf(const llvm::Function& function) {
  if (!isMadeByCompiler(function)) return {};
  if (const llvm::GlobalVariable* variable = initialisedBy(function))
    return "initialiser of " + sourceNameOf(*variable);
  const llvm::DISubprogram* described = function.getSubprogram();
  return described ? "start-up of " + projectNameOf(pathOf(described->getFile())) : std::string();
}

} // namespace beagle::ir
