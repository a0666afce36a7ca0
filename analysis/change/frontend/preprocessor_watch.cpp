#include "analysis/change/frontend/preprocessor_watch.h"

#include "analysis/change/frontend/item_parts.h"
#include "analysis/support/digest.h"

#include <clang/Lex/MacroInfo.h>
#include <clang/Lex/Preprocessor.h>

namespace beagle::change {

class PreprocessorWatch final : public clang::PPCallbacks {
public:
  explicit PreprocessorWatch(FactsCollector& owner) : owner_(owner) {}

  void MacroDefined(const clang::Token& name, const clang::MacroDirective* directive) override {
    const clang::MacroInfo* info = directive->getMacroInfo();
    const clang::SourceLocation where = info->getDefinitionLoc();
    // Most macros are the system's: that is asked first.
    if (!owner_.places_.inProject(where) && !owner_.places_.sources().isWrittenInCommandLineFile(where)) return;
    if (info->isBuiltinMacro()) return;
    // The driver tells its own assembler's abilities like this.
    if (name.getIdentifierInfo()->isStr("__GCC_HAVE_DWARF2_CFI_ASM")) return;
    std::string text;
    if (info->isFunctionLike()) {
      text = "(";
      for (const clang::IdentifierInfo* parameter : info->params()) {
        if (text.size() > 1) text += ", ";
        text += parameter->getName();
      }
      text += info->isVariadic() ? "...) " : ") ";
    }
    const clang::Preprocessor& preprocessor = owner_.compiler_.getPreprocessor();
    support::Digest digest; // of the tokens: blanks between them are layout
    digest.add(text);
    bool first = true;
    for (const clang::Token& token : info->tokens()) {
      if (!first && token.hasLeadingSpace()) text += ' ';
      const std::string spelling = preprocessor.getSpelling(token);
      digest.add(spelling);
      text += spelling;
      first = false;
    }
    ir::Item item;
    item.kind = ir::Item::Kind::Macro;
    item.name = name.getIdentifierInfo()->getName().str();
    item.file = owner_.places_.pathOf(where);
    item.line = owner_.places_.lineOf(where);
    item.digest = digest.hex();
    item.parts = {shortened(std::move(text))};
    owner_.macros_.push_back({info, std::move(item), {where, info->getDefinitionEndLoc()}});
  }

  void MacroExpands(const clang::Token& name, const clang::MacroDefinition& definition, clang::SourceRange,
                    const clang::MacroArgs*) override {
    if (definition.getMacroInfo()) owner_.mention(name.getLocation(), definition.getMacroInfo());
  }
  void Defined(const clang::Token& name, const clang::MacroDefinition& definition, clang::SourceRange) override {
    if (definition.getMacroInfo()) owner_.mention(name.getLocation(), definition.getMacroInfo());
  }
  void If(clang::SourceLocation where, clang::SourceRange condition, ConditionValueKind value) override {
    noteCondition(where, condition.getEnd(), value == CVK_True);
  }
  void Elif(clang::SourceLocation where, clang::SourceRange condition, ConditionValueKind value,
            clang::SourceLocation) override {
    if (value == CVK_NotEvaluated) noteSkipped(where, condition.getEnd());
    else noteCondition(where, condition.getEnd(), value == CVK_True);
  }
  void Ifdef(clang::SourceLocation where, const clang::Token& name, const clang::MacroDefinition& macro) override {
    noteDefined(where, name, macro, true);
  }
  void Ifndef(clang::SourceLocation where, const clang::Token& name, const clang::MacroDefinition& macro) override {
    noteDefined(where, name, macro, false);
  }
  void Elifdef(clang::SourceLocation where, const clang::Token& name, const clang::MacroDefinition& macro) override {
    noteDefined(where, name, macro, true);
  }
  void Elifndef(clang::SourceLocation where, const clang::Token& name, const clang::MacroDefinition& macro) override {
    noteDefined(where, name, macro, false);
  }
  void Elifdef(clang::SourceLocation where, clang::SourceRange condition, clang::SourceLocation) override {
    noteSkipped(where, condition.getEnd());
  }
  void Elifndef(clang::SourceLocation where, clang::SourceRange condition, clang::SourceLocation) override {
    noteSkipped(where, condition.getEnd());
  }

  void PragmaDirective(clang::SourceLocation where, clang::PragmaIntroducerKind kind) override {
    // Without its option OpenMP is a comment.
    if (kind != clang::PIK_HashPragma || owner_.compiler_.getLangOpts().OpenMP) return;
    if (where.isMacroID() || !owner_.places_.inProject(where)) return;
    const auto [file, offset] = owner_.places_.sources().getDecomposedLoc(where);
    llvm::StringRef text = owner_.places_.sources().getBufferData(file).substr(offset);
    const llvm::StringRef word = text.substr(text.find("pragma") + 6).ltrim();
    if (!word.starts_with("omp ")) return;
    unsigned last = lineOf(where);
    while (text.split('\n').first.rtrim().ends_with("\\")) text = text.split('\n').second, ++last;
    readOf(where).skipped.emplace_back(lineOf(where), last);
  }

  void SourceRangeSkipped(clang::SourceRange range, clang::SourceLocation) override {
    // From the line after the directive to the line before the one that ends it.
    const unsigned first = lineOf(range.getBegin()) + 1, end = lineOf(range.getEnd());
    if (first < end && owner_.places_.inProject(range.getBegin()))
      readOf(range.getBegin()).skipped.emplace_back(first, end - 1);
  }

private:
  void noteDefined(clang::SourceLocation where, const clang::Token& name, const clang::MacroDefinition& macro,
                   bool holdsIfDefined) {
    if (macro.getMacroInfo()) owner_.mention(name.getLocation(), macro.getMacroInfo());
    noteCondition(where, name.getLocation(), (macro.getMacroInfo() != nullptr) == holdsIfDefined);
  }
  void noteCondition(clang::SourceLocation where, clang::SourceLocation end, bool holds) {
    if (owner_.places_.inProject(where)) readOf(where).conditions.push_back({lineOf(where), lineOf(end), holds});
  }
  /// A condition that nobody asks for, as an earlier one holds.
  void noteSkipped(clang::SourceLocation where, clang::SourceLocation end) {
    if (owner_.places_.inProject(where)) readOf(where).skipped.emplace_back(lineOf(where), lineOf(end));
  }
  FactsCollector::FileRead& readOf(clang::SourceLocation where) {
    return owner_.reads_[owner_.places_.sources().getFileID(where)];
  }
  [[nodiscard]] unsigned lineOf(clang::SourceLocation where) const {
    return owner_.places_.sources().getExpansionLineNumber(where);
  }

  FactsCollector& owner_;
};

std::unique_ptr<clang::PPCallbacks> watchPreprocessor(FactsCollector& owner) {
  return std::make_unique<PreprocessorWatch>(owner);
}

} // namespace beagle::change
