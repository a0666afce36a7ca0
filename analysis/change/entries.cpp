#include "analysis/change/entries.h"

#include "analysis/support/text.h"

#include <llvm/Demangle/Demangle.h>

#include <algorithm>
#include <deque>
#include <map>
#include <set>

namespace beagle::change {

namespace {

using ir::FunctionFacts;
using ir::Linkage;

/// One function or global of head; those that several units emit alike are one, those that several programs have
/// under one name in different files are not.
struct Node {
  std::string symbol;
  std::size_t unit = 0; ///< the first that defines it
  const ir::WrittenFunction* source = nullptr;
  std::string file; ///< of a definition that a program has only once
  bool isFunction = false;
  bool visible = false; ///< from other units, as a definition of its own
  std::set<std::size_t> users;
};

/// Who refers to whom, over all compiled units of head.
class ReferenceGraph {
public:
  explicit ReferenceGraph(const Program& program) {
    for (std::size_t unit = 0; unit < program.units.size(); ++unit) addNodes(program, unit);
    for (std::size_t unit = 0; unit < program.units.size(); ++unit) addEdges(program, unit);
  }

  [[nodiscard]] const std::vector<Node>& nodes() const { return nodes_; }
  /// What a unit means by a symbol: its own, or else that of any unit, of which there may be several.
  [[nodiscard]] std::vector<std::size_t> findAll(std::size_t unit, const std::string& symbol) const {
    if (const auto it = own_.find({unit, symbol}); it != own_.end()) return {it->second};
    const auto it = external_.find(symbol);
    return it == external_.end() ? std::vector<std::size_t>() : it->second;
  }
  [[nodiscard]] std::optional<std::size_t> find(std::size_t unit, const std::string& symbol) const {
    const std::vector<std::size_t> found = findAll(unit, symbol);
    return found.empty() ? std::nullopt : std::optional(found.front());
  }

private:
  /// `file`: where the definition is written.
  std::size_t addNode(std::size_t unit, const std::string& symbol, Linkage linkage, const std::string& file) {
    std::size_t number = nodes_.size();
    if (linkage != Linkage::Internal) {
      std::vector<std::size_t>& same = external_[symbol];
      const auto known = std::ranges::find_if(same, [&](std::size_t node) {
        return linkage == Linkage::Weak || nodes_[node].file.empty() || nodes_[node].file == file;
      });
      if (known != same.end()) number = *known;
      else same.push_back(number);
    }
    own_.try_emplace({unit, symbol}, number);
    if (number == nodes_.size()) {
      nodes_.emplace_back();
      nodes_.back().symbol = symbol;
      nodes_.back().unit = unit;
    }
    if (linkage == Linkage::External) nodes_[number].file = file;
    return number;
  }

  void addNodes(const Program& program, std::size_t unit) {
    const ir::UnitFacts& facts = program.units[unit].facts;
    for (const FunctionFacts& function : facts.functions) {
      const std::string& file = function.source < 0 ? program.units[unit].file
                                                    : facts.sources[static_cast<std::size_t>(function.source)].file;
      Node& node = nodes_[addNode(unit, function.symbol, function.linkage, file)];
      node.isFunction = true;
      if (function.source >= 0) node.source = &facts.sources[static_cast<std::size_t>(function.source)];
      // Inline functions and instantiations belong to whoever uses them.
      node.visible = function.linkage == Linkage::External && !(node.source && node.source->isInline);
    }
    for (const ir::GlobalFacts& global : facts.globals)
      addNode(unit, global.symbol, global.linkage, program.units[unit].file);
  }

  void addEdges(const Program& program, std::size_t unit) {
    const ir::UnitFacts& facts = program.units[unit].facts;
    auto connect = [&](const auto& user) {
      const auto from = find(unit, user.symbol);
      if (!from) return;
      for (const std::string& symbol : user.symbols)
        for (const std::size_t to : findAll(unit, symbol))
          if (to != *from) nodes_[to].users.insert(*from);
    };
    for (const FunctionFacts& function : facts.functions) connect(function);
    for (const ir::GlobalFacts& global : facts.globals) connect(global);
  }

  std::vector<Node> nodes_;
  std::map<std::pair<std::size_t, std::string>, std::size_t> own_; ///< by unit
  std::map<std::string, std::vector<std::size_t>> external_;
};

class EntryChooser {
public:
  EntryChooser(const Program& head, const Pairing& pairing, const ChangeSet& changes)
      : head_(head), pairing_(pairing), changes_(changes), graph_(head) {}

