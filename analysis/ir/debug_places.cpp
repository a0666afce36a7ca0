#include "analysis/ir/debug_places.h"

#include "analysis/build/paths.h"
#include "analysis/ir/start_steps.h"
#include "analysis/support/files.h"

#include <llvm/Demangle/Demangle.h>

#include <cstdlib>
#include <filesystem>

namespace beagle::ir {

namespace {

std::string qualified(const llvm::DIScope* scope, std::string name) {
  for (; scope; scope = scope->getScope()) {
    if (const auto* space = llvm::dyn_cast<llvm::DINamespace>(scope))
      name = (space->getName().empty() ? "(anonymous namespace)" : space->getName().str()) + "::" + name;
    else if (llvm::isa<llvm::DICompositeType, llvm::DISubprogram>(scope))
      name = (scope->getName().empty() ? "(anonymous)" : scope->getName().str()) + "::" + name;
  }
  return name;
}

std::string demangledName(const std::string& symbol) {
  llvm::ItaniumPartialDemangler demangler;
  if (!symbol.starts_with("_Z") || demangler.partialDemangle(symbol.c_str())) return symbol;
  char* text =
      demangler.isFunction() ? demangler.getFunctionName(nullptr, nullptr) : demangler.finishDemangle(nullptr, nullptr);
  if (!text) return symbol;
  std::string name(text);
  std::free(text);
  return name;
}

} // namespace

std::string pathOf(const llvm::DIFile* file) {
  if (!file) return {};
  const std::filesystem::path path = file->getFilename().str();
  if (path.is_absolute() || file->getDirectory().empty()) return path.lexically_normal().string();
  return (file->getDirectory().str() / path).lexically_normal().string();
}

std::string projectNameOf(const std::string& path) {
  return support::pathBelow(path, build::sourceRoot).value_or(path);
}

std::string sourceNameOf(const llvm::Function& function) {
  if (std::string name = startNameOf(function); !name.empty()) return name;
  const llvm::DISubprogram* source = function.getSubprogram();
  if (!source || source->getName().empty()) return demangledName(function.getName().str());
  // Thunks and the like carry the name of what they forward to.
  if (source->isArtificial()) return demangledName(function.getName().str());
  return qualified(source->getScope(), source->getName().str());
}

const llvm::DIGlobalVariable* debugVariableOf(const llvm::GlobalVariable& variable) {
  llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> found;
  variable.getDebugInfo(found);
  return found.empty() ? nullptr : found.front()->getVariable();
}

std::string sourceNameOf(const llvm::GlobalVariable& variable) {
  const llvm::DIGlobalVariable* source = debugVariableOf(variable);
  if (!source || source->getName().empty()) return {};
  return qualified(source->getScope(), source->getName().str());
}

} // namespace beagle::ir
