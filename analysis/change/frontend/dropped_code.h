#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <optional>
#include <vector>

namespace beagle::change {

/// What a condition is whatever the program does, as code generation sees it. Nothing where it is left to the
/// program, or where it is one thing in constants and another one in the program.
[[nodiscard]] std::optional<bool> constantCondition(const clang::Expr& condition, const clang::ASTContext& context);

/// Whether something else can jump into it: then code is made of it, however it is reached otherwise.
[[nodiscard]] bool hasLabel(const clang::Stmt* statement, bool insideSwitch = false);

/// Whether the statement never goes on to the next one, for which no code is made then.
[[nodiscard]] bool neverGoesOn(const clang::Stmt* statement, const clang::ASTContext& context);

/// What is in a `switch`, statement by statement.
struct CaseCode {
  std::vector<clang::Stmt*> live, dead;
};

/// Of a `switch` over a constant: what runs, and what code generation leaves out. Nothing where it makes code of all.
[[nodiscard]] std::optional<CaseCode> codeOfCase(const clang::SwitchStmt& choice, const clang::ASTContext& context);

} // namespace beagle::change
