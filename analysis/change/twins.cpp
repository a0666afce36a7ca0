#include "analysis/change/twins.h"

#include <fmt/format.h>

#include <utility>

namespace beagle::change {

std::optional<std::size_t> Twins::firstOf(const FunctionPair& pair, std::size_t number) {
  const ir::FunctionFacts& facts = head_.function(pair.head->unit, pair.head->index);
  // Of the others, a program has one.
  if (facts.linkage == ir::Linkage::Weak || facts.source < 0) return std::nullopt;
  const ir::WrittenFunction& written =
      head_.units[pair.head->unit].facts.sources[static_cast<std::size_t>(facts.source)];
  return firstOf(fmt::format("{}:{}:{}", written.file, written.line, facts.symbol),
                 {{pair.head->unit, facts.symbol},
                  SymbolPlace{pair.base->unit, base_.function(pair.base->unit, pair.base->index).symbol},
                  number,
                  {}});
}

void Twins::dropFrom(std::vector<Entry>& entries, const Pairing& pairing) {
  std::map<SymbolPlace, SymbolPlace> before; // of what head has
  for (const FunctionPair& pair : pairing.functions)
    if (pair.base && pair.head)
      before.try_emplace({pair.head->unit, head_.function(pair.head->unit, pair.head->index).symbol}, pair.base->unit,
                         base_.function(pair.base->unit, pair.base->index).symbol);
  std::vector<Entry> kept;
  for (Entry& entry : entries) {
    Known own{{entry.unit, entry.symbol}, std::nullopt, kept.size(), {}};
    if (const auto known = before.find(own.head); known != before.end()) own.base = known->second;
    const std::string writtenAt = fmt::format("{}:{}:{}", entry.place.file, entry.place.line, entry.symbol);
    if (!firstOf(writtenAt, std::move(own))) kept.push_back(std::move(entry));
  }
  entries = std::move(kept);
}

std::optional<std::size_t> Twins::firstOf(const std::string& writtenAt, Known own) {
  std::vector<Known>& known = known_[writtenAt];
  for (Known& first : known)
    if (codeOf(first) == codeOf(own)) return first.number;
  known.push_back(std::move(own));
  return std::nullopt;
}

const std::string& Twins::codeOf(Known& function) {
  if (!function.code.empty()) return function.code;
  if (!reached_) reached_.emplace(base_, head_);
  const auto of = [&](bool isBase, const SymbolPlace& place) {
    return reached_->codeOf(isBase, place.unit, place.symbol);
  };
  function.code = (function.base ? of(true, *function.base) : "new ") + of(false, function.head);
  return function.code;
}

} // namespace beagle::change
