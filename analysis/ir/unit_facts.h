#pragma once

#include "analysis/support/error.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace beagle::ir {

/// How a symbol of a unit takes part in the program.
enum class Linkage { External, Weak, Internal };

/// Whether a symbol asked to be replaced by a definition elsewhere; of an inline function all definitions are alike.
[[nodiscard]] inline bool isMadeWeak(const std::vector<std::string>& traits) {
  return std::ranges::find(traits, "weak") != traits.end();
}
/// Code that goes by the order of a record's fields: with two of one type swapped, it is the same code for other
/// fields.
struct FieldOrder {
  enum class By { Braces, Binding, Comparison, Making, Copying, Ending } by = By::Braces;
  std::string record;
  std::vector<std::string> fields; ///< those whose order counts, as declared; a base class as "base B"
  friend auto operator<=>(const FieldOrder&, const FieldOrder&) = default;
};

/// One function as it was emitted into a unit's bitcode.
struct FunctionFacts {
  std::string symbol; ///< linkage name
  Linkage linkage = Linkage::External;
  int source = -1; ///< index into UnitFacts::sources; -1 when the compiler made it up
  /// Digest of the canonical body with the names of other symbols in it.
  std::string digest;
  /// The same with every symbol replaced by its position in `symbols`: equal shapes with pairwise equal
  /// symbols are equal code, whatever the symbols are called.
  std::string shape;
  std::vector<std::string> symbols; ///< other functions and globals it refers to, in canonical order
  std::vector<std::string> traits;  ///< what else it is to linker and loader: "hidden", "section .init.text"
  std::string instance;             ///< "maxOf<int>" for an instantiation
  std::uint32_t instructions = 0;
  std::vector<FieldOrder> orders; ///< of a special member, as the compiler completes it
};

/// One global variable as it was emitted; or another name that the unit defines: an alias, an ifunc, a label of
/// assembly outside of functions.
struct GlobalFacts {
  std::string symbol;
  Linkage linkage = Linkage::External;
  int item = -1; ///< index into UnitFacts::items; -1 when the compiler made it up
  bool constant = false;
  std::string digest, shape; ///< of its initialiser, type size and qualifiers, as for functions
  std::vector<std::string> symbols;
  std::vector<std::string> traits; ///< as for functions
  bool isFunction = false;         ///< an alias of one, or an ifunc
};

/// A call that the unit has made before `main`, or after it.
struct StartStep {
  std::string function; ///< symbol
  std::string variable; ///< symbol of what it initialises; empty if somebody asked for that function
  std::uint32_t priority = 0;
  bool isAtEnd = false;
};

/// A parameter as written.
struct WrittenParameter {
  std::string name, type;            ///< the type without `restrict`, which is a promise
  std::vector<std::string> promises; ///< see Declaration
  friend bool operator==(const WrittenParameter&, const WrittenParameter&) = default;
};

/// A call that leaves out an argument.
struct DefaultUse {
  std::string callee, parameter, value; ///< value: as written where the parameter is declared
  friend auto operator<=>(const DefaultUse&, const DefaultUse&) = default;
};

/// What code refers to, as the project declares it.
struct Declaration {
  enum class Kind { Function, Variable, Local, Field, Type } kind = Kind::Function;
  std::string name, type;
  /// By which the compiler may make other code of the same text: "const", "nonnull(1)", "may_alias". Sorted.
  std::vector<std::string> promises;
  std::string file;
  std::uint32_t line = 0;
};

/// Where a stretch of text begins and what is just behind it, in lines and columns that count from 1.
struct TextRange {
  std::uint32_t line = 0, column = 0, endLine = 0, endColumn = 0;
  friend auto operator<=>(const TextRange&, const TextRange&) = default;
};

/// A function that another one mentions although no code may be needed of it.
struct FunctionUse {
  std::uint32_t source = 0; ///< index into UnitFacts::sources
  bool onlyNamed = false;   ///< for its type, as in `decltype`: what it does is not asked for
  friend auto operator<=>(const FunctionUse&, const FunctionUse&) = default;
};

