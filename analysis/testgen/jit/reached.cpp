#include "analysis/testgen/jit/reached.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/GVMaterializer.h>
#include <llvm/IR/InstIterator.h>

#include <algorithm>
#include <set>

namespace beagle::testgen {

namespace {

using llvm::dyn_cast;
using Linkage = llvm::GlobalValue::LinkageTypes;

/// The linker's name: after this mark, LLVM adds nothing to it.
std::string symbolOf(const llvm::GlobalValue& value) {
  llvm::StringRef name = value.getName();
  name.consume_front("\1");
  return name.str();
}

bool isDefinition(const llvm::GlobalValue& value) {
  return !value.isDeclaration() && !value.hasAvailableExternallyLinkage();
}

/// Names that a linker makes up, or has from archives that are part of every program.
bool isLinkers(llvm::StringRef symbol) {
  static const std::set<llvm::StringRef> names{"_DYNAMIC",
                                               "_GLOBAL_OFFSET_TABLE_",
                                               "__GNU_EH_FRAME_HDR",
                                               "__bss_start",
                                               "__cpu_features2",
                                               "__cpu_indicator_init",
                                               "__cpu_model",
                                               "__data_start",
                                               "__ehdr_start",
                                               "__executable_start",
                                               "_edata",
                                               "_end",
                                               "_etext",
                                               "_fini",
                                               "_init",
                                               "_start",
                                               "at_quick_exit",
                                               "data_start",
                                               "edata",
                                               "end",
                                               "etext",
                                               "pthread_atfork"};
  if (names.contains(symbol)) return true;
  return std::ranges::any_of(std::initializer_list<llvm::StringRef>{"__start_", "__stop_", "__init_array_",
                                                                    "__fini_array_", "__preinit_array_",
                                                                    "__rela_iplt_"},
                             [&](llvm::StringRef prefix) { return symbol.starts_with(prefix); });
}

/// Where the loader looks for what it calls.
bool isCalledByLoader(const llvm::GlobalValue& value) {
  const auto* object = dyn_cast<llvm::GlobalObject>(&value);
  if (!object || !object->hasSection()) return false;
  return std::ranges::any_of(
      std::initializer_list<llvm::StringRef>{".init_array", ".fini_array", ".preinit_array", ".ctors", ".dtors"},
      [&](llvm::StringRef section) { return object->getSection().starts_with(section); });
}

/// Which of several definitions a linker takes: the strongest, the largest common one, else the first.
std::pair<unsigned, std::uint64_t> strength(const llvm::GlobalValue& value) {
  if (value.hasCommonLinkage())
    return {1, value.getDataLayout().getTypeAllocSize(value.getValueType()).getFixedValue()};
  return {value.isWeakForLinker() ? 0 : 2, 0};
}

class Reacher {
public:
  explicit Reacher(const std::vector<std::unique_ptr<llvm::Module>>& modules) : modules_(modules) {}

  std::expected<Reached, std::string> run(const std::string& root) {
    for (const auto& module : modules_) {
      if (!module->getModuleInlineAsm().empty() && module.get() != modules_.front().get())
        refuse("a unit has assembly of its own");
      choose(*module);
    }
    if (const auto entry = chosen_.find(root); entry != chosen_.end()) reach(*entry->second);
    else return std::unexpected("nothing defines " + root);
    collect("llvm.global_ctors", reached_.run.start);
    collect("llvm.global_dtors", reached_.run.end);
    std::ranges::reverse(reached_.run.end);
    while (!todo_.empty() && problem_.empty()) {
      llvm::GlobalValue& value = *todo_.back();
      todo_.pop_back();
      read(value);
    }
    for (const llvm::GlobalValue* value : kept_)
      if (const auto* alias = dyn_cast<llvm::GlobalAlias>(value); alias && !kept_.contains(alias->getAliaseeObject()))
        refuse(symbolOf(*alias) + " is another name for what another unit has");
    if (!problem_.empty()) return std::unexpected(problem_);
    for (const auto& module : modules_) prune(*module);
    return std::move(reached_);
  }

private:
  /// The first reason is told.
  void refuse(std::string why) {
    if (problem_.empty()) problem_ = std::move(why);
  }

