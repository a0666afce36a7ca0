#include "analysis/change/frontend/declared_variables.h"

#include <clang/AST/GlobalDecl.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Module.h>

#include <vector>

namespace beagle::change {

namespace {

bool isDeclaredOnly(const clang::VarDecl& variable) {
  return variable.isUsed() && !variable.isInStdNamespace() && variable.getMostRecentDecl() == &variable &&
         variable.hasExternalFormalLinkage() && variable.hasGlobalStorage() &&
         variable.getTLSKind() != clang::VarDecl::TLS_Dynamic && !variable.getDefinition() &&
         !variable.getActingDefinition() && !variable.isTemplated() && !variable.getType()->isDependentType();
}

/// Adds variables outside of functions that some code uses and nothing in the unit defines.
void addDeclaredOnly(const clang::DeclContext& scope, std::vector<clang::VarDecl*>& found) {
  for (clang::Decl* declared : scope.decls())
    if (auto* variable = llvm::dyn_cast<clang::VarDecl>(declared)) {
      if (isDeclaredOnly(*variable)) found.push_back(variable);
    } else if (const auto* inner = llvm::dyn_cast<clang::DeclContext>(declared);
               inner && !llvm::isa<clang::FunctionDecl>(declared)) {
      addDeclaredOnly(*inner, found);
    }
}

} // namespace

void DeclaredVariables::HandleTranslationUnit(clang::ASTContext& context) {
  if (context.getDiagnostics().hasErrorOccurred() || !generator_.GetModule()) return;
  std::vector<clang::VarDecl*> found; // describing one declares things, which must not be gone through meanwhile
  addDeclaredOnly(*context.getTranslationUnitDecl(), found);
  for (clang::VarDecl* variable : found) describe(*variable);
}

/// The code generator describes a variable by the name that the source has for it.
void DeclaredVariables::describe(clang::VarDecl& variable) {
  llvm::Module& module = *generator_.GetModule();
  const std::string symbol = generator_.GetMangledName(clang::GlobalDecl(&variable)).str();
  const std::string name = variable.getName().str();
  if (symbol != name && module.getNamedValue(name)) return;
  auto* used = llvm::dyn_cast_or_null<llvm::GlobalVariable>(
      generator_.GetAddrOfGlobal(clang::GlobalDecl(&variable), /*isForDefinition=*/false));
  if (!used || used->getName() != symbol || !used->isDeclaration()) return;
  described_.insert(symbol);
  llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> infos;
  used->getDebugInfo(infos);
  if (!infos.empty()) return;
  generator_.CompleteExternalDeclaration(&variable);
  if (symbol == name) return;
  llvm::GlobalVariable* described = module.getNamedGlobal(name);
  if (!described) return;
  described->getDebugInfo(infos);
  for (llvm::DIGlobalVariableExpression* info : infos) used->addDebugInfo(info);
  if (described->use_empty()) described->eraseFromParent();
}

void DeclaredVariables::removeUnused() {
  for (const std::string& symbol : described_)
    if (llvm::GlobalVariable* variable = generator_.GetModule()->getNamedGlobal(symbol);
        variable && variable->isDeclaration() && variable->use_empty())
      variable->eraseFromParent();
}

} // namespace beagle::change
