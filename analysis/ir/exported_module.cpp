#include "analysis/ir/exported_module.h"

#include <fmt/format.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>

namespace beagle::ir {

namespace {

/// A name that no source can have.
std::string hidden(std::string_view name, std::size_t unit) { return fmt::format("{}.beagle.{}", name, unit); }

} // namespace

std::string exportedName(const llvm::GlobalValue& value, std::size_t unit, bool isApart) {
  // Two programs' functions `main` can be linked together, and with ours.
  const bool isHidden = value.hasLocalLinkage() || value.getName() == "main" || isApart;
  return isHidden ? hidden(value.getName().str(), unit) : value.getName().str();
}

bool isExported(const llvm::GlobalValue& value) {
  // A local that is private and constant is a literal: nobody names it.
  if (value.isDeclaration() || value.getName().empty() || value.getName().starts_with("llvm.")) return false;
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&value);
  return !(variable && variable->hasPrivateLinkage() && variable->isConstant());
}

std::string calledInstead(const std::string& function) { return function + ".beagle.instead"; }

/// A virtual table of a class that is not of the C++ library, which has its own.
static bool isProjectsTable(llvm::StringRef name) {
  return name.starts_with("_ZTV") && !name.starts_with("_ZTVSt") && !name.starts_with("_ZTVNSt") &&
         !name.starts_with("_ZTVN10__cxxabiv");
}

/// Takes functions from the list of those that run before `main`.
static void leaveOut(llvm::Module& module, const std::set<std::string>& functions) {
  llvm::GlobalVariable* list = module.getNamedGlobal("llvm.global_ctors");
  const auto* all =
      list && list->hasInitializer() ? llvm::dyn_cast<llvm::ConstantArray>(list->getInitializer()) : nullptr;
  if (!all || functions.empty()) return;
  std::vector<llvm::Constant*> kept;
  for (const llvm::Use& use : all->operands()) {
    auto* entry = llvm::cast<llvm::Constant>(use.get());
    const llvm::Constant* function = entry->getAggregateElement(1U);
    if (!function || !functions.contains(function->stripPointerCasts()->getName().str())) kept.push_back(entry);
  }
  if (kept.size() == all->getNumOperands()) return;
  auto* type = llvm::ArrayType::get(all->getType()->getElementType(), kept.size());
  auto* shorter = new llvm::GlobalVariable(module, type, false, llvm::GlobalValue::AppendingLinkage,
                                           llvm::ConstantArray::get(type, kept), "");
  shorter->takeName(list);
  list->eraseFromParent();
}

/// What the unit defines, and another one's definition is taken for, is only declared.
static void withdraw(llvm::GlobalValue& value) {
  if (auto* function = llvm::dyn_cast<llvm::Function>(&value)) function->deleteBody();
  else if (auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&value)) variable->setInitializer(nullptr);
  else return;
  value.setLinkage(llvm::GlobalValue::ExternalLinkage);
  llvm::cast<llvm::GlobalObject>(value).setComdat(nullptr);
}

/// AddressSanitizer puts something behind each variable: the first one of each section has nothing in front of it then.
static void putInFront(llvm::Module& module) {
  if (module.global_empty()) return;
  llvm::Type* byte = llvm::Type::getInt8Ty(module.getContext());
  llvm::Constant* zero = llvm::ConstantInt::get(byte, 0);
  const auto put = [&](llvm::Constant* initializer, bool isConstant) {
    return new llvm::GlobalVariable(module, initializer->getType(), isConstant, llvm::GlobalValue::InternalLinkage,
                                    initializer, "beagle.front", &*module.global_begin());
  };
  llvm::GlobalVariable* zeros = put(zero, false);
  put(llvm::ConstantInt::get(byte, 1), false);
  put(llvm::ConstantInt::get(byte, 1), true);
  put(zeros, true); // an address, which is filled in when the program starts
}

void exportModule(llvm::Module& module, std::size_t unit, const ExportOptions& options) {
  for (llvm::GlobalValue& value : module.global_values()) {
    const auto apart = options.apart.find(value.getName().str());
    if (apart != options.apart.end() && (value.isDeclaration() || apart->second != unit)) {
      value.setName(hidden(apart->first, apart->second));
      if (!value.isDeclaration()) withdraw(value);
    }
    if (!isExported(value)) continue;
    const std::string name = exportedName(value, unit, apart != options.apart.end());
    if (name == value.getName()) continue;
    value.setLinkage(llvm::GlobalValue::ExternalLinkage);
    value.setName(name);
  }
  leaveOut(module, options.leftOut);
  for (const auto& [name, counted] : countedAllocators)
    if (llvm::Function* function = options.counted.contains(name) ? module.getFunction(name) : nullptr)
      function->setName(counted);
  for (const std::string& name : options.instead)
    if (llvm::Function* function = module.getFunction(name); function && function->isDeclaration())
      function->setName(calledInstead(name));
  // An `inline` function of C whose definition for all is in none of the units: the compiler would emit a call of
  // nothing.
  for (llvm::Function& function : module)
    if (function.hasAvailableExternallyLinkage()) function.setLinkage(llvm::GlobalValue::WeakAnyLinkage);
  // The table of a class whose first virtual function is elsewhere.
  for (llvm::GlobalVariable& variable : module.globals())
    if (variable.hasAvailableExternallyLinkage() && isProjectsTable(variable.getName()))
      variable.setLinkage(llvm::GlobalValue::WeakAnyLinkage);
  if (!options.checkAddresses) return;
  putInFront(module);
  for (llvm::Function& function : module)
    if (!function.isDeclaration() && !function.hasFnAttribute(llvm::Attribute::DisableSanitizerInstrumentation))
      function.addFnAttr(llvm::Attribute::SanitizeAddress);
}

} // namespace beagle::ir
