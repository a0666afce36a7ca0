#pragma once

#include "analysis/change/program.h"

#include <map>
#include <string>
#include <vector>

namespace beagle::change {

/// One function in both versions, or in the one that has it.
struct FunctionPair {
  std::optional<SymbolRef> base, head;
  bool equal = false; ///< its code is, given that renamed symbols are what they were, and what it promises and rests on
  bool isReplaced = false; ///< both are still there: a strong definition came or went beside a weak one
  /// Of one whose code is equal: a member that the compiler makes, goes by the order of fields, and is called from it.
  std::optional<std::pair<SymbolRef, SymbolRef>> through;
};

struct GlobalPair {
  std::optional<SymbolRef> base, head;
  bool equal = false;
  bool isReplaced = false;
};

struct Pairing {
  std::vector<FunctionPair> functions;
  std::vector<GlobalPair> globals;
};

/// Finds each function's and global's other version: by symbol within the unit, across units when it moved, by
/// equal code when it was renamed. Numbers that the compiler puts into names (lambdas, static locals) are not
/// taken for identity.
[[nodiscard]] Pairing pairSymbols(const Program& base, const Program& head, const std::vector<UnitPair>& units);

} // namespace beagle::change
