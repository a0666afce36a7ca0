#pragma once

#include "analysis/change/change_set.h"

#include <set>
#include <string>
#include <vector>

namespace beagle::change {

/// A symbol as a unit of a program means it.
struct SymbolPlace {
  std::size_t unit = 0;
  std::string symbol;
  friend auto operator<=>(const SymbolPlace&, const SymbolPlace&) = default;
};

/// A function to be explored because of the change, with the way from it to what changed.
struct Entry {
  Place place;
  std::string symbol;
  std::size_t unit = 0;           ///< one that defines it, in head's program
  std::vector<std::string> chain; ///< names: the entry first, what changed last
  std::string reason;
  bool isAlias = false;             ///< another name for a function
  std::string beyond;               ///< what changed and is no code that Beagle runs; empty: nothing
  std::set<std::string> startUnits; ///< by id: what these run before `main` lies on the way
  std::vector<Place> leadsTo;       ///< changed functions, in head
};

struct EntryChoice {
  std::vector<Entry> entries;
  std::vector<std::string> pastCap; ///< names of those that no longer fit, once they are ranked
  /// Globals, and functions with variable arguments, that other units see and that lie on a way: there may be more
  /// entries in units that use them.
  std::set<std::string> passed;
  /// Functions that run at start-up and lie on a way: what they reach may be in other units.
  std::set<SymbolPlace> started, startedInBase;
  bool asksForMain = false; ///< a start-up that nobody reads; there may be a `main` in another unit
};

/// Every changed function that is visible outside its unit, and for static, inline and template ones the
/// nearest callers that are, as well as for those with variable arguments; the same for the readers of changed globals.
/// What runs at start-up is seen by the readers of what it may have written, or else by `main`.
[[nodiscard]] EntryChoice chooseEntries(const Program& base, const Program& head, const Pairing& pairing,
                                        const ChangeSet& changes);

} // namespace beagle::change
