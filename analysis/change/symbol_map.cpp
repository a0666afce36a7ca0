#include "analysis/change/symbol_map.h"

namespace beagle::change {

std::string withoutTags(std::string name) {
  for (std::size_t at = 0; (at = name.find("[abi:", at)) != std::string::npos;)
    name.erase(at, name.find(']', at) - at + 1);
  return name;
}

SymbolMap::SymbolMap(const Program& base, const Program& head, const Pairing& pairing) {
  const auto add = [&](SymbolRef ref, const auto& before, const auto& after) {
    if (before.linkage == ir::Linkage::Internal) internal_.try_emplace({ref.unit, before.symbol}, after.symbol);
    else shared_.try_emplace(before.symbol, after.symbol);
  };
  for (const FunctionPair& pair : pairing.functions)
    if (pair.base && pair.head)
      add(*pair.base, base.function(pair.base->unit, pair.base->index),
          head.function(pair.head->unit, pair.head->index));
  for (const GlobalPair& pair : pairing.globals)
    if (pair.base && pair.head)
      add(*pair.base, base.global(pair.base->unit, pair.base->index), head.global(pair.head->unit, pair.head->index));
}

const std::string& SymbolMap::inHead(std::size_t baseUnit, const std::string& symbol) const {
  if (const auto it = internal_.find({baseUnit, symbol}); it != internal_.end()) return it->second;
  const auto it = shared_.find(symbol);
  return it == shared_.end() ? symbol : it->second;
}

} // namespace beagle::change
