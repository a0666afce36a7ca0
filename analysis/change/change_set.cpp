#include "analysis/change/change_set.h"

#include "analysis/change/evaluated.h"
#include "analysis/change/field_order_changes.h"
#include "analysis/change/items.h"
#include "analysis/change/linkage.h"
#include "analysis/change/outside_causes.h"
#include "analysis/change/promise_changes.h"
#include "analysis/change/run_time_types.h"
#include "analysis/change/start_up.h"
#include "analysis/change/template_names.h"
#include "analysis/support/text.h"

#include <algorithm>
#include <array>

namespace beagle::change {

using ir::FunctionFacts;
using ir::WrittenFunction;

std::string_view nameOf(FunctionChange change) {
  static constexpr std::array names{"changed", "added", "removed", "renamed", "moved"};
  return names[static_cast<std::size_t>(change)];
}

std::string_view nameOf(ChangedItem::Change change) {
  static constexpr std::array names{"added", "removed", "changed"};
  return names[static_cast<std::size_t>(change)];
}

std::string_view nameOf(ir::Item::Kind kind) {
  static constexpr std::array names{"global",   "enum",     "macro",         "type",  "alias",
                                    "assembly", "start-up", "run-time-type", "symbol"};
  return names[static_cast<std::size_t>(kind)];
}

namespace {

Place placeOf(const WrittenFunction& source) { return {source.name, source.file, source.line, source.endLine}; }

class ChangeSetBuilder {
public:
  ChangeSetBuilder(const Program& base, const Program& head, const std::vector<UnitPair>& units, const Pairing& pairing,
                   const RenamedFiles& renamedFiles, const OutlineReader& outlines)
      : base_(base), head_(head), units_(units), pairing_(pairing), renamedFiles_(renamedFiles), outlines_(outlines),
        items_(base, head, pairing, renamedFiles), evaluated_(base, head, outlines) {
    for (const UnitPair& unit : units)
      if (unit.base && unit.head) unitOfBase_[*unit.base] = *unit.head;
    noteWritten(base, writtenInBase_);
    noteWritten(head, writtenInHead_);
  }

  ChangeSet build() {
    for (const FunctionPair& pair : pairing_.functions) addPair(pair);
    ChangeSet result;
    result.equalFunctions = equal_;
    for (auto& [key, row] : rows_) {
      row.units = unitsOf_[key].size();
      addItems(row);
      if (row.codeDiffers()) row.evaluated = evaluated_.of(*row.baseRef, *row.headRef);
      describe(row);
      result.functions.push_back(std::move(row));
    }
    items_.append(startUpChanges(base_, head_, units_, pairing_));
    items_.append(runTimeTypeChanges(base_, head_, pairing_));
    items_.append(linkageChanges(base_, head_, pairing_));
    items_.addReaders();
    result.items = std::move(items_.items());
    std::ranges::sort(result.functions, {},
                      [](const ChangedFunction& f) { return std::tuple(f.place().file, f.place().line, f.symbol); });
    return result;
  }

private:
  using RowKey =
      std::tuple<FunctionChange, std::string, std::uint32_t, std::string, std::string, std::uint32_t, std::string>;

  const WrittenFunction* sourceOf(const Program& program, const std::optional<SymbolRef>& ref) const {
    if (!ref) return nullptr;
    const ir::UnitFacts& facts = program.units[ref->unit].facts;
    const int source = facts.functions[ref->index].source;
    return source < 0 ? nullptr : &facts.sources[static_cast<std::size_t>(source)];
  }

  /// A signature, and which of those in the unit that have it: templates differ in what they ask of their arguments.
  using WrittenKey = std::pair<std::string, std::size_t>;
  struct Written {
    std::map<const WrittenFunction*, WrittenKey> keys;
    std::set<WrittenKey> allKeys, keysWithoutCode; ///< without: for which no unit emits any
  };

  static void noteWritten(const Program& program, Written& written) {
    std::set<WrittenKey> emitted;
    for (const LoadedUnit& unit : program.units) {
      std::map<std::string_view, std::size_t> seen;
      for (const WrittenFunction& source : unit.facts.sources)
        written.allKeys.insert(written.keys[&source] = {source.signature, seen[source.signature]++});
      for (const FunctionFacts& function : unit.facts.functions)
        if (function.source >= 0)
          emitted.insert(written.keys[&unit.facts.sources[static_cast<std::size_t>(function.source)]]);
    }
    std::ranges::set_difference(written.allKeys, emitted,
                                std::inserter(written.keysWithoutCode, written.keysWithoutCode.end()));
  }

