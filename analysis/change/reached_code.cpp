#include "analysis/change/reached_code.h"

#include "analysis/support/digest.h"

#include <algorithm>
#include <iterator>

namespace beagle::change {

ReachedCode::ReachedCode(const Program& base, const Program& head) : base_(versionOf(base)), head_(versionOf(head)) {}

ReachedCode::Version ReachedCode::versionOf(const Program& program) {
  Version version;
  for (std::size_t unit = 0; unit < program.units.size(); ++unit) {
    const auto add = [&](const auto& facts) {
      version[facts.symbol].push_back({facts.symbol, facts.digest, &facts.symbols, unit,
                                       facts.linkage == ir::Linkage::Internal, facts.linkage != ir::Linkage::Weak});
    };
    for (const ir::FunctionFacts& facts : program.units[unit].facts.functions) add(facts);
    for (const ir::GlobalFacts& facts : program.units[unit].facts.globals) add(facts);
  }
  return version;
}

ReachedCode::Code ReachedCode::from(const Version& version, std::string_view symbol, std::optional<std::size_t> unit) {
  Code code;
  std::set<const Definition*> seen;
  std::vector<const Definition*> waiting;
  const auto reach = [&](std::string_view name, auto isMeant) {
    const auto found = version.find(name);
    if (found == version.end()) return;
    for (const Definition& definition : found->second)
      if (isMeant(definition) && seen.insert(&definition).second) waiting.push_back(&definition);
  };
  reach(symbol, [&](const Definition& each) { return !unit || each.unit == *unit; });
  while (!waiting.empty()) {
    const Definition& user = *waiting.back();
    waiting.pop_back();
    code.emplace(user.symbol, user.digest);
    for (const std::string& next : *user.symbols) {
      const auto found = version.find(next);
      const bool hasOwn = found != version.end() && std::ranges::any_of(found->second, [&](const Definition& each) {
                            return each.isItsOwn && each.unit == user.unit;
                          });
      reach(next, [&](const Definition& each) { return hasOwn ? each.unit == user.unit : !each.isInternal; });
    }
  }
  return code;
}

ReachedCode::Code ReachedCode::allOf(const Version& version) {
  Code code;
  for (const auto& [symbol, definitions] : version)
    for (const Definition& definition : definitions) code.emplace(symbol, definition.digest);
  return code;
}

std::string ReachedCode::changeBehind(const std::string& symbol) const {
  Code base = from(base_, symbol), head = from(head_, symbol);
  if (base == head) base = allOf(base_), head = allOf(head_);
  support::Digest digest;
  const auto addOnlyIn = [&](const Code& one, const Code& other) {
    Code own;
    std::ranges::set_difference(one, other, std::inserter(own, own.end()));
    for (const auto& [name, code] : own) digest.add(name).add(code);
    digest.add(std::uint64_t{own.size()});
  };
  addOnlyIn(base, head);
  addOnlyIn(head, base);
  return digest.hex().substr(0, 16);
}

std::string ReachedCode::codeOf(bool isBase, std::size_t unit, const std::string& symbol) const {
  support::Digest digest;
  for (const auto& [name, code] : from(isBase ? base_ : head_, symbol, unit)) digest.add(name).add(code);
  return digest.hex();
}

} // namespace beagle::change
