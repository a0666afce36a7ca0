#include "analysis/pipeline/twins.h"

#include <fmt/format.h>

#include <algorithm>

namespace beagle::pipeline {

std::optional<std::size_t> Twins::firstOf(const change::FunctionPair& pair, std::size_t number) {
  const ir::FunctionFacts& facts = head_.function(pair.head->unit, pair.head->index);
  if (facts.linkage != ir::Linkage::Internal || facts.source < 0) return std::nullopt;
  const ir::WrittenFunction& written =
      head_.units[pair.head->unit].facts.sources[static_cast<std::size_t>(facts.source)];
  std::vector<Known>& known = known_[fmt::format("{}:{}:{}", written.file, written.line, facts.symbol)];
  Known own{&pair, number, {}};
  if (!known.empty()) {
    own.code = codeOf(pair);
    for (Known& first : known) {
      if (first.code.empty()) first.code = codeOf(*first.pair);
      if (first.code == own.code) return first.number;
    }
  }
  known.push_back(std::move(own));
  return std::nullopt;
}

std::string Twins::codeOf(const change::FunctionPair& pair) {
  if (!reached_) reached_.emplace(base_, head_);
  const auto of = [&](bool isBase, const change::SymbolRef& ref) {
    return reached_->codeOf(isBase, ref.unit, (isBase ? base_ : head_).function(ref.unit, ref.index).symbol);
  };
  return of(true, *pair.base) + of(false, *pair.head);
}

} // namespace beagle::pipeline
