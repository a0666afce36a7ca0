#include "analysis/change/reference_graph.h"

#include <algorithm>

namespace beagle::change {

using ir::FunctionFacts;
using ir::Linkage;

ReferenceGraph::ReferenceGraph(const Program& program) {
  for (std::size_t unit = 0; unit < program.units.size(); ++unit) addNodes(program, unit);
  for (std::size_t unit = 0; unit < program.units.size(); ++unit) addEdges(program, unit);
}

std::vector<std::size_t> ReferenceGraph::findAll(std::size_t unit, const std::string& symbol) const {
  if (const auto it = own_.find({unit, symbol}); it != own_.end()) return {it->second};
  const auto it = external_.find(symbol);
  return it == external_.end() ? std::vector<std::size_t>() : it->second;
}

std::optional<std::size_t> ReferenceGraph::find(std::size_t unit, const std::string& symbol) const {
  const std::vector<std::size_t> found = findAll(unit, symbol);
  return found.empty() ? std::nullopt : std::optional(found.front());
}

ReferenceGraph::Reached ReferenceGraph::reachedFrom(std::size_t node) const {
  Reached reached;
  std::set<std::size_t> seen;
  std::vector<std::size_t> open{node};
  while (!open.empty()) {
    const std::size_t at = open.back();
    open.pop_back();
    if (!seen.insert(at).second) continue;
    if (nodes_[at].isFunction) reached.functions.insert(at);
    else if (!nodes_[at].isConstant) reached.variables.insert(at);
    open.insert(open.end(), nodes_[at].uses.begin(), nodes_[at].uses.end());
  }
  return reached;
}

Node& ReferenceGraph::addNode(std::size_t unit, const std::string& symbol, Linkage linkage) {
  std::size_t number = nodes_.size();
  if (linkage != Linkage::Internal) {
    std::vector<std::size_t>& same = external_[symbol];
    const auto known =
        std::ranges::find_if(same, [&](std::size_t node) { return linkage == Linkage::Weak || !nodes_[node].isOnce; });
    if (known != same.end()) number = *known;
    else same.push_back(number);
  }
  own_.try_emplace({unit, symbol}, number);
  const bool isNew = number == nodes_.size();
  if (isNew) nodes_.emplace_back().symbol = symbol;
  Node& node = nodes_[number];
  // Of several definitions the program takes a strong one.
  const bool isStronger = linkage == Linkage::External && !node.isOnce;
  if (isNew || isStronger) node.unit = unit;
  if (isStronger) {
    node.isOnce = true;
    node.source = nullptr;
  }
  return node;
}

void ReferenceGraph::addNodes(const Program& program, std::size_t unit) {
  const ir::UnitFacts& facts = program.units[unit].facts;
  for (const FunctionFacts& function : facts.functions) {
    const ir::WrittenFunction* source =
        function.source < 0 ? nullptr : &facts.sources[static_cast<std::size_t>(function.source)];
    Node& node = addNode(unit, function.symbol, function.linkage);
    node.isFunction = true;
    if (!node.source || node.unit == unit) node.source = source;
    // Inline functions and instantiations belong to whoever uses them.
    node.visible = function.linkage != Linkage::Internal && !(source && source->isInline) &&
                   (function.linkage == Linkage::External || ir::isMadeWeak(function.traits));
  }
  for (const ir::GlobalFacts& global : facts.globals) {
    Node& node = addNode(unit, global.symbol, global.linkage);
    node.isConstant = global.constant;
    node.visible = global.linkage != Linkage::Internal;
    if (global.item >= 0) node.item = &facts.items[static_cast<std::size_t>(global.item)];
    if (!global.isFunction) continue;
    node.isFunction = true;
    if (global.item >= 0) node.alias = &facts.items[static_cast<std::size_t>(global.item)];
  }
  for (const ir::StartStep& step : facts.start)
    if (const auto node = find(unit, step.function))
      (step.isAtEnd ? nodes_[*node].runsAtEnd : nodes_[*node].runsAtStart) = true;
}

void ReferenceGraph::addEdges(const Program& program, std::size_t unit) {
  const ir::UnitFacts& facts = program.units[unit].facts;
  auto connect = [&](const auto& user) {
    const auto from = find(unit, user.symbol);
    if (!from) return;
    for (const std::string& symbol : user.symbols)
      for (const std::size_t to : findAll(unit, symbol)) {
        if (to == *from) continue;
        nodes_[to].users.insert(*from);
        nodes_[*from].uses.insert(to);
      }
  };
  for (const FunctionFacts& function : facts.functions) connect(function);
  for (const ir::GlobalFacts& global : facts.globals) connect(global);
}

} // namespace beagle::change
