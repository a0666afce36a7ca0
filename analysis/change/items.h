#pragma once

#include "analysis/change/change_set.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace beagle::change {

/// The items that differ between two programs, and which functions mention them.
class ItemChanges {
public:
  ItemChanges(const Program& base, const Program& head, const Pairing& pairing, const RenamedFiles& renamedFiles);

  [[nodiscard]] std::vector<ChangedItem>& items() { return items_; }
  /// What no unit says by itself, found by comparing.
  void append(std::vector<ChangedItem> rows);
  /// Changed items that a source function mentions, also through other items.
  [[nodiscard]] std::set<std::size_t> usedBy(bool inBase, std::size_t unit, std::size_t source) const;
  /// Adds to each changed global the functions that refer to it.
  void addReaders();

private:
  struct Key {
    ir::Item::Kind kind;
    std::string name, file;
    friend auto operator<=>(const Key&, const Key&) = default;
  };
  struct Sides {
    std::vector<SymbolRef> base, head;
  };

  void gather(const Program& program, bool isBase);
  void noteInitialisers(const Program& program, std::map<SymbolRef, bool>& initialised, bool isBase);
  void matchMoved();
  void compare();
  [[nodiscard]] bool differs(const Key& key, const Sides& sides) const;
  void add(const Key& key, const Sides& sides);
  void readersIn(const Program& program, bool isBase);
  [[nodiscard]] std::string headFile(const std::string& file) const;

  const Program& base_;
  const Program& head_;
  const Pairing& pairing_;
  const RenamedFiles& renamedFiles_;
  std::map<Key, Sides> byKey_;
  /// What the emitted side says of a global: true when some pair of it differs.
  std::map<SymbolRef, bool> baseEmitted_, headEmitted_;
  /// Of variables whose value is computed at start-up: true when what computes it differs.
  std::map<SymbolRef, bool> baseInitialised_, headInitialised_;
  std::map<SymbolRef, std::string> baseSymbols_, headSymbols_; ///< of items that are globals
  std::set<const ir::Item*> statics_;                          ///< globals that no other unit can mean
  std::map<SymbolRef, std::size_t> baseIds_, headIds_;         ///< changed items by (unit, index)
  std::vector<ChangedItem> items_;
};

} // namespace beagle::change