  void choose(llvm::Module& module) {
    for (llvm::GlobalValue& value : module.global_values()) {
      if (!isDefinition(value)) continue;
      if (isCalledByLoader(value)) refuse(symbolOf(value) + " is called by the loader");
      if (value.hasLocalLinkage() || value.hasAppendingLinkage()) continue;
      llvm::GlobalValue*& chosen = chosen_[symbolOf(value)];
      if (!chosen || strength(*chosen) < strength(value)) chosen = &value;
      if (!value.hasLinkOnceLinkage()) reached_.own.push_back(symbolOf(value));
    }
  }

  /// Of all modules, by priority; in the order of the units among equals.
  void collect(llvm::StringRef name, std::vector<std::string>& symbols) {
    std::vector<std::pair<std::uint64_t, llvm::Function*>> found;
    for (const auto& module : modules_) {
      const llvm::GlobalVariable* list = module->getGlobalVariable(name);
      const auto* entries =
          list && list->hasInitializer() ? dyn_cast<llvm::ConstantArray>(list->getInitializer()) : nullptr;
      if (!entries) continue;
      for (const llvm::Use& entry : entries->operands()) {
        const auto* fields = llvm::cast<llvm::ConstantStruct>(entry);
        auto* function = dyn_cast<llvm::Function>(fields->getOperand(1)->stripPointerCasts());
        if (!function) continue;
        found.emplace_back(llvm::cast<llvm::ConstantInt>(fields->getOperand(0))->getZExtValue(), function);
      }
    }
    std::ranges::stable_sort(found, {}, [](const auto& one) { return one.first; });
    for (const auto& [priority, function] : found) {
      symbols.push_back(symbolOf(*function));
      reach(*function);
    }
  }

  void reach(llvm::GlobalValue& value) {
    if (!seen_.insert(&value).second) return;
    if (value.getName().starts_with("llvm.")) {
      if (value.getName().starts_with("llvm.coro.")) refuse("coroutines are made of passes");
      return;
    }
    if (isDefinition(value) && value.hasLocalLinkage()) {
      todo_.push_back(&value);
      return;
    }
    const std::string symbol = symbolOf(value);
    if (const auto found = chosen_.find(symbol); found != chosen_.end()) {
      if (found->second != &value) reach(*found->second);
      else todo_.push_back(&value);
      return;
    }
    if (isLinkers(symbol)) refuse(symbol + " is made by the linker");
    if (value.hasExternalWeakLinkage()) {
      if (value.isThreadLocal()) refuse(symbol + " is thread-local and need not be there");
      return;
    }
    Undefined& undefined = reached_.undefined[symbol];
    if (llvm::isa<llvm::FunctionType>(value.getValueType())) return;
    undefined.isFunction = false;
    undefined.isThreadLocal = value.isThreadLocal();
    if (value.getValueType()->isSized())
      undefined.size =
          std::max(undefined.size, value.getDataLayout().getTypeAllocSize(value.getValueType()).getFixedValue());
  }

  void read(llvm::GlobalValue& value) {
    kept_.insert(&value);
    if (llvm::isa<llvm::GlobalIFunc>(value)) refuse(symbolOf(value) + " is chosen when the program starts");
    if (llvm::isa<llvm::GlobalAlias>(value) && value.isThreadLocal())
      refuse(symbolOf(value) + " is another name for what is thread-local");
    if (auto error = value.materialize()) refuse(llvm::toString(std::move(error)));
    for (const llvm::Use& operand : value.operands()) follow(operand.get());
    auto* function = dyn_cast<llvm::Function>(&value);
    if (!function) return;
    for (const llvm::Instruction& instruction : llvm::instructions(*function))
      for (const llvm::Use& operand : instruction.operands()) follow(operand.get());
  }

