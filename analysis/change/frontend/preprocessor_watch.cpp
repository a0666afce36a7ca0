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
    if (info->isBuiltinMacro() || info->isUsedForHeaderGuard()) return;
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
    owner_.addItem(info, std::move(item), {where, info->getDefinitionEndLoc()});
  }

  void MacroExpands(const clang::Token& name, const clang::MacroDefinition& definition, clang::SourceRange,
                    const clang::MacroArgs*) override {
    if (definition.getMacroInfo()) owner_.mention(name.getLocation(), definition.getMacroInfo());
  }
  void Defined(const clang::Token& name, const clang::MacroDefinition& definition, clang::SourceRange) override {
    if (definition.getMacroInfo()) owner_.mention(name.getLocation(), definition.getMacroInfo());
  }
  void Ifdef(clang::SourceLocation, const clang::Token& name, const clang::MacroDefinition& definition) override {
    if (definition.getMacroInfo()) owner_.mention(name.getLocation(), definition.getMacroInfo());
  }
  void Ifndef(clang::SourceLocation, const clang::Token& name, const clang::MacroDefinition& definition) override {
    if (definition.getMacroInfo()) owner_.mention(name.getLocation(), definition.getMacroInfo());
  }

  void SourceRangeSkipped(clang::SourceRange range, clang::SourceLocation) override {
    if (!owner_.places_.inProject(range.getBegin())) return;
    // From the line after the directive to the line before the one that ends it.
    const unsigned first = owner_.places_.sources().getExpansionLineNumber(range.getBegin()) + 1;
    const unsigned end = owner_.places_.sources().getExpansionLineNumber(range.getEnd());
    if (first < end) {
      const auto entry =
          owner_.places_.sources().getFileEntryRefForID(owner_.places_.sources().getFileID(range.getBegin()));
      if (entry) owner_.skipped_[owner_.places_.pathOf(entry->getName())].emplace_back(first, end - 1);
    }
  }

private:
  FactsCollector& owner_;
};

std::unique_ptr<clang::PPCallbacks> watchPreprocessor(FactsCollector& owner) {
  return std::make_unique<PreprocessorWatch>(owner);
}

} // namespace beagle::change
