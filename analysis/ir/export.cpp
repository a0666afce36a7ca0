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

constexpr std::string_view mainSymbol = "main.beagle";

std::string exportedName(const llvm::GlobalValue& value, std::size_t unit) {
  if (value.hasLocalLinkage()) return hidden(value.getName().str(), unit);
  return value.getName() == "main" ? std::string(mainSymbol) : value.getName().str();
}

bool isExported(const llvm::GlobalValue& value) {
  // A local that is private and constant is a literal: nobody names it.
  if (value.isDeclaration() || value.getName().empty() || value.getName().starts_with("llvm.")) return false;
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&value);
  return !(variable && variable->hasPrivateLinkage() && variable->isConstant());
}

void exportAll(llvm::Module& module, std::size_t unit, const ExportOptions& options) {
  for (llvm::GlobalValue& value : module.global_values()) {
    if (value.hasLocalLinkage() && isExported(value)) {
      const std::string name = exportedName(value, unit);
      value.setLinkage(llvm::GlobalValue::ExternalLinkage);
      value.setName(name);
    }
  }
  if (llvm::Function* main = module.getFunction("main")) main->setName(llvm::StringRef(mainSymbol));
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

std::string exportedFunction(const Program& program, FunctionIndex function) {
  const Program::Implementation::Definition& definition = program.implementation().functionDefinitions[function];
  if (!definition.value) return program.functions()[function].name;
  return exportedName(*definition.value, definition.unit);
}

std::string exportedGlobal(const Program& program, GlobalIndex global) {
  const Program::Implementation::Definition& definition = program.implementation().globalDefinitions[global];
  if (!definition.value) return program.globals()[global].name;
  return isExported(*definition.value) ? exportedName(*definition.value, definition.unit) : "";
}

} // namespace beagle::ir
