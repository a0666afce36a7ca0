#pragma once

#include <clang/AST/ASTConsumer.h>
#include <clang/CodeGen/ModuleBuilder.h>

#include <set>
#include <string>

namespace beagle::change {

/// Gives debug info to the variables that a unit uses and another one defines: without it, nothing says of what type
/// they are. Has its turn in front of the code generator.
class DeclaredVariables final : public clang::ASTConsumer {
public:
  explicit DeclaredVariables(clang::CodeGenerator& generator) : generator_(generator) {}
  void HandleTranslationUnit(clang::ASTContext& context) override;
  /// Those that no code came to need leave the module.
  void removeUnused();

private:
  void describe(clang::VarDecl& variable);

  clang::CodeGenerator& generator_;
  std::set<std::string> described_; ///< their linkage names
};

} // namespace beagle::change