  EntryChoice choose() {
    for (const FunctionPair& pair : pairing_.functions)
      if (pair.base && pair.head && !pair.equal) start(*pair.head, "");
    for (const ChangedItem& item : changes_.items) startReaders(item);
    EntryChoice choice;
    for (auto& [node, entry] : found_) choice.entries.push_back(std::move(entry));
    return choice;
  }

private:
  void start(SymbolRef ref, const std::string& why) {
    const FunctionFacts& facts = head_.function(ref.unit, ref.index);
    if (const auto node = graph_.find(ref.unit, facts.symbol)) climb(*node, why);
  }

  void startReaders(const ChangedItem& item) {
    if (item.kind != ir::Item::Kind::Global || item.change != ChangedItem::Change::Changed) return;
    for (std::size_t unit = 0; unit < head_.units.size(); ++unit)
      for (const std::string& symbol : item.symbols) {
        const auto global = graph_.find(unit, symbol);
        if (!global) continue;
        for (const std::size_t user : graph_.nodes()[*global].users)
          climb(user, fmt::format("refers to `{}`, which changed", item.place().name));
      }
  }

  /// From a changed function upwards, breadth first, to the nearest functions that others can call.
  void climb(std::size_t from, const std::string& why) {
    const std::string memo = std::to_string(from) + why;
    if (!climbed_.insert(memo).second) return;
    std::map<std::size_t, std::size_t> towards; // node -> the next one on the way to the change
    std::deque<std::size_t> open{from};
    towards[from] = from;
    bool reached = false;
    while (!open.empty()) {
      const std::size_t at = open.front();
      open.pop_front();
      const Node& node = graph_.nodes()[at];
      if (node.isFunction && node.visible && node.source) {
        add(at, from, towards, why);
        reached = true;
        continue;
      }
      for (const std::size_t user : node.users)
        if (towards.try_emplace(user, at).second) open.push_back(user);
    }
    // Nobody calls it, as far as can be seen here: then it is looked at by itself.
    if (!reached && graph_.nodes()[from].source)
      add(from, from, towards, why.empty() ? "changed, and nothing visible outside its unit calls it" : why);
  }

  void add(std::size_t at, std::size_t from, const std::map<std::size_t, std::size_t>& towards,
           const std::string& why) {
    Entry entry;
    const Node& node = graph_.nodes()[at];
    entry.place = {node.source->name, node.source->file, node.source->line, node.source->endLine};
    entry.symbol = node.symbol;
    entry.unit = node.unit;
    for (std::size_t step = at;; step = towards.at(step)) {
      // What lies between in libraries explains nothing; only what changed is always named.
      const Node& link = graph_.nodes()[step];
      std::string name = link.source || !link.isFunction || step == from ? nameOf(link) : std::string();
      if (!name.empty() && (entry.chain.empty() || entry.chain.back() != name)) entry.chain.push_back(std::move(name));
      if (step == from) break;
    }
    const std::string what = why.empty() ? "changed" : why;
    entry.reason = entry.chain.size() == 1
                       ? (why.empty() ? "it changed" : why)
                       : fmt::format("in scope because {} {}", fmt::join(entry.chain, " -> "), what);
    const auto [it, isNew] = found_.try_emplace(at, entry);
    std::vector<Place> leadsTo = std::move(it->second.leadsTo);
    if (!isNew && entry.chain.size() < it->second.chain.size()) it->second = std::move(entry);
    if (const ir::WrittenFunction* changed = graph_.nodes()[from].source; changed && why.empty())
      leadsTo.push_back({changed->name, changed->file, changed->line, changed->endLine});
    it->second.leadsTo = std::move(leadsTo);
  }

  static std::string nameOf(const Node& node) {
    if (node.source) return node.source->name;
    // Without template arguments and parameters: "std::vector<...>::push_back".
    std::string name;
    std::size_t depth = 0;
    for (const char c : llvm::demangle(node.symbol)) {
      if (c == '(' && depth == 0) break;
      if (c == '<' && depth++ == 0) name += "<...>";
      if (depth == 0) name += c;
      if (c == '>' && depth > 0) --depth;
    }
    return name.empty() ? node.symbol : name;
  }

  const Program& head_;
  const Pairing& pairing_;
  const ChangeSet& changes_;
  ReferenceGraph graph_;
  std::map<std::size_t, Entry> found_;
  std::set<std::string> climbed_;
};

} // namespace

EntryChoice chooseEntries(const Program& head, const Pairing& pairing, const ChangeSet& changes) {
  return EntryChooser(head, pairing, changes).choose();
}

} // namespace beagle::change
