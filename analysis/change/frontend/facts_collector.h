#pragma once

#include "analysis/change/canonical.h"
#include "analysis/change/frontend/source_places.h"
#include "analysis/ir/outline.h"
#include "analysis/ir/unit_facts.h"

#include <clang/AST/ASTContext.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Lex/PPCallbacks.h>

#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace clang {
class MacroInfo;
} // namespace clang

namespace beagle::change {

/// Gathers from preprocessor and AST what UnitFacts says about a unit's source. The emitted side is joined to
/// it by file, line and name, which is what debug info knows.
class FactsCollector {
public:
  FactsCollector(clang::CompilerInstance& compiler, SourcePlaces places);

  [[nodiscard]] std::unique_ptr<clang::PPCallbacks> preprocessorCallbacks();
  void collect(clang::ASTContext& context);

  /// The source function that debug info names, or -1.
  [[nodiscard]] int functionAt(const std::string& path, unsigned line, llvm::StringRef name) const;
  [[nodiscard]] int itemAt(const std::string& path, unsigned line, llvm::StringRef name) const;
  [[nodiscard]] const LineLiterals& lineLiteralsOf(int source) const;

  [[nodiscard]] SourcePlaces& places() { return places_; }
  [[nodiscard]] ir::UnitFacts& facts() { return facts_; }
  [[nodiscard]] const std::vector<ir::Outline>& outlines() const { return outlines_; }

private:
  friend class PreprocessorWatch;
  friend class AstWatch;

  static constexpr int lineNumber = -1, madeText = -2;
  /// Something of the file's text refers to an item, or is a `__LINE__`, or a text that a macro makes.
  struct Mention {
    clang::FileID file;
    unsigned offset;
    int item;
    std::uint64_t value = 0; ///< of the `__LINE__`; a digest of the text
    LineLiteral line = {};
  };
  struct Owner {
    FileRange range;
    bool isFunction;
    std::uint32_t index;
  };

  /// What an item is to the compiler. A pointer to a Decl, not to one of its other bases.
  using Identity = std::variant<const clang::Decl*, const clang::MacroInfo*>;

  int addItem(Identity identity, ir::Item item, clang::SourceRange range);
  void mention(clang::SourceLocation where, Identity identity);
  void mentionLine(clang::SourceLocation where, std::uint64_t value, LineLiteral literal);
  void mentionText(clang::SourceLocation where, llvm::StringRef text);
  void addFunction(const clang::FunctionDecl& function, std::string name);
  void attributeMentions();
  void listFiles();

  clang::CompilerInstance& compiler_;
  SourcePlaces places_;
  ir::UnitFacts facts_;
  std::vector<ir::Outline> outlines_;
  std::vector<LineLiterals> lineLiterals_;
  std::map<Identity, int> itemOf_;
  std::vector<Mention> mentions_;
  std::vector<std::pair<Mention, Identity>> laterMentions_; ///< of what may be declared further down
  std::vector<Owner> owners_;
  std::map<std::pair<std::string, unsigned>, std::vector<int>> functionsAt_, itemsAt_;
  std::map<std::string, std::vector<std::pair<std::uint32_t, std::uint32_t>>> skipped_;
};

} // namespace beagle::change
