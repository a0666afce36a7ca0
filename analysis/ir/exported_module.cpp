#include "analysis/ir/exported_module.h"

#include <fmt/format.h>
#include <llvm/IR/Module.h>

namespace beagle::ir {

namespace {

/// A name that no source can have.
std::string hidden(std::string_view name, std::size_t unit) { return fmt::format("{}.beagle.{}", name, unit); }

} // namespace

std::string exportedName(const llvm::GlobalValue& value, std::size_t unit, bool isOwn) {
  // Two programs' functions `main` can be linked together, and with ours.
  const bool isHidden = value.hasLocalLinkage() || value.getName() == "main" || isOwn;
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

void exportModule(llvm::Module& module, std::size_t unit, const ExportOptions& options) {
  for (llvm::GlobalValue& value : module.global_values()) {
    if (!isExported(value)) continue;
    const std::string name = exportedName(value, unit, options.own.contains(value.getName().str()));
    if (name == value.getName()) continue;
    value.setLinkage(llvm::GlobalValue::ExternalLinkage);
    value.setName(name);
  }
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
  for (llvm::Function& function : module)
    if (!function.isDeclaration() && !function.hasFnAttribute(llvm::Attribute::DisableSanitizerInstrumentation))
      function.addFnAttr(llvm::Attribute::SanitizeAddress);
}

} // namespace beagle::ir
