#pragma once

#include "analysis/ir/outline.h"
#include "analysis/ir/unit_facts.h"

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace beagle::change {

/// A compiled unit of one version.
struct LoadedUnit {
  std::string id;   ///< as build::Unit names it
  std::string file; ///< its source
  ir::UnitFacts facts;
  std::vector<std::string> flags; ///< with which it was compiled
  bool isBorrowed = false;        ///< see build::UnitSet
};

/// What was compiled of one version, and what could not be.
struct Program {
  std::vector<LoadedUnit> units;
  std::vector<std::string> failedFiles; ///< sources of units that do not compile

  [[nodiscard]] const ir::FunctionFacts& function(std::size_t unit, std::size_t index) const {
    return units[unit].facts.functions[index];
  }
  [[nodiscard]] const ir::GlobalFacts& global(std::size_t unit, std::size_t index) const {
    return units[unit].facts.globals[index];
  }
};

/// A function or global of a program: position of its unit, position in the unit's facts.
struct SymbolRef {
  std::size_t unit = 0;
  std::size_t index = 0;

  friend auto operator<=>(const SymbolRef&, const SymbolRef&) = default;
};

/// The same unit in both versions; nothing on the side where it does not exist.
struct UnitPair {
  std::optional<std::size_t> base, head;
};

/// Files under the name they have in head, by the name they had in base; only those that moved.
using RenamedFiles = std::map<std::string, std::string>;

} // namespace beagle::change
