#pragma once

#include "analysis/ir/unit_facts.h"

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace beagle::ir {

/// The units of one version, as far as the index needs to know them. Units are numbers from 0.
class UnitSource {
public:
  virtual ~UnitSource() = default;
  [[nodiscard]] virtual std::size_t count() const = 0;
  /// Whether the word stands in any file of the project that the unit may read. Cheap: nothing is compiled.
  [[nodiscard]] virtual bool mentions(std::size_t unit, std::string_view word) = 0;
  /// Whether the unit's own source seems to define the word; with "Class::", a member of that. A guess, and as cheap.
  [[nodiscard]] virtual bool seemsToDefine(std::size_t unit, std::string_view word) = 0;
  /// Whether it is linked with the others, but none of them with it: what it defines counts for itself alone.
  [[nodiscard]] virtual bool isAlone(std::size_t /*unit*/) const { return false; }
  /// How differently two units are compiled (compile_options.h).
  [[nodiscard]] virtual std::size_t unlikeness(std::size_t /*unit*/, std::size_t /*other*/) { return 0; }
  /// Compiles the units where that is needed; nothing for one that does not compile.
  [[nodiscard]] virtual support::Result<std::vector<std::optional<UnitFacts>>>
  facts(const std::vector<std::size_t>& units) = 0;
};

/// A definition of a symbol.
struct Definition {
  std::size_t unit = 0;
  bool isFunction = true;
  Linkage linkage = Linkage::External;

  friend auto operator<=>(const Definition&, const Definition&) = default;
};

/// Knows for a whole version which unit defines or uses a symbol, and compiles only the units whose text names
/// it. Internal symbols are those of a unit; external and weak ones belong to the program, and a weak one may
/// have many definitions, which the one-definition rule says are alike.
class SymbolIndex {
public:
  explicit SymbolIndex(UnitSource& units) : units_(units) {}

  /// Definitions that other units can refer to. Macros can paste names together: when no unit that mentions the
  /// name defines it, all others are compiled before the answer is "none".
  [[nodiscard]] support::Result<std::vector<Definition>> definitionsOf(const std::string& symbol);
  /// What `symbol` means inside a unit: its own internal definition, or the program's.
  [[nodiscard]] support::Result<std::vector<Definition>> lookUp(std::size_t unit, const std::string& symbol);
  /// A symbol as a unit means it.
  using Use = std::pair<std::size_t, std::string>;
  /// Definitions in other units, for many symbols at once, and only as far as it is cheap: of each, units whose source
  /// seems to define it, then those that mention it, when they are few. `most` units are compiled in all. Of several
  /// definitions for one symbol, each unit means that of the unit that is compiled most like itself.
  [[nodiscard]] support::Result<std::map<Use, Definition>> nearDefinitionsOf(const std::set<Use>& uses,
                                                                             std::size_t most);
  /// What a function or global of the unit refers to.
  [[nodiscard]] const std::vector<std::string>& usesOf(std::size_t unit, const std::string& symbol) const;
  [[nodiscard]] bool defines(std::size_t unit, const std::string& symbol) const {
    return uses_.contains({unit, symbol});
  }
  /// Whether the unit has a definition of it for itself; of a unit that is loaded.
  [[nodiscard]] bool isInternal(std::size_t unit, const std::string& symbol) const {
    return internal_.contains({unit, symbol});
  }
  /// Of a unit that is loaded: a function that other units may have as well, or know.
  [[nodiscard]] bool isSharedFunction(std::size_t unit, const std::string& symbol) const;
  /// What a unit that is loaded has run before `main`.
  [[nodiscard]] const std::vector<std::string>& startOf(std::size_t unit) const { return start_.at(unit); }
  [[nodiscard]] support::Result<void> load(const std::vector<std::size_t>& units);
  /// Units whose functions or initialisers refer to a symbol of the program; those that mention its name.
  [[nodiscard]] support::Result<std::vector<std::size_t>> usersOf(const std::string& symbol);

  /// Functions and globals, by unit, that refer to what the unit means by a symbol, as far as is known: of the units
  /// that are loaded, and of the first ones that mention it, of which at most `most` are loaded for that.
  [[nodiscard]] support::Result<std::vector<std::pair<std::size_t, std::string>>>
  nearReferrersOf(std::size_t unit, const std::string& symbol, std::size_t most);

  /// Units whose source seems to define a symbol, and which know how to make a definition weak. A guess; nothing is
  /// compiled.
  [[nodiscard]] std::vector<std::size_t> unitsThatMayDefineWeakly(const std::string& symbol, bool isFunction);

  /// How many units have been asked for their facts so far.
  [[nodiscard]] std::size_t loaded() const { return loaded_.size(); }

private:
  [[nodiscard]] support::Result<void> loadMentioning(const std::string& symbol);
  /// What is known to be meant by a use.
  [[nodiscard]] const Definition* nearest(const Use& use);
  /// Units that are not loaded and seem to define what is used, nearer than what is known; none if that is not cheap.
  [[nodiscard]] std::vector<std::size_t> nearerThanKnown(const Use& use);
  [[nodiscard]] const std::vector<std::size_t>& seemingToDefine(const std::string& symbol);
  void add(std::size_t unit, const UnitFacts& facts);

  UnitSource& units_;
  std::set<std::size_t> loaded_;
  std::set<std::string> searched_;                          ///< words whose units are all loaded
  std::map<std::string, std::vector<std::size_t>> seeming_; ///< units that seem to define a symbol
  std::map<std::string, std::vector<Definition>> definitions_;
  std::map<std::pair<std::size_t, std::string>, Definition> internal_;
  std::map<std::string, std::set<std::size_t>> users_;
  std::map<std::pair<std::size_t, std::string>, std::vector<std::string>> uses_;
  std::map<std::size_t, std::vector<std::string>> start_;
};

/// The word by which source text would name a symbol: "parse" for `_ZN3cfg5parseEPKc`.
[[nodiscard]] std::string sourceWordOf(const std::string& symbol);

} // namespace beagle::ir