  std::string headFile(const std::string& file) const {
    const auto it = renamedFiles_.find(file);
    return it == renamedFiles_.end() ? file : it->second;
  }

  void addPair(const FunctionPair& pair) {
    const WrittenFunction* before = sourceOf(base_, pair.base);
    const WrittenFunction* after = sourceOf(head_, pair.head);
    if (pair.equal) ++equal_;
    if (!before && !after) return; // made by the compiler: what it is made from is reported
    ChangedFunction row;
    if (pair.base && pair.head) {
      if (!before || !after) return;
      const bool renamed = before->name != after->name;
      const bool moved = headFile(before->file) != after->file;
      if (pair.equal && ((!renamed && !moved) || pair.isReplaced)) return;
      row.change = pair.isReplaced ? FunctionChange::Changed
                   : renamed       ? FunctionChange::Renamed
                   : moved         ? FunctionChange::Moved
                                   : FunctionChange::Changed;
      row.alsoChanged = !pair.equal && row.change != FunctionChange::Changed;
      row.isReplaced = pair.isReplaced;
    } else {
      // Written in both versions, but only one of them uses it enough for code to be emitted, or for this instance of
      // a template: whoever uses it differently is what changed.
      const WrittenFunction& only = before ? *before : *after;
      const Written& here = before ? writtenInBase_ : writtenInHead_;
      const Written& there = before ? writtenInHead_ : writtenInBase_;
      const WrittenKey& name = here.keys.at(&only);
      // Of a destructor code is made several times over, once for `delete` if it is virtual.
      const bool hasVariants = only.isTemplate || only.name.find('~') != std::string::npos;
      if (there.keysWithoutCode.contains(name) || (hasVariants && there.allKeys.contains(name))) return;
      row.change = before ? FunctionChange::Removed : FunctionChange::Added;
    }
    if (before) row.base = placeOf(*before);
    if (after) row.head = placeOf(*after);
    const WrittenFunction& shown = after ? *after : *before;
    const FunctionFacts& facts =
        after ? head_.function(pair.head->unit, pair.head->index) : base_.function(pair.base->unit, pair.base->index);
    row.signature = shown.signature;
    row.symbol = facts.symbol;
    row.isStatic = facts.linkage == ir::Linkage::Internal;
    row.baseRef = pair.base;
    row.headRef = pair.head;
    row.through = pair.through;

    const RowKey key{row.change,    row.base.file, row.base.line, row.base.name,
                     row.head.file, row.head.line, row.head.name};
    const auto [it, isNew] = rows_.try_emplace(key, row);
    it->second.alsoChanged |= row.alsoChanged;
    if (!facts.instance.empty()) it->second.instances.insert(facts.instance);
    unitsOf_[key].insert(after ? pair.head->unit : pair.base->unit);
  }

  void addItems(ChangedFunction& row) {
    auto add = [&](bool inBase, const std::optional<SymbolRef>& ref) {
      if (!ref) return;
      const int source = (inBase ? base_ : head_).function(ref->unit, ref->index).source;
      if (source < 0) return;
      for (const std::size_t item : items_.usedBy(inBase, ref->unit, static_cast<std::size_t>(source)))
        row.items.insert(item);
    };
    if (!row.codeDiffers()) return;
    add(true, row.baseRef);
    add(false, row.headRef);
    for (const std::size_t item : row.items) items_.items()[item].functions.insert(row.place().name);
  }

