#include "analysis/change/entries.h"

#include "analysis/change/reference_graph.h"
#include "analysis/change/symbol_map.h"
#include "analysis/support/text.h"

#include <llvm/Demangle/Demangle.h>

#include <algorithm>
#include <deque>
#include <map>
#include <set>

namespace beagle::change {

namespace {

using ir::FunctionFacts;

class EntryChooser {
public:
  EntryChooser(const Program& base, const Program& head, const Pairing& pairing, const ChangeSet& changes)
      : base_(base), head_(head), pairing_(pairing), changes_(changes), graph_(head) {}

  EntryChoice choose() {
    for (const FunctionPair& pair : pairing_.functions) {
      if (!pair.base || !pair.head || pair.equal) continue;
      start(*pair.head, "", remembersApart(pair));
    }
    for (const ChangedItem& item : changes_.items)
      if (item.hasReaders()) startReaders(item);
      else if (item.kind == ir::Item::Kind::StartUp) startStartUp(item);
    EntryChoice choice;
    for (auto& [node, entry] : found_) choice.entries.push_back(std::move(entry));
    choice.passed = std::move(passed_);
    choice.started = std::move(started_);
    choice.startedInBase = std::move(startedInBase_);
    choice.asksForMain = asksForMain_;
    return choice;
  }

private:
  void start(SymbolRef ref, const std::string& why, bool remembers) {
    const FunctionFacts& facts = head_.function(ref.unit, ref.index);
    if (const auto node = graph_.find(ref.unit, facts.symbol)) climb(*node, why, remembers);
  }

  /// Whether it keeps something for its next call, or for another function's, where the other version keeps nothing or
  /// something else.
  bool remembersApart(const FunctionPair& pair) {
    if (!apart_) {
      apart_.emplace();
      for (const GlobalPair& each : pairing_.globals) {
        if (each.base && each.head && each.equal) continue;
        for (const auto& [program, ref] : {std::pair(&base_, each.base), std::pair(&head_, each.head)})
          if (const ir::GlobalFacts* facts = ref ? &program->global(ref->unit, ref->index) : nullptr;
              facts && !facts->constant && facts->item >= 0 && !facts->isFunction)
            apart_->insert(facts->symbol);
      }
    }
    const auto isApart = [this](const std::string& symbol) { return apart_->contains(symbol); };
    return std::ranges::any_of(base_.function(pair.base->unit, pair.base->index).symbols, isApart) ||
           std::ranges::any_of(head_.function(pair.head->unit, pair.head->index).symbols, isApart);
  }

  void startReaders(const ChangedItem& item) {
    const std::string why = item.kind == ir::Item::Kind::RunTimeType
                                ? fmt::format("uses objects of `{}`: {}", item.place().name, item.sentence)
                                : fmt::format("refers to `{}`, which changed", item.place().name);
    if (item.kind == ir::Item::Kind::Assembly)
      beyond_ = fmt::format("`{}` is defined by assembly outside of functions, which changed and is not run here",
                            item.place().name);
    for (const std::size_t at : nodesOf(item)) {
      const Node& node = graph_.nodes()[at];
      if (isEntry(node)) climb(at, item.sentence);
      else if (node.visible && !node.isFunction) passed_.insert(node.symbol);
      for (const std::size_t user : node.users) climb(user, why);
    }
    beyond_.clear();
  }

  /// What head has of the item's symbols. Of what is new or gone, readers that did not change see something only if
  /// its name means something else as well.
  std::set<std::size_t> nodesOf(const ChangedItem& item) {
    std::set<std::size_t> nodes;
    for (const std::string& symbol : item.symbols) {
      if (item.change != ChangedItem::Change::Changed && (item.isStatic || !namesInBase().contains(symbol))) continue;
      for (std::size_t unit = 0; unit < head_.units.size(); ++unit) {
        const auto at = graph_.find(unit, symbol);
        if (!at) continue;
        // A static has its name in one file, and any other file may have another thing of that name.
        const Node& node = graph_.nodes()[*at];
        const bool isElsewhere = node.item && node.item->file != item.place().file;
        if (!isElsewhere || (node.visible && !item.isStatic)) nodes.insert(*at);
      }
    }
    return nodes;
  }

  /// All that base's units define or refer to.
  const std::set<std::string_view>& namesInBase() {
    const auto add = [this](const auto& rows) {
      for (const auto& row : rows) {
        namesInBase_.insert(row.symbol);
        namesInBase_.insert(row.symbols.begin(), row.symbols.end());
      }
    };
    if (namesInBase_.empty())
      for (const LoadedUnit& unit : base_.units) {
        add(unit.facts.functions);
        add(unit.facts.globals);
      }
    return namesInBase_;
  }