/// A function definition in the source: what people see. A template is one of these and may have many
/// FunctionFacts, or none when nothing instantiates it.
struct WrittenFunction {
  std::string name;      ///< qualified: "ns::Class::method", "outer::(lambda)"
  std::string signature; ///< with parameter types
  std::string result;    ///< return type
  std::vector<WrittenParameter> parameters;
  std::vector<std::string> templateParameters; ///< names, the outermost template's first
  std::string file;                            ///< below the source root: relative to it; else absolute
  std::uint32_t line = 0, endLine = 0;
  TextRange body; ///< in braces
  bool isInline = false, isStatic = false, isTemplate = false, isMember = false;
  bool returnsRecord = false;
  bool readsLine = false;             ///< `__LINE__` is part of its code
  bool readsFile = false;             ///< so is `__FILE__`
  bool readsName = false;             ///< so is `__func__`
  std::uint64_t madeTexts = 0;        ///< digest of the string literals that macros make of its text
  std::uint64_t members = 0;          ///< digest of the names of the members that it reaches, in their order
  std::uint64_t templateMembers = 0;  ///< of those whose class is made of a template: it is no item
  std::vector<std::uint32_t> uses;    ///< items it mentions
  std::vector<FunctionUse> evaluates; ///< what it needs when it is compiled: functions in constants and for types
  bool isEvaluated = false, isNamed = false; ///< the same of itself, outside of functions
  std::vector<DefaultUse> defaults;          ///< sorted
  std::vector<std::string> promises;         ///< its own; see Declaration
  std::vector<std::uint32_t> declarations;   ///< what it refers to, among UnitFacts::declarations
  std::vector<FieldOrder> orders;            ///< of its text; sorted
  std::uint64_t outlineAt = 0;               ///< byte offset of its outline in the unit's outline file

  [[nodiscard]] bool isVariadic() const {
    const std::string_view inFront = std::string_view(signature).substr(0, signature.rfind(')'));
    return inFront.ends_with(", ...") || inFront.ends_with("(...");
  }
};

/// A named thing outside functions whose change can change functions.
struct Item {
  enum class Kind {
    Global,
    Enum,
    Macro,
    Type,
    Alias,    ///< another name for a symbol, or an ifunc
    Assembly, ///< outside of functions
    // These no unit has: they are found by comparing.
    StartUp,     ///< what a unit has run before and after `main`
    RunTimeType, ///< where a virtual table leads, and what exceptions and casts see of a class
    Symbol,      ///< what a function or variable is to the linker
  } kind = Kind::Global;
  std::string name; ///< qualified
  std::string file;
  std::uint32_t line = 0, endLine = 0;
  std::string digest; ///< equal exactly when the meaning is
  /// What a sentence is made of: enumerators "RED=0", fields "x@0:int", a macro's text, a value.
  std::vector<std::string> parts;
  std::vector<std::uint32_t> uses; ///< other items it mentions
  std::vector<FieldOrder> orders;  ///< of its initialiser; sorted
};

/// The condition of an `#if` or the like, which the preprocessor evaluated.
struct Condition {
  std::uint32_t line = 0, endLine = 0;
  bool holds = false;
  friend auto operator<=>(const Condition&, const Condition&) = default;
};

/// Code that the compiler makes nothing of, or does make something of, because of a constant: a side of
/// `if constexpr`, what is chosen from in `_Generic`.
struct Choice {
  enum class Of { IfConstexpr, Generic, ChooseExpr, Condition, Case, Behind } of = Of::Condition;
  TextRange text;
  bool taken = false;
  friend auto operator<=>(const Choice&, const Choice&) = default;
};

/// A file that the unit read, perhaps more than once.
struct UnitFile {
  std::string path; ///< relative to the source root, or absolute
  /// Lines that the preprocessor left out each time, as inclusive pairs.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> skipped;
  std::vector<Condition> conditions; ///< once for each outcome that it had
  std::vector<Choice> choices;       ///< those not taken, and those that another unit may not take
};

/// What one compiled unit says about itself; small enough to be read for every unit of a project.
struct UnitFacts {
  std::vector<UnitFile> files;
  std::vector<WrittenFunction> sources;
  std::vector<FunctionFacts> functions;
  std::vector<GlobalFacts> globals;
  std::vector<Item> items;
  std::vector<Declaration> declarations;
  std::vector<StartStep> start;  ///< in the order in which they run
  bool holdsLineNumbers = false; ///< of its own source, as constants
};

/// As bytes, to be stored: there are many, and all are read on every run.
[[nodiscard]] std::string packed(const UnitFacts& facts);
[[nodiscard]] support::Result<UnitFacts> unpackFacts(std::string_view bytes);

} // namespace beagle::ir
