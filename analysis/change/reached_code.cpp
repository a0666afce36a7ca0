#include "analysis/change/reached_code.h"

#include "analysis/support/digest.h"

#include <algorithm>
#include <iterator>

namespace beagle::change {

ReachedCode::ReachedCode(const Program& base, const Program& head) : base_(versionOf(base)), head_(versionOf(head)) {}

ReachedCode::Version ReachedCode::versionOf(const Program& program) {
  Version version;
  for (const LoadedUnit& unit : program.units) {
    for (const ir::FunctionFacts& facts : unit.facts.functions)
      version[facts.symbol].push_back({facts.digest, &facts.symbols});
    for (const ir::GlobalFacts& facts : unit.facts.globals)
      version[facts.symbol].push_back({facts.digest, &facts.symbols});
  }
  return version;
}

ReachedCode::Code ReachedCode::from(const Version& version, std::string_view symbol) {
  Code code;
  std::set<std::string_view> seen{symbol};
  std::vector<std::string_view> waiting{symbol};
  while (!waiting.empty()) {
    const auto found = version.find(waiting.back());
    waiting.pop_back();
    if (found == version.end()) continue;
    for (const Definition& definition : found->second) {
      code.emplace(found->first, definition.digest);
      for (const std::string& next : *definition.symbols)
        if (seen.insert(next).second) waiting.emplace_back(next);
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

} // namespace beagle::change
