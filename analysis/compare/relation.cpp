#include "analysis/compare/relation.h"

#include "analysis/compare/memory_shape.h"

#include <map>

namespace beagle::compare {

using exec::EndKind;
using exec::Ending;
using exec::Observed;

Term Relation::assume(logic::TermManager& terms, const OutcomePair& /*pair*/) const { return terms.truth(true); }

namespace {

bool sameEnding(const Ending& base, const Ending& head) { return base.kind == head.kind && base.fault == head.fault; }

Term sameText(logic::TermManager& terms, const std::vector<Term>& base, const std::vector<Term>& head) {
  if (base.size() != head.size()) return terms.truth(false);
  Term result = terms.truth(true);
  for (std::size_t i = 0; i < base.size(); ++i) result = terms.logicalAnd(result, terms.equal(base[i], head[i]));
  return result;
}

} // namespace

std::vector<Part> Equality::relate(logic::TermManager& terms, const OutcomePair& pair) const {
  std::vector<Part> parts;
  if (!sameEnding(pair.base.ending, pair.head.ending)) {
    parts.push_back({"ending", terms.truth(false)});
    return parts;
  }
  MemoryShape shape(terms, pair);
  if (pair.base.ending.kind == EndKind::Exited)
    parts.push_back({"exit status", shape.same(pair.base.ending.code, pair.head.ending.code,
                                               {ir::ScalarKind::Integer, 0, 32})});
  std::map<std::string_view, const Observed*> head;
  for (const Observed& observed : pair.head.values) head[observed.path] = &observed;
  for (const Observed& observed : pair.base.values) {
    const auto found = head.find(observed.path);
    if (found == head.end()) continue; // a field or global that only one version has is no difference by itself
    const Observed& other = *found->second;
    Term holds = observed.type == other.type ? shape.same(observed.value, other.value, observed.type)
                                             : terms.truth(false);
    if (observed.exists) holds = terms.implies(observed.exists, holds);
    parts.push_back({observed.path, holds});
  }
  parts.push_back({"memory", shape.rest()});
  parts.push_back({"output", sameText(terms, pair.base.output, pair.head.output)});
  parts.push_back({"error output", sameText(terms, pair.base.errors, pair.head.errors)});
  parts.push_back({"other streams", terms.truth(pair.base.otherStreams == pair.head.otherStreams)});
  std::erase_if(parts, [&](const Part& part) { return terms.isTrue(part.holds); });
  return parts;
}

} // namespace beagle::compare
