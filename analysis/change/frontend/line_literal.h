#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>
#include <clang/AST/PrettyPrinter.h>

#include <string>

namespace beagle::change {

/// The preprocessor writes `__LINE__` as a number of its own, whichever macros it then passes through.
[[nodiscard]] bool isLineLiteral(const clang::Stmt& statement, const clang::ASTContext& context);

/// Whether a part of it was made by `#`: then blanks of the source are in it.
[[nodiscard]] bool isMadeText(const clang::StringLiteral& text, const clang::SourceManager& sources);

/// What a string holds, with `__LINE__` in place of the line number that `#` wrote into it. As it is where that number
/// stands in it more than once.
[[nodiscard]] std::string withoutLineNumber(const clang::StringLiteral& text, const clang::ASTContext& context);

/// Prints `__LINE__` as it was written: the number says nothing about the code. Of what `#embed` brings, which clang 19
/// cannot print, the bytes.
class ValuePrinter final : public clang::PrinterHelper {
public:
  explicit ValuePrinter(const clang::ASTContext& context) : context_(context) {}
  bool handledStmt(clang::Stmt* statement, llvm::raw_ostream& stream) override;

private:
  const clang::ASTContext& context_;
};

} // namespace beagle::change
