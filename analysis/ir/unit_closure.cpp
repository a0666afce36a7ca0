#include "analysis/ir/unit_closure.h"

namespace beagle::ir {

support::Result<UnitClosure> unitsReachedFrom(SymbolIndex& index, const std::set<FunctionPlace>& functions,
                                              const std::function<bool(const std::string&)>& isProvided,
                                              std::size_t most) {
  UnitClosure closure;
  std::set<FunctionPlace> seen;
  std::vector<FunctionPlace> open(functions.begin(), functions.end());
  std::set<std::string> asked;
  while (!open.empty()) {
    std::set<std::size_t> units;
    for (const FunctionPlace& place : open) units.insert(place.unit);
    if (auto done = index.load({units.begin(), units.end()}); !done) return std::unexpected(std::move(done.error()));
    closure.units.merge(units);
    std::set<std::string> elsewhere;
    while (!open.empty()) {
      FunctionPlace place = std::move(open.back());
      open.pop_back();
      if (!seen.insert(place).second) continue;
      for (const std::string& used : index.usesOf(place.unit, place.symbol)) {
        if (index.defines(place.unit, used)) open.push_back({place.unit, used});
        else if (!isProvided(used) && asked.insert(used).second) elsewhere.insert(used);
      }
    }
    const std::size_t left = most - std::min(most, closure.units.size());
    auto found = index.nearDefinitionsOf(elsewhere, left);
    if (!found) return std::unexpected(std::move(found.error()));
    for (const auto& [symbol, definition] : *found) {
      if (!closure.units.contains(definition.unit) && closure.units.size() >= most) closure.isWhole = false;
      else closure.units.insert(definition.unit), open.push_back({definition.unit, symbol});
    }
    if (left == 0 && !elsewhere.empty()) closure.isWhole = false;
  }
  return closure;
}

} // namespace beagle::ir
