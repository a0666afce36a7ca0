#include "analysis/change/frontend/outline_builder.h"

#include "analysis/change/frontend/text_bytes.h"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

#include <algorithm>

namespace beagle::change {

using clang::dyn_cast;
using ir::Construct;

namespace {

/// Deeper than any person writes; what lies below is compared as text.
constexpr unsigned maxDepth = 150;

Construct constructOf(const clang::Stmt& statement) {
  using clang::Stmt;
  switch (statement.getStmtClass()) {
  case Stmt::CompoundStmtClass: return Construct::Block;
  case Stmt::IfStmtClass: return Construct::If;
  case Stmt::WhileStmtClass: return Construct::While;
  case Stmt::DoStmtClass: return Construct::Do;
  case Stmt::ForStmtClass: return Construct::For;
  case Stmt::CXXForRangeStmtClass: return Construct::RangeFor;
  case Stmt::SwitchStmtClass: return Construct::Switch;
  case Stmt::CaseStmtClass: return Construct::Case;
  case Stmt::DefaultStmtClass: return Construct::Default;
  case Stmt::ReturnStmtClass: return Construct::Return;
  case Stmt::BreakStmtClass: return Construct::Break;
  case Stmt::ContinueStmtClass: return Construct::Continue;
  case Stmt::GotoStmtClass:
  case Stmt::IndirectGotoStmtClass: return Construct::Goto;
  case Stmt::LabelStmtClass: return Construct::Label;
  case Stmt::CXXTryStmtClass: return Construct::Try;
  case Stmt::CXXCatchStmtClass: return Construct::Catch;
  case Stmt::CXXThrowExprClass: return Construct::Throw;
  case Stmt::DeclStmtClass: return Construct::Declaration;
  case Stmt::CallExprClass:
  case Stmt::CXXMemberCallExprClass: return Construct::Call;
  case Stmt::CXXOperatorCallExprClass: return Construct::Binary;
  case Stmt::CompoundAssignOperatorClass: return Construct::Assignment;
  case Stmt::BinaryOperatorClass:
    return llvm::cast<clang::BinaryOperator>(statement).isAssignmentOp() ? Construct::Assignment : Construct::Binary;
  case Stmt::UnaryOperatorClass: return Construct::Unary;
  case Stmt::ConditionalOperatorClass:
  case Stmt::BinaryConditionalOperatorClass: return Construct::Conditional;
  case Stmt::IntegerLiteralClass:
  case Stmt::FloatingLiteralClass:
  case Stmt::StringLiteralClass:
  case Stmt::CharacterLiteralClass:
  case Stmt::CXXBoolLiteralExprClass:
  case Stmt::CXXNullPtrLiteralExprClass: return Construct::Literal;
  case Stmt::DeclRefExprClass: return Construct::Name;
  case Stmt::MemberExprClass:
  case Stmt::CXXDependentScopeMemberExprClass: return Construct::Member;
  case Stmt::ArraySubscriptExprClass: return Construct::Subscript;
  case Stmt::CStyleCastExprClass:
  case Stmt::CXXStaticCastExprClass:
  case Stmt::CXXReinterpretCastExprClass:
  case Stmt::CXXConstCastExprClass:
  case Stmt::CXXDynamicCastExprClass:
  case Stmt::CXXFunctionalCastExprClass: return Construct::Cast;
  case Stmt::UnaryExprOrTypeTraitExprClass: return Construct::Sizeof;
  case Stmt::CXXNewExprClass: return Construct::New;
  case Stmt::CXXDeleteExprClass: return Construct::Delete;
  case Stmt::LambdaExprClass: return Construct::Lambda;
  case Stmt::InitListExprClass: return Construct::InitList;
  case Stmt::CXXConstructExprClass:
  case Stmt::CXXTemporaryObjectExprClass:
  case Stmt::CXXUnresolvedConstructExprClass: return Construct::Construct_;
  case Stmt::GCCAsmStmtClass: return Construct::Asm;
  case Stmt::NullStmtClass: return Construct::Null;
  default: return llvm::isa<clang::Expr>(statement) ? Construct::Expression : Construct::Statement;
  }
}

/// What the compiler added or what only groups is no piece of its own.
const clang::Stmt* asWritten(const clang::Stmt* statement) {
  for (;;) {
    const auto* expression = llvm::dyn_cast_or_null<clang::Expr>(statement);
    if (!expression) return statement;
    const clang::Expr* inner = expression->IgnoreImplicit()->IgnoreParens();
    // A construction the source does not spell out: `T x = y;`
    if (const auto* made = dyn_cast<clang::CXXConstructExpr>(inner); made && made->getNumArgs() == 1 &&
                                                                     made->getParenOrBraceRange().isInvalid() &&
                                                                     !llvm::isa<clang::CXXTemporaryObjectExpr>(made))
      inner = made->getArg(0);
    if (inner == expression) return expression;
    statement = inner;
  }
}

void makeReportable(ir::Outline& outline) {
  const std::vector<std::uint32_t> places = escapeBytes(outline.text);
  if (places.empty()) return;
  for (ir::OutlineNode& node : outline.nodes) node.begin = places[node.begin], node.end = places[node.end];
}

} // namespace

ir::Outline OutlineBuilder::build(const clang::FunctionDecl& function) {
  outline_ = {};
  const auto range = places_.rangeOf(function.getSourceRange());
  if (!range) return std::move(outline_);
  range_ = *range;
  outline_.text = places_.textOf(range_);
  if (outline_.text.empty()) return std::move(outline_);
  outline_.firstLine = places_.lineOf(places_.sources().getExpansionLoc(function.getBeginLoc()));
  const std::size_t root = open(Construct::Function, function.getSourceRange());
  // A definition may begin with a macro (`API int f() {`); it has no skeleton only when a macro wrote its body.
  if (const clang::Stmt* body = function.getBody(); body && !body->getBeginLoc().isMacroID()) {
    if (const auto* constructor = dyn_cast<clang::CXXConstructorDecl>(&function)) {
      for (const clang::CXXCtorInitializer* member : constructor->inits()) {
        if (!member->isWritten()) continue;
        const std::size_t node = open(Construct::MemberInit, member->getSourceRange());
        if (node != std::string::npos) {
          add(member->getInit(), 1);
          close(node);
        }
      }
    }
    add(body, 0);
  }
  close(root);
  makeReportable(outline_);
  return std::move(outline_);
}

std::size_t OutlineBuilder::open(Construct construct, clang::SourceRange range) {
  const auto place = places_.rangeOf(range);
  if (!place || place->file != range_.file || place->begin < range_.begin || place->end > range_.end)
    return std::string::npos;
  if (!open_.empty()) ++outline_.nodes[open_.back()].children;
  outline_.nodes.push_back({construct, place->begin - range_.begin, place->end - range_.begin, 0});
  open_.push_back(outline_.nodes.size() - 1);
  return open_.back();
}

void OutlineBuilder::close(std::size_t node) {
  if (node != std::string::npos) open_.pop_back();
}

bool OutlineBuilder::writtenByMacro(const clang::Stmt& statement) const {
  const clang::SourceLocation begin = statement.getBeginLoc();
  const clang::SourceLocation end = statement.getEndLoc();
  if (!begin.isMacroID() || !end.isMacroID()) return false;
  const auto first = places_.sources().getExpansionRange(begin);
  const auto last = places_.sources().getExpansionRange(end);
  return first.getBegin() == last.getBegin() && first.getEnd() == last.getEnd();
}

void OutlineBuilder::add(const clang::Stmt* written, unsigned depth) {
  const clang::Stmt* statement = asWritten(written);
  if (!statement || statement->getBeginLoc().isInvalid()) return;
  const bool macro = writtenByMacro(*statement);
  const std::size_t node = open(macro ? Construct::MacroCall : constructOf(*statement), statement->getSourceRange());
  if (node == std::string::npos) return;
  if (!macro && depth < maxDepth) addChildren(*statement, depth + 1);
  close(node);
}

void OutlineBuilder::addPart(Construct part, const clang::Stmt* statement, unsigned depth) {
  if (!statement || statement->getBeginLoc().isInvalid()) return;
  const std::size_t node = open(part, statement->getSourceRange());
  if (node == std::string::npos) return;
  add(statement, depth);
  close(node);
}

void OutlineBuilder::addChildren(const clang::Stmt& statement, unsigned depth) {
  if (const auto* branch = dyn_cast<clang::IfStmt>(&statement)) {
    addPart(Construct::Init, branch->getInit(), depth);
    if (branch->getConditionVariableDeclStmt())
      addPart(Construct::Condition, branch->getConditionVariableDeclStmt(), depth);
    else addPart(Construct::Condition, branch->getCond(), depth);
    addPart(Construct::Then, branch->getThen(), depth);
    addPart(Construct::Else, branch->getElse(), depth);
  } else if (const auto* loop = dyn_cast<clang::WhileStmt>(&statement)) {
    addPart(Construct::Condition, loop->getCond(), depth);
    addPart(Construct::Body, loop->getBody(), depth);
  } else if (const auto* until = dyn_cast<clang::DoStmt>(&statement)) {
    addPart(Construct::Body, until->getBody(), depth);
    addPart(Construct::Condition, until->getCond(), depth);
  } else if (const auto* counted = dyn_cast<clang::ForStmt>(&statement)) {
    addPart(Construct::Init, counted->getInit(), depth);
    addPart(Construct::Condition, counted->getCond(), depth);
    addPart(Construct::Step, counted->getInc(), depth);
    addPart(Construct::Body, counted->getBody(), depth);
  } else if (const auto* ranged = dyn_cast<clang::CXXForRangeStmt>(&statement)) {
    if (ranged->getLoopVariable()) addPart(Construct::Init, ranged->getLoopVarStmt(), depth);
    addPart(Construct::Condition, ranged->getRangeInit(), depth);
    addPart(Construct::Body, ranged->getBody(), depth);
  } else if (const auto* choice = dyn_cast<clang::SwitchStmt>(&statement)) {
    addPart(Construct::Condition, choice->getCond(), depth);
    addPart(Construct::Body, choice->getBody(), depth);
  } else if (const auto* declaration = dyn_cast<clang::DeclStmt>(&statement)) {
    for (const clang::Decl* declared : declaration->decls()) {
      const auto* variable = dyn_cast<clang::VarDecl>(declared);
      if (!variable) continue;
      const std::size_t node = open(Construct::Variable, variable->getSourceRange());
      if (node == std::string::npos) continue;
      if (variable->hasInit()) add(variable->getInit(), depth);
      close(node);
    }
  } else if (const auto* lambda = dyn_cast<clang::LambdaExpr>(&statement)) {
    add(lambda->getBody(), depth);
  } else {
    for (const clang::Stmt* child : statement.children()) add(child, depth);
  }
}

} // namespace beagle::change
