#pragma once

#include "analysis/change/alignment.h"
#include "analysis/change/describe.h"
#include "analysis/change/pairing.h"
#include "analysis/change/program.h"

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace beagle::change {

enum class FunctionChange { Changed, Added, Removed, Renamed, Moved };

[[nodiscard]] std::string_view nameOf(FunctionChange change);

/// Where a function or item stands in one version.
struct Place {
  std::string name, file;
  std::uint32_t line = 0, endLine = 0;
  friend auto operator<=>(const Place&, const Place&) = default;
};

/// A function that differs and of which no code is needed: it is run, or asked for its type, when others are compiled.
struct EvaluatedFunction {
  Place base, head;
  std::string sentence;
};

/// A function of the source whose code differs, with all that was emitted from it: one row per definition that
/// a person wrote, however many instantiations and units it has.
struct ChangedFunction {
  FunctionChange change = FunctionChange::Changed;
  bool alsoChanged = false; ///< of a renamed or moved one: its code, too
  bool isStatic = false;
  bool isReplaced = false; ///< the program takes another unit's definition of it
  std::string symbol;      ///< linkage name in head, or in base when removed
  std::string signature;
  Place base, head; ///< empty name on the side that does not have it
  std::set<std::string> instances;
  std::size_t units = 0; ///< that emit it
  std::string reason;
  std::vector<ChangeSentence> details;
  std::vector<EvaluatedFunction> evaluated; ///< changed functions that it needs to be compiled
  std::vector<std::string> promises;        ///< those of `details` that say which promise to the compiler changed
  bool fieldsMoved = false;    ///< it goes by the order of fields, which changed: the same code is other code
  std::set<std::size_t> items; ///< changed items it uses, positions in ChangeSet::items
  std::optional<SymbolRef> baseRef, headRef;              ///< one emitted example of each side
  std::optional<std::pair<SymbolRef, SymbolRef>> through; ///< see FunctionPair
  std::optional<Alignment> alignment;                     ///< of these two, where code differs

  [[nodiscard]] const Place& place() const { return head.name.empty() ? base : head; }
  [[nodiscard]] bool codeDiffers() const { return change == FunctionChange::Changed || alsoChanged; }
};

/// A macro, enum, type or global that differs.
struct ChangedItem {
  enum class Change { Added, Removed, Changed } change = Change::Changed;
  ir::Item::Kind kind = ir::Item::Kind::Global;
  Place base, head;
  std::string sentence;
  std::set<std::string> functions; ///< names of functions whose code or data it changes
  /// Linkage names in head of what it is about: a global, an alias, what assembly defines, a virtual table, the
  /// functions that run at start-up.
  std::set<std::string> symbols;
  bool isStatic = false;             ///< of a global: no other unit can mean it
  std::set<std::string> baseSymbols; ///< of a start-up: the functions that ran in base only

  [[nodiscard]] const Place& place() const { return head.name.empty() ? base : head; }
  /// Whether who refers to its symbols sees that it is another one.
  [[nodiscard]] bool hasReaders() const {
    return kind == ir::Item::Kind::Global || kind == ir::Item::Kind::Alias || kind == ir::Item::Kind::Assembly ||
           kind == ir::Item::Kind::RunTimeType;
  }
};

[[nodiscard]] std::string_view nameOf(ChangedItem::Change change);
[[nodiscard]] std::string_view nameOf(ir::Item::Kind kind);

struct ChangeSet {
  std::vector<ChangedFunction> functions;
  std::vector<ChangedItem> items;
  std::size_t equalFunctions = 0; ///< emitted functions that were compared and are equal
};

/// The outline of a source function: (in base?, unit, index into its sources).
using OutlineReader = std::function<support::Result<ir::Outline>(bool base, std::size_t unit, std::size_t source)>;

[[nodiscard]] ChangeSet changeSetOf(const Program& base, const Program& head, const std::vector<UnitPair>& units,
                                    const Pairing& pairing, const RenamedFiles& renamedFiles,
                                    const OutlineReader& outlines);

} // namespace beagle::change