  void describe(ChangedFunction& row) {
    switch (row.change) {
    case FunctionChange::Added: row.reason = "new function"; return;
    case FunctionChange::Removed: row.reason = "function removed"; return;
    case FunctionChange::Renamed: row.reason = fmt::format("renamed from `{}`", row.base.name); break;
    case FunctionChange::Moved: row.reason = fmt::format("moved here from {}", row.base.file); break;
    case FunctionChange::Changed:
      if (!row.isReplaced) break;
      row.reason = fmt::format("the program takes this definition now, no longer the one in {}", row.base.file);
      row.details = {{row.reason, row.base.line, row.head.line}};
      return;
    }
    if (!row.codeDiffers()) return;
    const WrittenFunction* before = sourceOf(base_, row.baseRef);
    const WrittenFunction* after = sourceOf(head_, row.headRef);
    const TemplateNames names = renamedTemplateParameters(*before, *after);
    row.details = describeSignature(withNames(*before, names), *after);
    const auto baseOutline = outlines_(true, row.baseRef->unit, indexOf(base_, *row.baseRef));
    const auto headOutline = outlines_(false, row.headRef->unit, indexOf(head_, *row.headRef));
    if (baseOutline && headOutline)
      std::ranges::move(describeChange(withNames(*baseOutline, names), *headOutline), std::back_inserter(row.details));
    for (ChangeSentence& sentence : describePromises({base_.units[row.baseRef->unit].facts, *before},
                                                     {head_.units[row.headRef->unit].facts, *after})) {
      row.promises.push_back(sentence.text);
      // The declaration of a local is a part of the text, and mostly told by now.
      if (row.details.empty() || !sentence.text.starts_with("local ")) row.details.push_back(std::move(sentence));
    }
    std::string moved = describeOrders(before->orders, after->orders, false);
    if (moved.empty()) moved = ordersOfMade(row);
    if (row.fieldsMoved = !moved.empty(); row.fieldsMoved)
      row.details.push_back({std::move(moved), before->line, after->line});
    const bool sameText = baseOutline && headOutline && sameTokens(*baseOutline, *headOutline);
    std::string cause = row.details.empty() ? causeOutside(row, sameText) : row.details.front().text;
    row.reason = row.reason.empty() ? std::move(cause) : row.reason + "; " + cause;
  }

  static std::size_t indexOf(const Program& program, SymbolRef ref) {
    return static_cast<std::size_t>(program.function(ref.unit, ref.index).source);
  }

  /// Why code differs of which no construct does.
  std::string causeOutside(const ChangedFunction& row, bool sameText) {
    const WrittenFunction &before = *sourceOf(base_, row.baseRef), &after = *sourceOf(head_, row.headRef);
    std::vector<std::string> causes;
    for (const std::size_t index : row.items) {
      const ChangedItem& item = items_.items()[index];
      causes.push_back(fmt::format("uses {} `{}`: {}", nameOf(item.kind), item.place().name, item.sentence));
      if (causes.size() == 3) break;
    }
    for (const EvaluatedFunction& function : row.evaluated)
      if (causes.size() < 3) causes.push_back(function.sentence);
    if (!causes.empty()) return support::join(causes, "; ");
    const std::vector<EvaluatedFunction> evaluated = evaluated_.outside(row.baseRef->unit, row.headRef->unit);
    return outsideCause({base_.units[row.baseRef->unit], head_.units[row.headRef->unit],
                         base_.function(row.baseRef->unit, row.baseRef->index),
                         head_.function(row.headRef->unit, row.headRef->index), before, after, sameText,
                         evaluated.empty() ? std::string() : evaluated.front().sentence});
  }

  /// Of the function itself, or of the member that the compiler makes and it calls.
  std::string ordersOfMade(const ChangedFunction& row) const {
    const SymbolRef from = row.through ? row.through->first : *row.baseRef;
    const SymbolRef to = row.through ? row.through->second : *row.headRef;
    return describeOrders(base_.function(from.unit, from.index).orders, head_.function(to.unit, to.index).orders,
                          row.through.has_value());
  }

  const Program& base_;
  const Program& head_;
  const std::vector<UnitPair>& units_;
  const Pairing& pairing_;
  const RenamedFiles& renamedFiles_;
  const OutlineReader& outlines_;
  ItemChanges items_;
  EvaluatedChanges evaluated_;
  std::map<std::size_t, std::size_t> unitOfBase_;
  Written writtenInBase_, writtenInHead_;
  std::map<RowKey, ChangedFunction> rows_;
  std::map<RowKey, std::set<std::size_t>> unitsOf_;
  std::size_t equal_ = 0;
};

} // namespace

ChangeSet changeSetOf(const Program& base, const Program& head, const std::vector<UnitPair>& units,
                      const Pairing& pairing, const RenamedFiles& renamedFiles, const OutlineReader& outlines) {
  return ChangeSetBuilder(base, head, units, pairing, renamedFiles, outlines).build();
}

} // namespace beagle::change