  /// What runs at start-up, or ran in base, is seen by whoever reads what it wrote.
  void startStartUp(const ChangedItem& item) {
    const auto unitOf = [](const Program& program, const std::string& file) {
      return static_cast<std::size_t>(std::ranges::find(program.units, file, &LoadedUnit::file) -
                                      program.units.begin());
    };
    for (const std::string& symbol : item.symbols)
      if (const auto node = graph_.find(unitOf(head_, item.head.file), symbol))
        climb(*node, graph_.nodes()[*node].source ? "is run otherwise at start-up or at the end" : "");
    if (item.baseSymbols.empty()) return;
    const std::size_t was = unitOf(base_, item.base.file);
    std::set<std::size_t> readers = readersLeft(was, item.baseSymbols);
    if (readers.empty()) readers = mains();
    startUnits_ = {base_.units[was].id};
    for (const std::size_t reader : readers)
      climb(reader, fmt::format("reads what start-up of {} wrote", item.base.file));
    startUnits_.clear();
  }

  /// Functions of head that read what some of base's may have written.
  std::set<std::size_t> readersLeft(std::size_t unit, const std::set<std::string>& symbols) {
    const ReferenceGraph before(base_);
    const auto inHead = [&](std::size_t node) {
      const Node& old = before.nodes()[node];
      const auto same = std::ranges::find(head_.units, base_.units[old.unit].id, &LoadedUnit::id);
      return graph_.find(static_cast<std::size_t>(same - head_.units.begin()), old.symbol);
    };
    std::set<std::size_t> readers;
    for (const std::string& symbol : symbols) {
      const auto start = before.find(unit, symbol);
      if (!start) continue;
      startedInBase_.insert({unit, symbol});
      const ReferenceGraph::Reached reached = before.reachedFrom(*start);
      for (const std::size_t variable : reached.variables)
        if (const auto left = inHead(variable))
          for (const std::size_t user : graph_.nodes()[*left].users)
            if (!graph_.nodes()[user].runsAtStart) readers.insert(user);
      for (const std::size_t function : reached.functions)
        if (const auto left = inHead(function)) readers.erase(*left);
    }
    return readers;
  }

  [[nodiscard]] std::set<std::size_t> mains() {
    std::set<std::size_t> found;
    for (std::size_t unit = 0; unit < head_.units.size(); ++unit)
      if (const auto node = graph_.find(unit, "main"); node && isEntry(graph_.nodes()[*node])) found.insert(*node);
    asksForMain_ |= found.empty();
    return found;
  }

  static bool isEntry(const Node& node) { return node.isFunction && node.visible && (node.source || node.alias); }

  /// From a changed function upwards, breadth first, to the nearest functions that others can call. What it remembers
  /// shows through those who call these again.
  void climb(std::size_t from, const std::string& why, bool remembers = false) {
    const std::string memo = std::to_string(from) + (remembers ? "again" : "") + why;
    if (!climbed_.insert(memo).second) return;
    std::map<std::size_t, std::size_t> towards; // node -> the next one on the way to the change
    std::deque<std::size_t> open{from};
    std::set<std::size_t> behindEntry;
    towards[from] = from;
    bool reached = false;
    while (!open.empty()) {
      const std::size_t at = open.front();
      open.pop_front();
      const Node& node = graph_.nodes()[at];
      if (isEntry(node)) {
        add(at, from, towards, why);
        reached = true;
        // What comes of variable arguments shows through those who give them.
        const bool isVariadic = node.source && node.source->isVariadic();
        if (isVariadic) passed_.insert(node.symbol);
        const bool isCalledAgain = remembers && !behindEntry.contains(at);
        if (isCalledAgain) behindEntry.insert(at);
        if (!node.runsAtStart && !node.runsAtEnd && !isVariadic && !isCalledAgain) continue;
      } else if (node.visible && !node.isFunction) {
        passed_.insert(node.symbol);
      }
      if (node.runsAtStart) addReadersOfStart(at, towards, open);
      else if (node.runsAtEnd) addMains(at, towards, open);
      for (const std::size_t user : node.users) {
        if (!towards.try_emplace(user, at).second) continue;
        open.push_back(user);
        if (behindEntry.contains(at)) behindEntry.insert(user);
      }
    }
    // Nobody calls it, as far as can be seen here: then it is looked at by itself.
    if (!reached && graph_.nodes()[from].source)
      add(from, from, towards, why.empty() ? "changed, and nothing visible outside its unit calls it" : why);
  }

