#include "analysis/change/items.h"

#include <algorithm>

namespace beagle::change {

using ir::Item;

namespace {

const Item& itemAt(const Program& program, SymbolRef ref) { return program.units[ref.unit].facts.items[ref.index]; }

bool isDynamic(const Item& item) { return std::ranges::find(item.parts, "dynamic") != item.parts.end(); }

std::set<std::string> digestsOf(const Program& program, const std::vector<SymbolRef>& refs) {
  std::set<std::string> digests;
  for (const SymbolRef ref : refs) digests.insert(itemAt(program, ref).digest);
  return digests;
}

Place placeOf(const Item& item) { return {item.name, item.file, item.line, item.endLine}; }

} // namespace

ItemChanges::ItemChanges(const Program& base, const Program& head, const Pairing& pairing,
                         const RenamedFiles& renamedFiles)
    : base_(base), head_(head), pairing_(pairing), renamedFiles_(renamedFiles) {
  auto note = [this](const Program& program, const std::optional<SymbolRef>& ref, bool differs, auto& emitted,
                     auto& symbols) {
    if (!ref) return;
    const ir::GlobalFacts& facts = program.units[ref->unit].facts.globals[ref->index];
    if (facts.item < 0) return;
    const SymbolRef item{ref->unit, static_cast<std::size_t>(facts.item)};
    emitted[item] = emitted[item] || differs;
    symbols[item] = facts.symbol;
    if (facts.linkage == ir::Linkage::Internal) statics_.insert(&itemAt(program, item));
  };
  for (const GlobalPair& pair : pairing.globals) {
    // A global without its other version says nothing about equality; its item does.
    const bool both = pair.base && pair.head;
    note(base, pair.base, !both || !pair.equal, baseEmitted_, baseSymbols_);
    note(head, pair.head, !both || !pair.equal, headEmitted_, headSymbols_);
  }
  noteInitialisers(base, baseInitialised_, true);
  noteInitialisers(head, headInitialised_, false);
  gather(base, true);
  gather(head, false);
  matchMoved();
  compare();
}

/// Variables whose value is computed at start-up, and the functions that do it.
void ItemChanges::noteInitialisers(const Program& program, std::map<SymbolRef, bool>& initialised, bool isBase) {
  std::map<SymbolRef, bool> differs; // functions
  for (const FunctionPair& pair : pairing_.functions)
    if (const auto& ref = isBase ? pair.base : pair.head) differs[*ref] = !pair.base || !pair.head || !pair.equal;
  for (std::size_t unit = 0; unit < program.units.size(); ++unit) {
    const ir::UnitFacts& facts = program.units[unit].facts;
    for (const ir::StartStep& step : facts.start) {
      const auto global = std::ranges::find(facts.globals, step.variable, &ir::GlobalFacts::symbol);
      const auto function = std::ranges::find(facts.functions, step.function, &ir::FunctionFacts::symbol);
      if (global == facts.globals.end() || global->item < 0 || function == facts.functions.end()) continue;
      const SymbolRef ref{unit, static_cast<std::size_t>(function - facts.functions.begin())};
      initialised[{unit, static_cast<std::size_t>(global->item)}] |= differs[ref];
    }
  }
}

std::string ItemChanges::headFile(const std::string& file) const {
  const auto it = renamedFiles_.find(file);
  return it == renamedFiles_.end() ? file : it->second;
}

void ItemChanges::gather(const Program& program, bool isBase) {
  for (std::size_t unit = 0; unit < program.units.size(); ++unit) {
    const std::vector<Item>& items = program.units[unit].facts.items;
    for (std::size_t i = 0; i < items.size(); ++i) {
      const Item& item = items[i];
      Sides& sides = byKey_[{item.kind, item.name, isBase ? headFile(item.file) : item.file}];
      (isBase ? sides.base : sides.head).push_back({unit, i});
    }
  }
}

/// What only changed its file, or has no name, is still the same thing.
void ItemChanges::matchMoved() {
  std::map<std::pair<Item::Kind, std::string>, std::vector<Key>> gone, come;
  // What has no name of its own may get another first member; it is looked for in its file.
  const auto groupOf = [](const Key& key) {
    return std::pair(key.kind, key.name.starts_with("(unnamed") ? "(unnamed) " + key.file : key.name);
  };
  for (const auto& [key, sides] : byKey_) {
    if (sides.head.empty()) gone[groupOf(key)].push_back(key);
    if (sides.base.empty()) come[groupOf(key)].push_back(key);
  }
  for (const auto& [name, from] : gone) {
    const auto to = come.find(name);
    if (to == come.end() || from.size() != 1 || to->second.size() != 1) continue;
    byKey_[to->second.front()].base = byKey_[from.front()].base;
    byKey_.erase(from.front());
  }
}

bool ItemChanges::differs(const Key& key, const Sides& sides) const {
  if (sides.base.empty() || sides.head.empty()) {
    // What the command line defines came or went with the unit, unless the unit is there without it.
    if (!key.file.starts_with('<')) return true;
    const auto inOther = [&](const std::vector<SymbolRef>& refs, const Program& program, const Program& other) {
      return std::ranges::any_of(refs, [&](SymbolRef ref) {
        return std::ranges::find(other.units, program.units[ref.unit].id, &LoadedUnit::id) != other.units.end();
      });
    };
    return inOther(sides.base, base_, head_) || inOther(sides.head, head_, base_);
  }
  if (key.kind == Item::Kind::Global || key.kind == Item::Kind::Alias) {
    bool emitted = false, emittedDiffers = false;
    auto look = [&](const std::vector<SymbolRef>& refs, const std::map<SymbolRef, bool>& known) {
      for (const SymbolRef ref : refs)
        if (const auto it = known.find(ref); it != known.end()) {
          emitted = true;
          emittedDiffers |= it->second;
        }
    };
    look(sides.base, baseEmitted_);
    look(sides.head, headEmitted_);
    // What is computed at start-up is not in the initialiser: there its function decides, or else the source.
    bool isComputed = false;
    for (const auto& [refs, known] :
         {std::pair(&sides.base, &baseInitialised_), std::pair(&sides.head, &headInitialised_)})
      for (const SymbolRef ref : *refs)
        if (const auto it = known->find(ref); it != known->end()) isComputed = true, emittedDiffers |= it->second;
    if (emitted && isComputed) return emittedDiffers;
    if (emitted && (emittedDiffers || !isDynamic(itemAt(head_, sides.head.front())))) return emittedDiffers;
  }
  return digestsOf(base_, sides.base) != digestsOf(head_, sides.head);
}

void ItemChanges::compare() {
  for (const auto& [key, sides] : byKey_)
    if (differs(key, sides)) add(key, sides);
}

void ItemChanges::add(const Key& key, const Sides& sides) {
  ChangedItem row;
  row.kind = key.kind;
  // Of several definitions (configurations), one that the other version does not have.
  const auto baseDigests = digestsOf(base_, sides.base);
  const auto headDigests = digestsOf(head_, sides.head);
  auto pick = [](const Program& program, const std::vector<SymbolRef>& refs,
                 const std::set<std::string>& others) -> const Item* {
    if (refs.empty()) return nullptr;
    const auto it =
        std::ranges::find_if(refs, [&](SymbolRef ref) { return !others.contains(itemAt(program, ref).digest); });
    return &itemAt(program, it == refs.end() ? refs.front() : *it);
  };
  const Item* before = pick(base_, sides.base, headDigests);
  const Item* after = pick(head_, sides.head, baseDigests);
  row.change = !before  ? ChangedItem::Change::Added
               : !after ? ChangedItem::Change::Removed
                        : ChangedItem::Change::Changed;
  if (before) row.base = placeOf(*before);
  if (after) row.head = placeOf(*after);
  row.isStatic = statics_.contains(after ? after : before);
  row.sentence = describeItem(before, after);
  const bool hasInitialiser = !before || before->parts.size() < 2 || !before->parts[1].empty();
  if (row.sentence.empty())
    row.sentence = hasInitialiser
                       ? fmt::format("the initialiser of `{}` has the same text and other code", row.place().name)
                       : fmt::format("the type of `{}` changed", row.place().name);
  for (const SymbolRef ref : sides.base) {
    baseIds_[ref] = items_.size();
    if (const auto it = baseSymbols_.find(ref); it != baseSymbols_.end()) row.symbols.insert(it->second);
  }
  for (const SymbolRef ref : sides.head) {
    headIds_[ref] = items_.size();
    if (const auto it = headSymbols_.find(ref); it != headSymbols_.end()) row.symbols.insert(it->second);
  }
  items_.push_back(std::move(row));
}

void ItemChanges::append(std::vector<ChangedItem> rows) { std::ranges::move(rows, std::back_inserter(items_)); }

std::set<std::size_t> ItemChanges::usedBy(bool inBase, std::size_t unit, std::size_t source) const {
  const ir::UnitFacts& facts = (inBase ? base_ : head_).units[unit].facts;
  const auto& ids = inBase ? baseIds_ : headIds_;
  std::set<std::uint32_t> seen;
  std::vector<std::uint32_t> open = facts.sources[source].uses;
  std::set<std::size_t> found;
  while (!open.empty()) {
    const std::uint32_t item = open.back();
    open.pop_back();
    if (!seen.insert(item).second) continue;
    if (const auto it = ids.find({unit, item}); it != ids.end()) found.insert(it->second);
    const auto& further = facts.items[item].uses;
    open.insert(open.end(), further.begin(), further.end());
  }
  return found;
}

void ItemChanges::addReaders() {
  readersIn(base_, true);
  readersIn(head_, false);
}

void ItemChanges::readersIn(const Program& program, bool isBase) {
  std::map<std::string, std::vector<std::size_t>> bySymbol;
  for (std::size_t i = 0; i < items_.size(); ++i)
    if (items_[i].hasReaders())
      for (const std::string& symbol : items_[i].symbols) bySymbol[symbol].push_back(i);
  if (bySymbol.empty()) return;
  for (std::size_t unit = 0; unit < program.units.size(); ++unit) {
    const ir::UnitFacts& facts = program.units[unit].facts;
    for (const ir::FunctionFacts& function : facts.functions) {
      if (function.source < 0) continue;
      for (const std::string& symbol : function.symbols) {
        const auto it = bySymbol.find(symbol);
        if (it == bySymbol.end()) continue;
        for (const std::size_t item : it->second) {
          // A static of another file has the same name and is another thing.
          const auto& ids = isBase ? baseIds_ : headIds_;
          const bool own =
              std::ranges::any_of(ids, [&](const auto& id) { return id.first.unit == unit && id.second == item; });
          const bool external =
              std::ranges::none_of(facts.globals, [&](const ir::GlobalFacts& g) { return g.symbol == symbol; });
          if (own || external)
            items_[item].functions.insert(facts.sources[static_cast<std::size_t>(function.source)].name);
        }
      }
    }
  }
}

} // namespace beagle::change
