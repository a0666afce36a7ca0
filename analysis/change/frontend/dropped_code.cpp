#include "analysis/change/frontend/dropped_code.h"

#include <clang/AST/StmtCXX.h>

#include <algorithm>

namespace beagle::change {

using clang::Stmt;

std::optional<bool> constantCondition(const clang::Expr& condition, const clang::ASTContext& context) {
  if (condition.isValueDependent() || condition.isTypeDependent() || condition.containsErrors()) return std::nullopt;
  clang::Expr::EvalResult inProgram, inConstant;
  if (!condition.EvaluateAsInt(inProgram, context)) return std::nullopt;
  const bool holds = inProgram.Val.getInt().getBoolValue();
  // `std::is_constant_evaluated()` and the like
  if (condition.EvaluateAsInt(inConstant, context, clang::Expr::SE_NoSideEffects, true) &&
      inConstant.Val.getInt().getBoolValue() != holds)
    return std::nullopt;
  return holds;
}

bool hasLabel(const Stmt* statement, bool insideSwitch) {
  if (!statement) return false;
  if (llvm::isa<clang::LabelStmt>(statement)) return true;
  if (llvm::isa<clang::SwitchCase>(statement) && !insideSwitch) return true;
  insideSwitch |= llvm::isa<clang::SwitchStmt>(statement);
  return std::ranges::any_of(statement->children(), [&](const Stmt* child) { return hasLabel(child, insideSwitch); });
}

bool neverGoesOn(const Stmt* statement, const clang::ASTContext& context) {
  if (!statement) return false;
  if (llvm::isa<clang::ReturnStmt, clang::BreakStmt, clang::ContinueStmt, clang::GotoStmt, clang::IndirectGotoStmt>(
          statement))
    return true;
  if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(statement)) {
    bool ends = false;
    for (const Stmt* child : block->body()) ends = (ends && !hasLabel(child)) || neverGoesOn(child, context);
    return ends;
  }
  if (const auto* labelled = llvm::dyn_cast<clang::LabelStmt>(statement))
    return neverGoesOn(labelled->getSubStmt(), context);
  if (const auto* labelled = llvm::dyn_cast<clang::SwitchCase>(statement))
    return neverGoesOn(labelled->getSubStmt(), context);
  if (const auto* attributed = llvm::dyn_cast<clang::AttributedStmt>(statement))
    return neverGoesOn(attributed->getSubStmt(), context);
  const auto* choice = llvm::dyn_cast<clang::IfStmt>(statement);
  if (!choice || choice->isConsteval()) return false;
  if (const auto holds = constantCondition(*choice->getCond(), context)) {
    const Stmt* dropped = *holds ? choice->getElse() : choice->getThen();
    if (choice->isConstexpr() || !hasLabel(dropped))
      return neverGoesOn(*holds ? choice->getThen() : choice->getElse(), context);
  }
  return neverGoesOn(choice->getThen(), context) && neverGoesOn(choice->getElse(), context);
}

} // namespace beagle::change
