#include "analysis/change/frontend/line_literal.h"

#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>
#include <llvm/ADT/StringExtras.h>

namespace beagle::change {

bool isLineLiteral(const clang::Stmt& statement, const clang::ASTContext& context) {
  const auto* literal = llvm::dyn_cast<clang::IntegerLiteral>(&statement);
  if (!literal || !literal->getLocation().isMacroID()) return false;
  const clang::SourceManager& sources = context.getSourceManager();
  if (!sources.isWrittenInScratchSpace(sources.getSpellingLoc(literal->getLocation()))) return false;
  const clang::PresumedLoc place = sources.getPresumedLoc(sources.getExpansionRange(literal->getLocation()).getEnd());
  return place.isValid() && literal->getValue() == place.getLine();
}

bool isMadeText(const clang::StringLiteral& text, const clang::SourceManager& sources) {
  for (unsigned i = 0; i < text.getNumConcatenated(); ++i)
    if (const auto place = text.getStrTokenLoc(i);
        place.isMacroID() && sources.isWrittenInScratchSpace(sources.getSpellingLoc(place)))
      return true;
  return false;
}

std::string withoutLineNumber(const clang::StringLiteral& text, const clang::ASTContext& context) {
  std::string held = text.getBytes().str();
  const clang::SourceManager& sources = context.getSourceManager();
  for (unsigned i = 0; i < text.getNumConcatenated(); ++i) {
    const clang::SourceLocation token = text.getStrTokenLoc(i);
    if (!token.isMacroID() || !sources.isWrittenInScratchSpace(sources.getSpellingLoc(token))) continue;
    const clang::PresumedLoc place = sources.getPresumedLoc(sources.getExpansionRange(token).getEnd());
    if (place.isInvalid()) continue;
    const std::string line = std::to_string(place.getLine());
    llvm::SmallString<16> buffer;
    if (clang::Lexer::getSpelling(sources.getSpellingLoc(token), buffer, sources, context.getLangOpts()) !=
        '"' + line + '"')
      continue;
    const std::size_t at = held.find(line);
    if (at == std::string::npos || held.find(line, at + 1) != std::string::npos) return text.getBytes().str();
    return held.replace(at, line.size(), "__LINE__");
  }
  return held;
}

bool ValuePrinter::handledStmt(clang::Stmt* statement, llvm::raw_ostream& stream) {
  if (const auto* embedded = llvm::dyn_cast<clang::EmbedExpr>(statement)) {
    const llvm::StringRef all = embedded->getDataStringLiteral()->getBytes();
    stream << llvm::toHex(all.substr(embedded->getStartingElementPos(), embedded->getDataElementCount()));
    return true;
  }
  if (!isLineLiteral(*statement, context_)) return false;
  stream << "__LINE__";
  return true;
}

} // namespace beagle::change