  /// Who reads what a function that runs at start-up may have written; `main` if nobody does.
  void addReadersOfStart(std::size_t start, std::map<std::size_t, std::size_t>& towards,
                         std::deque<std::size_t>& open) {
    const std::vector<Node>& nodes = graph_.nodes();
    started_.insert({nodes[start].unit, nodes[start].symbol});
    const ReferenceGraph::Reached reached = graph_.reachedFrom(start);
    bool isRead = false;
    for (const std::size_t variable : reached.variables) {
      if (nodes[variable].visible) passed_.insert(nodes[variable].symbol);
      for (const std::size_t user : nodes[variable].users) {
        if (reached.functions.contains(user) || nodes[user].runsAtStart) continue;
        isRead = true;
        towards.try_emplace(variable, start);
        if (towards.try_emplace(user, variable).second) open.push_back(user);
      }
    }
    if (!isRead) addMains(start, towards, open);
  }

  void addMains(std::size_t from, std::map<std::size_t, std::size_t>& towards, std::deque<std::size_t>& open) {
    for (const std::size_t program : mains())
      if (towards.try_emplace(program, from).second) open.push_back(program);
  }

  void add(std::size_t at, std::size_t from, const std::map<std::size_t, std::size_t>& towards,
           const std::string& why) {
    Entry entry;
    const Node& node = graph_.nodes()[at];
    if (node.source) entry.place = {node.source->name, node.source->file, node.source->line, node.source->endLine};
    else entry.place = {node.alias->name, node.alias->file, node.alias->line, node.alias->endLine};
    entry.symbol = node.symbol;
    entry.isAlias = node.alias != nullptr;
    if (node.alias && node.alias->parts[1] == "ifunc")
      entry.beyond = fmt::format("`{}` chooses its function when the program is loaded", node.alias->parts[0]);
    entry.unit = node.unit;
    for (std::size_t step = at;; step = towards.at(step)) {
      // What lies between in libraries explains nothing; only what changed is always named.
      const Node& link = graph_.nodes()[step];
      const bool isTold =
          link.source || link.alias || !link.isFunction || link.runsAtStart || link.runsAtEnd || step == from;
      std::string name = isTold ? nameOf(link) : std::string();
      if (link.runsAtStart || link.runsAtEnd) entry.startUnits.insert(head_.units[link.unit].id);
      if (!name.empty() && (entry.chain.empty() || entry.chain.back() != name)) entry.chain.push_back(std::move(name));
      if (step == from) break;
    }
    const std::string what = why.empty() ? "changed" : why;
    entry.reason = entry.chain.size() == 1
                       ? (why.empty() ? "it changed" : why)
                       : fmt::format("in scope because {} {}", fmt::join(entry.chain, " -> "), what);
    entry.startUnits.insert(startUnits_.begin(), startUnits_.end());
    const auto [it, isNew] = found_.try_emplace(at, entry);
    if (!beyond_.empty()) it->second.beyond = beyond_;
    std::vector<Place> leadsTo = std::move(it->second.leadsTo);
    if (!isNew && entry.chain.size() < it->second.chain.size()) {
      entry.beyond = it->second.beyond;
      it->second = std::move(entry);
    }
    if (const ir::WrittenFunction* changed = graph_.nodes()[from].source; changed && why.empty())
      leadsTo.push_back({changed->name, changed->file, changed->line, changed->endLine});
    it->second.leadsTo = std::move(leadsTo);
  }

  [[nodiscard]] std::string nameOf(const Node& node) const {
    if (node.source) return node.source->name;
    if (node.alias) return node.alias->name;
    if (node.runsAtStart) return "start-up of " + head_.units[node.unit].file;
    if (node.symbol.starts_with("__cxx_global_")) return "an initialiser";
    // Without template arguments and parameters: "std::vector<...>::push_back".
    std::string name;
    std::size_t depth = 0;
    for (const char c : withoutTags(llvm::demangle(node.symbol))) {
      if (c == '(' && depth == 0) break;
      if (c == '<' && depth++ == 0) name += "<...>";
      if (depth == 0) name += c;
      if (c == '>' && depth > 0) --depth;
    }
    return name.empty() ? node.symbol : name;
  }

  const Program& base_;
  const Program& head_;
  const Pairing& pairing_;
  const ChangeSet& changes_;
  ReferenceGraph graph_;
  std::set<std::string> passed_;
  std::set<std::string_view> namesInBase_;
  std::set<std::string> startUnits_; ///< of the start-up whose readers are looked for
  std::string beyond_;               ///< of the item whose readers are looked for
  std::set<SymbolPlace> started_, startedInBase_;
  bool asksForMain_ = false;
  std::optional<std::set<std::string>> apart_; ///< variables that are not in both versions, or not the same there
  std::map<std::size_t, Entry> found_;
  std::set<std::string> climbed_;
};

} // namespace

EntryChoice chooseEntries(const Program& base, const Program& head, const Pairing& pairing, const ChangeSet& changes) {
  return EntryChooser(base, head, pairing, changes).choose();
}

} // namespace beagle::change
