#include "analysis/ir/export.h"

#include "analysis/ir/linked.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

namespace beagle::ir {

using support::Result;

namespace {

/// A name that no source can have.
std::string hidden(std::string_view name, std::size_t unit) { return fmt::format("{}.beagle.{}", name, unit); }

/// Two programs' functions `main` can be linked together, and with ours.
std::string exportedName(const llvm::GlobalValue& value, std::size_t unit, bool isOwn) {
  const bool isHidden = value.hasLocalLinkage() || value.getName() == "main" || isOwn;
  return isHidden ? hidden(value.getName().str(), unit) : value.getName().str();
}

std::string exportedName(const Program::Implementation& program,
                         const Program::Implementation::Definition& definition) {
  return exportedName(*definition.value, definition.unit, program.ofOwnUnit.contains(definition.value));
}

bool isExported(const llvm::GlobalValue& value) {
  // A local that is private and constant is a literal: nobody names it.
  if (value.isDeclaration() || value.getName().empty() || value.getName().starts_with("llvm.")) return false;
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&value);
  return !(variable && variable->hasPrivateLinkage() && variable->isConstant());
}

void exportAll(llvm::Module& module, std::size_t unit, const ExportOptions& options) {
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
  if (!options.checkAddresses) return;
  for (llvm::Function& function : module)
    if (!function.isDeclaration() && !function.hasFnAttribute(llvm::Attribute::DisableSanitizerInstrumentation))
      function.addFnAttr(llvm::Attribute::SanitizeAddress);
}

} // namespace

Result<std::string> exportSymbols(std::string_view bitcode, std::size_t unit, const ExportOptions& options) {
  llvm::LLVMContext context;
  auto module = llvm::parseBitcodeFile(llvm::MemoryBufferRef({bitcode.data(), bitcode.size()}, "unit"), context);
  if (!module) return support::cannotRun("damaged bitcode: {}", llvm::toString(module.takeError()));
  exportAll(**module, unit, options);
  std::string result;
  llvm::raw_string_ostream out(result);
  llvm::WriteBitcodeToFile(**module, out);
  out.flush();
  return result;
}

std::string calledInstead(const std::string& function) { return function + ".beagle.instead"; }

std::set<std::string> ownSymbols(const Program& program, std::size_t unit) {
  std::set<std::string> names;
  const Program::Implementation& linked = program.implementation();
  for (const llvm::GlobalValue* value : linked.ofOwnUnit)
    if (value->getParent() == linked.units[unit].module) names.insert(value->getName().str());
  return names;
}

std::string exportedFunction(const Program& program, FunctionIndex function) {
  const Program::Implementation::Definition& definition = program.implementation().functionDefinitions[function];
  if (!definition.value) return program.functions()[function].name;
  return exportedName(program.implementation(), definition);
}

std::string exportedGlobal(const Program& program, GlobalIndex global) {
  const Program::Implementation::Definition& definition = program.implementation().globalDefinitions[global];
  if (!definition.value) return program.globals()[global].name;
  return isExported(*definition.value) ? exportedName(program.implementation(), definition) : "";
}

} // namespace beagle::ir
