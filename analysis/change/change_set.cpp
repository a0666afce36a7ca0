#include "analysis/change/change_set.h"

#include "analysis/change/evaluated.h"
#include "analysis/change/items.h"
#include "analysis/change/linkage.h"
#include "analysis/change/start_up.h"
#include "analysis/change/template_names.h"
#include "analysis/change/virtual_tables.h"
#include "analysis/support/text.h"

#include <llvm/Demangle/Demangle.h>

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
  static constexpr std::array names{"global",   "enum",     "macro",  "type",  "alias",
                                    "assembly", "start-up", "vtable", "symbol"};
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
    noteOnlyWritten(base, onlyWrittenInBase_);
    noteOnlyWritten(head, onlyWrittenInHead_);
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
    items_.append(virtualTableChanges(base_, head_, pairing_));
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

  /// Functions that are written but for which no unit emits code.
  static void noteOnlyWritten(const Program& program, std::set<std::string>& written) {
    std::set<std::string> emitted;
    for (const LoadedUnit& unit : program.units)
      for (const FunctionFacts& function : unit.facts.functions)
        if (function.source >= 0)
          emitted.insert(unit.facts.sources[static_cast<std::size_t>(function.source)].signature);
    for (const LoadedUnit& unit : program.units)
      for (const WrittenFunction& source : unit.facts.sources)
        if (!emitted.contains(source.signature)) written.insert(source.signature);
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
      // Written in both versions, but only one of them uses it enough for code to be emitted: whoever uses it
      // differently is what changed.
      const WrittenFunction& only = before ? *before : *after;
      if ((before ? onlyWrittenInHead_ : onlyWrittenInBase_).contains(only.signature)) return;
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
    std::string cause = row.details.empty() ? causeOutside(row) : row.details.front().text;
    row.reason = row.reason.empty() ? std::move(cause) : row.reason + "; " + cause;
  }

  static std::size_t indexOf(const Program& program, SymbolRef ref) {
    return static_cast<std::size_t>(program.function(ref.unit, ref.index).source);
  }

  /// Why code differs whose text is the same.
  std::string causeOutside(const ChangedFunction& row) {
    std::vector<std::string> causes;
    for (const std::size_t index : row.items) {
      const ChangedItem& item = items_.items()[index];
      causes.push_back(fmt::format("uses {} `{}`: {}", nameOf(item.kind), item.place().name, item.sentence));
      if (causes.size() == 3) break;
    }
    for (const EvaluatedFunction& function : row.evaluated)
      if (causes.size() < 3) causes.push_back(function.sentence);
    if (!causes.empty()) return support::join(causes, "; ");
    if (std::string cause = changedDefault(*sourceOf(base_, row.baseRef), *sourceOf(head_, row.headRef));
        !cause.empty())
      return cause;
    const std::vector<std::string>& before = base_.units[row.baseRef->unit].flags;
    const std::vector<std::string>& after = head_.units[row.headRef->unit].flags;
    for (const std::string& flag : after)
      if (std::ranges::find(before, flag) == before.end()) return fmt::format("compiled with `{}`, which is new", flag);
    for (const std::string& flag : before)
      if (std::ranges::find(after, flag) == after.end()) return fmt::format("no longer compiled with `{}`", flag);
    if (sourceOf(base_, row.baseRef)->madeTexts != sourceOf(head_, row.headRef)->madeTexts)
      return "its text is the same but for blanks, and a macro makes a string of a part of it";
    if (sourceOf(base_, row.baseRef)->readsLine && sourceOf(head_, row.headRef)->readsLine)
      return "its text is the same, but it stands on another line, and `__LINE__` is part of its code";
    return otherSymbol(row);
  }

  /// An argument that a call leaves out, whose default is another one now.
  static std::string changedDefault(const WrittenFunction& before, const WrittenFunction& after) {
    for (const ir::DefaultUse& was : before.defaults)
      for (const ir::DefaultUse& is : after.defaults)
        if (was.callee == is.callee && was.parameter == is.parameter && was.value != is.value)
          return fmt::format("default argument `{}` of `{}`: `{}` became `{}`", is.parameter, is.callee, was.value,
                             is.value);
    return {};
  }

  /// The first thing that only one version refers to.
  std::string otherSymbol(const ChangedFunction& row) {
    const std::vector<std::string>& before = base_.function(row.baseRef->unit, row.baseRef->index).symbols;
    const std::vector<std::string>& after = head_.function(row.headRef->unit, row.headRef->index).symbols;
    const auto onlyIn = [](const std::vector<std::string>& symbols, const std::vector<std::string>& others) {
      const auto it = std::ranges::find_if(
          symbols, [&](const std::string& symbol) { return std::ranges::find(others, symbol) == others.end(); });
      return it == symbols.end() ? std::string() : llvm::demangle(*it);
    };
    const std::string was = onlyIn(before, after), is = onlyIn(after, before);
    if (!was.empty() && !is.empty())
      return fmt::format("its text is the same, but it refers to `{}` now, not to `{}`", is, was);
    if (!is.empty()) return fmt::format("its text is the same, but it refers to `{}` now", is);
    if (!was.empty()) return fmt::format("its text is the same, but it no longer refers to `{}`", was);
    const std::vector<EvaluatedFunction> outside = evaluated_.outside(row.baseRef->unit, row.headRef->unit);
    if (!outside.empty()) return fmt::format("its text is the same; {}", outside.front().sentence);
    return "its text is the same, but something it uses is not";
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
  std::set<std::string> onlyWrittenInBase_, onlyWrittenInHead_;
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
