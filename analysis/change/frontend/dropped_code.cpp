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

namespace {

/// Whether something in it leaves the `switch` or loop around it.
bool hasBreak(const Stmt* statement) {
  if (!statement) return false;
  if (llvm::isa<clang::BreakStmt>(statement)) return true;
  if (llvm::isa<clang::SwitchStmt, clang::WhileStmt, clang::DoStmt, clang::ForStmt, clang::CXXForRangeStmt>(statement))
    return false;
  return std::ranges::any_of(statement->children(), hasBreak);
}

/// Goes through the body of a `switch` to one case and on to where it ends.
class CaseFinder {
public:
  explicit CaseFinder(const clang::SwitchCase& wanted) : wanted_(wanted) {}

  std::optional<CaseCode> run(Stmt* body) {
    const Way way = walk(body);
    if (way == Way::Unclear || !isFound_) return std::nullopt;
    return std::move(code_);
  }

private:
  enum class Way { Skipped, GoesOn, Ended, Unclear };

  Way walk(Stmt* statement) {
    if (auto* label = llvm::dyn_cast<clang::SwitchCase>(statement)) {
      isFound_ = isFound_ || label == &wanted_;
      return walk(label->getSubStmt());
    }
    if (auto* block = llvm::dyn_cast<clang::CompoundStmt>(statement)) return walkBlock(*block);
    if (!isFound_) return hasLabel(statement, true) ? Way::Unclear : Way::Skipped;
    if (llvm::isa<clang::BreakStmt>(statement)) return Way::Ended;
    if (hasBreak(statement)) return Way::Unclear;
    code_.live.push_back(statement);
    return Way::GoesOn;
  }

  Way walkBlock(clang::CompoundStmt& block) {
    bool skipsVariable = false;
    for (auto child = block.body_begin(); child != block.body_end(); ++child) {
      const bool wasFound = isFound_;
      const Way way = walk(*child);
      if (way == Way::Unclear || (!wasFound && isFound_ && skipsVariable)) return Way::Unclear;
      skipsVariable |= llvm::isa<clang::DeclStmt>(*child);
      if (way == Way::Skipped) code_.dead.push_back(*child);
      if (way != Way::Ended) continue;
      for (++child; child != block.body_end(); ++child) {
        if (hasLabel(*child, true)) return Way::Unclear;
        code_.dead.push_back(*child);
      }
      return Way::Ended;
    }
    return isFound_ ? Way::GoesOn : Way::Skipped;
  }

  const clang::SwitchCase& wanted_;
  bool isFound_ = false;
  CaseCode code_;
};

} // namespace

std::optional<CaseCode> codeOfCase(const clang::SwitchStmt& choice, const clang::ASTContext& context) {
  const clang::Expr& condition = *choice.getCond();
  clang::Expr::EvalResult value;
  if (condition.isValueDependent() || condition.containsErrors() || !condition.EvaluateAsInt(value, context))
    return std::nullopt;
  const clang::SwitchCase* wanted = nullptr;
  for (const clang::SwitchCase* label = choice.getSwitchCaseList(); label; label = label->getNextSwitchCase()) {
    const auto* number = llvm::dyn_cast<clang::CaseStmt>(label);
    if (!number && !wanted) wanted = label; // `default`
    if (!number) continue;
    if (number->getRHS()) return std::nullopt; // a range
    if (number->getLHS()->EvaluateKnownConstInt(context) == value.Val.getInt()) wanted = label;
  }
  return wanted ? CaseFinder(*wanted).run(const_cast<Stmt*>(choice.getBody())) : std::nullopt;
}

} // namespace beagle::change
