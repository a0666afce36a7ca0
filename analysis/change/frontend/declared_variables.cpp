#include "analysis/change/frontend/declared_variables.h"

#include <clang/AST/GlobalDecl.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Module.h>

#include <vector>

namespace beagle::change {

namespace {

/// Finds variables that some code uses and nothing in the unit defines.
class DeclaredVariableFinder final : public clang::RecursiveASTVisitor<DeclaredVariableFinder> {
public:
  [[nodiscard]] const std::vector<clang::VarDecl*>& found() const { return found_; }
  bool TraverseStmt(clang::Stmt* /*statement*/) { return true; }
  bool VisitVarDecl(clang::VarDecl* variable) {
    if (!variable->isUsed() || variable->isInStdNamespace() || variable->getMostRecentDecl() != variable ||
        !variable->hasExternalFormalLinkage() || !variable->hasGlobalStorage() ||
        variable->getTLSKind() == clang::VarDecl::TLS_Dynamic)
      return true;
    const bool isKnown = variable->getDefinition() != nullptr || variable->getActingDefinition() != nullptr;
    if (!isKnown && !variable->isTemplated() && !variable->getType()->isDependentType()) found_.push_back(variable);
    return true;
  }

private:
  std::vector<clang::VarDecl*> found_;
};

} // namespace

void DeclaredVariables::HandleTranslationUnit(clang::ASTContext& context) {
  if (context.getDiagnostics().hasErrorOccurred() || !generator_.GetModule()) return;
  DeclaredVariableFinder finder;
  finder.TraverseDecl(context.getTranslationUnitDecl());
  for (clang::VarDecl* variable : finder.found()) describe(*variable);
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
