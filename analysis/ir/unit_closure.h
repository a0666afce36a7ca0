#pragma once

#include "analysis/ir/symbol_index.h"

#include <functional>

namespace beagle::ir {

/// A function of a version: the unit that defines it, by number, and its linkage name there.
struct FunctionPlace {
  std::size_t unit = 0;
  std::string symbol;
  friend auto operator<=>(const FunctionPlace&, const FunctionPlace&) = default;
};

struct UnitClosure {
  std::set<std::size_t> units;
  bool isWhole = true; ///< false: there would be more units than allowed
};

/// The units that define what some functions reach by name: callees, globals, and what these refer to; and what those
/// units call before `main`. The nearest first, and at most `most`. `isProvided` knows the symbols that need no unit.
[[nodiscard]] support::Result<UnitClosure> unitsReachedFrom(SymbolIndex& index,
                                                            const std::set<FunctionPlace>& functions,
                                                            const std::function<bool(const std::string&)>& isProvided,
                                                            std::size_t most);

} // namespace beagle::ir