  void follow(const llvm::Value* operand) {
    std::vector<const llvm::Value*> todo{operand};
    while (!todo.empty()) {
      const auto* constant = dyn_cast<llvm::Constant>(todo.back());
      todo.pop_back();
      if (!constant) continue;
      if (const auto* value = dyn_cast<llvm::GlobalValue>(constant)) {
        reach(const_cast<llvm::GlobalValue&>(*value));
        continue;
      }
      if (constant->getNumOperands() == 0 || !constants_.insert(constant).second) continue;
      for (const llvm::Use& part : constant->operands()) todo.push_back(part.get());
    }
  }

  void prune(llvm::Module& module) {
    std::vector<llvm::GlobalValue*> rest;
    for (llvm::GlobalValue& value : module.global_values()) {
      if (kept_.contains(&value)) keep(value);
      else rest.push_back(&value);
    }
    for (llvm::GlobalValue* value : rest) {
      if (auto* function = dyn_cast<llvm::Function>(value)) {
        if (!function->isDeclaration()) function->deleteBody();
        function->setComdat(nullptr);
      } else if (auto* variable = dyn_cast<llvm::GlobalVariable>(value)) {
        variable->setInitializer(nullptr);
        variable->setComdat(nullptr);
      }
    }
    for (llvm::GlobalValue* value : rest) declare(*value);
    llvm::StripDebugInfo(module);
  }

  /// Resolved already: as if it were the only one.
  static void keep(llvm::GlobalValue& value) {
    if (!value.hasLocalLinkage()) {
      value.setLinkage(llvm::GlobalValue::ExternalLinkage);
      value.setVisibility(llvm::GlobalValue::DefaultVisibility);
    }
    if (auto* object = dyn_cast<llvm::GlobalObject>(&value)) object->setComdat(nullptr);
  }

  /// What is defined elsewhere may be far away.
  static void declare(llvm::GlobalValue& value) {
    value.removeDeadConstantUsers();
    if (value.use_empty()) {
      value.eraseFromParent();
      return;
    }
    if (llvm::isa<llvm::Function>(value) && value.getName().starts_with("llvm.")) return;
    if (llvm::isa<llvm::GlobalAlias, llvm::GlobalIFunc>(value)) {
      replace(value);
      return;
    }
    if (!value.hasExternalWeakLinkage()) value.setLinkage(llvm::GlobalValue::ExternalLinkage);
    value.setVisibility(llvm::GlobalValue::DefaultVisibility);
    value.setDSOLocal(false);
  }

  /// An alias cannot be a declaration.
  static void replace(llvm::GlobalValue& alias) {
    llvm::Module& module = *alias.getParent();
    llvm::GlobalValue* declared = nullptr;
    if (auto* type = dyn_cast<llvm::FunctionType>(alias.getValueType()))
      declared = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, "", module);
    else
      declared = new llvm::GlobalVariable(module, alias.getValueType(), false, llvm::GlobalValue::ExternalLinkage,
                                          nullptr, "", nullptr, alias.getThreadLocalMode());
    declared->takeName(&alias);
    alias.replaceAllUsesWith(declared);
    alias.eraseFromParent();
  }

  const std::vector<std::unique_ptr<llvm::Module>>& modules_;
  std::map<std::string, llvm::GlobalValue*> chosen_;
  std::set<const llvm::GlobalValue*> seen_, kept_;
  std::set<const llvm::Constant*> constants_;
  std::vector<llvm::GlobalValue*> todo_;
  Reached reached_;
  std::string problem_;
};

} // namespace

std::expected<Reached, std::string> keepReached(const std::vector<std::unique_ptr<llvm::Module>>& modules,
                                                const std::string& root) {
  return Reacher(modules).run(root);
}

} // namespace beagle::testgen
