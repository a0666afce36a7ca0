#include "analysis/change/reference_graph.h"

namespace beagle::change {

using ir::FunctionFacts;
using ir::Linkage;

ReferenceGraph::ReferenceGraph(const Program& program) {
  for (std::size_t unit = 0; unit < program.units.size(); ++unit) addNodes(program, unit);
  for (std::size_t unit = 0; unit < program.units.size(); ++unit) addEdges(program, unit);
}

std::optional<std::size_t> ReferenceGraph::find(std::size_t unit, const std::string& symbol) const {
  if (const auto it = internal_.find({unit, symbol}); it != internal_.end()) return it->second;
  if (const auto it = external_.find(symbol); it != external_.end()) return it->second;
  return std::nullopt;
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

std::size_t ReferenceGraph::addNode(std::size_t unit, const std::string& symbol, Linkage linkage) {
  const std::size_t number = linkage == Linkage::Internal
                                 ? internal_.try_emplace({unit, symbol}, nodes_.size()).first->second
                                 : external_.try_emplace(symbol, nodes_.size()).first->second;
  if (number == nodes_.size()) {
    nodes_.emplace_back();
    nodes_.back().symbol = symbol;
    nodes_.back().unit = unit;
  }
  return number;
}

void ReferenceGraph::addNodes(const Program& program, std::size_t unit) {
  const ir::UnitFacts& facts = program.units[unit].facts;
  for (const FunctionFacts& function : facts.functions) {
    Node& node = nodes_[addNode(unit, function.symbol, function.linkage)];
    // Of several definitions the program takes a strong one.
    if (node.isFunction && function.linkage != Linkage::External) continue;
    node.isFunction = true;
    node.unit = unit;
    if (function.source >= 0) node.source = &facts.sources[static_cast<std::size_t>(function.source)];
    // Inline functions and instantiations belong to whoever uses them.
    node.visible = function.linkage != Linkage::Internal && !(node.source && node.source->isInline) &&
                   (function.linkage == Linkage::External || ir::isMadeWeak(function.traits));
  }
  for (const ir::GlobalFacts& global : facts.globals) {
    Node& node = nodes_[addNode(unit, global.symbol, global.linkage)];
    node.isConstant = global.constant;
    node.visible = global.linkage != Linkage::Internal;
    if (!global.isFunction) continue;
    node.isFunction = true;
    if (global.item >= 0) node.alias = &facts.items[static_cast<std::size_t>(global.item)];
  }
  for (const ir::StartStep& step : facts.start)
    if (const auto node = find(unit, step.function); node && !step.isAtEnd) nodes_[*node].runsAtStart = true;
}

void ReferenceGraph::addEdges(const Program& program, std::size_t unit) {
  const ir::UnitFacts& facts = program.units[unit].facts;
  auto connect = [&](const auto& user) {
    const auto from = find(unit, user.symbol);
    if (!from) return;
    for (const std::string& symbol : user.symbols)
      if (const auto to = find(unit, symbol); to && to != from) {
        nodes_[*to].users.insert(*from);
        nodes_[*from].uses.insert(*to);
      }
  };
  for (const FunctionFacts& function : facts.functions) connect(function);
  for (const ir::GlobalFacts& global : facts.globals) connect(global);
}

} // namespace beagle::change
