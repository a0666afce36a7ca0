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
#include <tuple>
#include <utility>
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

  /// The source function that debug info names, or -1. What the compiler makes for a class by itself (`isImplicit`)
  /// stands where the class does, and may be where another function stands, too.
  [[nodiscard]] int functionAt(const std::string& path, unsigned line, llvm::StringRef name, bool isImplicit) const;
  [[nodiscard]] int itemAt(const std::string& path, unsigned line, llvm::StringRef name) const;
  [[nodiscard]] const LineMentions& linesOf(int source) const;
  /// The alias or ifunc of that linkage name, or -1.
  [[nodiscard]] int itemOf(const std::string& symbol) const;
  /// `asm` outside of functions, each with its item.
  struct AssemblyText {
    std::string text;
    int item;
  };
  [[nodiscard]] const std::vector<AssemblyText>& assembly() const { return assembly_; }
  [[nodiscard]] const LineMentions& linesOfItem(int item) const;

  /// Where a function goes by the order of fields, as the compiler completes it. Of one of the project.
  void noteOrders(llvm::StringRef symbol, const clang::FunctionDecl& function);
  [[nodiscard]] std::vector<ir::FieldOrder> ordersOf(const std::string& symbol) const;

  [[nodiscard]] SourcePlaces& places() { return places_; }
  [[nodiscard]] ir::UnitFacts& facts() { return facts_; }
  /// Of `facts().sources`, which know where theirs begins.
  [[nodiscard]] std::string takeOutlines() { return std::exchange(outlines_, {}); }

private:
  friend class PreprocessorWatch;
  friend class AstWatch;
  friend class CompiledWatch;

  /// Something of the file's text refers to an item or to what is declared, or is a `__LINE__`, or a text that a macro
  /// makes, perhaps with the line number in it, or a call that leaves out an argument, or a function that is needed to
  /// compile, or goes by the order of fields, or is the name of the file or of the function. A large unit has hundreds
  /// of thousands.
  struct Mention {
    enum class Of : std::uint8_t { Item, Line, Text, LineText, Default, Function, Declared, Order, File, Name, Member };
    clang::FileID file;
    unsigned offset;
    Of of;
    /// Into the facts' items, `lines_`, `texts_`, `lineTexts_`, `defaults_`, `evaluated_`, declarations, `orders_`,
    /// `members_`.
    std::uint32_t index;

    friend auto operator<=>(const Mention& a, const Mention& b) {
      return std::tuple(a.file.getHashValue(), a.offset, a.of, a.index) <=>
             std::tuple(b.file.getHashValue(), b.offset, b.of, b.index);
    }
    friend bool operator==(const Mention&, const Mention&) = default;
  };
  struct MentionedMember {
    std::uint64_t name; ///< its digest
    bool isOfTemplate;
  };
  /// What the preprocessor did when it read a file.
  struct FileRead {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> skipped; ///< lines
    std::vector<ir::Condition> conditions;                        ///< evaluated, some of them within what is skipped
  };
  struct Owner {
    FileRange range;
    bool isFunction;
    std::uint32_t index;
  };

  /// What an item is to the compiler. A pointer to a Decl, not to one of its other bases.
  using Identity = std::variant<const clang::Decl*, const clang::MacroInfo*>;

  struct DefinedMacro {
    const clang::MacroInfo* info;
    ir::Item item;
    clang::SourceRange range;
  };

  void addMacros();
  int addItem(Identity identity, ir::Item item, clang::SourceRange range);
  void addPlace(int item, clang::SourceRange range); ///< that belongs to the item as well
  void mention(clang::SourceLocation where, Identity identity);
  void mentionLine(clang::SourceLocation where, std::uint64_t value, LineLiteral literal);
  void mentionText(clang::SourceLocation where, llvm::StringRef text);
  void mentionLineText(clang::SourceLocation where, std::string text, std::string withoutLine);
  void mentionDefault(clang::SourceLocation where, ir::DefaultUse use);
  void mentionDeclared(clang::SourceLocation where, const clang::NamedDecl& declared, ir::Declaration::Kind kind);
  void mentionOrders(clang::SourceLocation where, std::vector<ir::FieldOrder> orders);
  void mentionFunction(clang::SourceLocation where, clang::SourceLocation function, bool onlyNamed);
  void mentionMember(clang::SourceLocation where, const clang::FieldDecl& field);
  void mentionMember(clang::SourceLocation where, const clang::CXXDependentScopeMemberExpr& member);
  void mentionAt(clang::SourceLocation where, Mention::Of of, std::size_t index);
  [[nodiscard]] std::string typeOf(const clang::ValueDecl& value) const;
  void addFunction(const clang::FunctionDecl& function, std::string name);
  void attributeMentions();
  static void addMember(ir::WrittenFunction& source, const MentionedMember& member);
  void attribute(const Mention& mention, const Owner& owner);
  void finish(std::uint32_t function);
  void noteOutside();
  void listFiles();

  clang::CompilerInstance& compiler_;
  SourcePlaces places_;
  ir::UnitFacts facts_;
  std::string outlines_;                   ///< one after the other, packed
  std::vector<LineMentions> lineMentions_; ///< of `facts_.sources`
  std::map<std::uint32_t, LineMentions> itemLines_;
  std::vector<DefinedMacro> macros_; ///< items to be
  std::map<Identity, int> itemOf_;
  std::map<std::string, int> itemOfSymbol_;
  std::vector<AssemblyText> assembly_;
  std::vector<Mention> mentions_;
  /// Until all items are known, what a mention's index leads to.
  std::vector<Identity> mentioned_;
  std::map<Identity, std::uint32_t> mentionedAt_;
  std::vector<std::pair<std::uint64_t, LineLiteral>> lines_;   ///< each `__LINE__` with its value
  std::vector<std::uint64_t> texts_;                           ///< digests
  std::vector<std::pair<std::string, std::string>> lineTexts_; ///< with and without the line
  std::vector<MentionedMember> members_;
  std::map<const clang::FieldDecl*, std::size_t> memberAt_; ///< into these
  std::vector<ir::DefaultUse> defaults_;
  std::vector<ir::FieldOrder> orders_;
  std::map<std::string, std::vector<ir::FieldOrder>> symbolOrders_;
  std::map<const clang::Decl*, std::uint32_t> declaredAt_; ///< into the facts' declarations
  std::vector<Owner> owners_;
  std::map<std::pair<std::string, unsigned>, std::vector<int>> functionsAt_, itemsAt_;
  std::map<clang::FileID, FileRead> reads_; ///< a file that is included twice is read twice
  std::map<std::string, std::vector<ir::Choice>> choices_;
  std::map<clang::SourceLocation, std::uint32_t> sourceAt_; ///< functions, by where their names stand
  std::vector<ir::FunctionUse> evaluated_;
  std::vector<bool> isInFunction_; ///< of `evaluated_`
};

} // namespace beagle::change
