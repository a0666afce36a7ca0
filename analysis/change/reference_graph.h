#pragma once

#include "analysis/change/program.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace beagle::change {

/// One function or global, or another name for one; those that several units emit alike are one, those that several
/// programs have under one name in different files are not.
struct Node {
  std::string symbol;
  std::size_t unit = 0;                        ///< the first that defines it
  const ir::WrittenFunction* source = nullptr; ///< of a function
  const ir::Item* item = nullptr;              ///< of a variable
  const ir::Item* alias = nullptr;             ///< where another name for a function is declared
  bool isFunction = false;
  bool isConstant = false; ///< a global that nobody writes
  bool isOnce = false;     ///< a program has one such definition; several programs may have others
  bool visible = false;    ///< from other units, as a definition of its own
  bool runsAtStart = false, runsAtEnd = false;
  std::set<std::size_t> users, uses;
};

/// Who refers to whom, over all compiled units of a program.
class ReferenceGraph {
public:
  explicit ReferenceGraph(const Program& program);

  [[nodiscard]] const std::vector<Node>& nodes() const { return nodes_; }
  /// What a unit means by a symbol: its own, or else that of any unit, of which there may be several.
  [[nodiscard]] std::vector<std::size_t> findAll(std::size_t unit, const std::string& symbol) const;
  [[nodiscard]] std::optional<std::size_t> find(std::size_t unit, const std::string& symbol) const;
  /// The variables that a function may write, and the functions that it may call, also through others.
  struct Reached {
    std::set<std::size_t> variables, functions;
  };
  [[nodiscard]] Reached reachedFrom(std::size_t node) const;

private:
  Node& addNode(std::size_t unit, const std::string& symbol, ir::Linkage linkage);
  void addNodes(const Program& program, std::size_t unit);
  void addEdges(const Program& program, std::size_t unit);

  std::vector<Node> nodes_;
  std::map<std::pair<std::size_t, std::string>, std::size_t> own_; ///< by unit
  std::map<std::string, std::vector<std::size_t>> external_;
};

} // namespace beagle::change
