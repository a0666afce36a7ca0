#include "analysis/change/evaluated.h"

#include "analysis/change/template_names.h"

#include <fmt/format.h>

namespace beagle::change {

using ir::WrittenFunction;

namespace {

/// What a function needs to be compiled, also through others: sources of its unit, and whether only for their types.
std::map<std::size_t, bool> neededBy(const ir::UnitFacts& facts, int source) {
  std::map<std::size_t, bool> needed;
  if (source < 0) return needed;
  std::vector<std::size_t> open{static_cast<std::size_t>(source)};
  while (!open.empty()) {
    const std::size_t user = open.back();
    open.pop_back();
    for (const ir::FunctionUse& use : facts.sources[user].evaluates) {
      const auto [known, isNew] = needed.try_emplace(use.source, use.onlyNamed);
      if (!isNew && (use.onlyNamed || !known->second)) continue;
      known->second = use.onlyNamed;
      if (!use.onlyNamed) open.push_back(use.source);
    }
  }
  needed.erase(static_cast<std::size_t>(source));
  return needed;
}

Place placeOf(const WrittenFunction& source) { return {source.name, source.file, source.line, source.endLine}; }

} // namespace

EvaluatedChanges::EvaluatedChanges(const Program& base, const Program& head, const OutlineReader& outlines)
    : base_(base), head_(head), outlines_(outlines) {}

std::vector<EvaluatedFunction> EvaluatedChanges::of(SymbolRef base, SymbolRef head) {
  const ir::UnitFacts& before = base_.units[base.unit].facts;
  const ir::UnitFacts& after = head_.units[head.unit].facts;
  std::map<std::string, std::size_t> bySignature;
  for (const auto& [source, onlyNamed] : neededBy(before, before.functions[base.index].source))
    bySignature.try_emplace(before.sources[source].signature, source);
  std::vector<EvaluatedFunction> changed;
  for (const auto& [source, onlyNamed] : neededBy(after, after.functions[head.index].source)) {
    const auto was = bySignature.find(after.sources[source].signature);
    if (was == bySignature.end()) continue;
    const EvaluatedFunction& found = compared({base.unit, was->second}, {head.unit, source}, onlyNamed);
    if (!found.sentence.empty()) changed.push_back(found);
  }
  return changed;
}

const EvaluatedFunction& EvaluatedChanges::compared(SourceRef base, SourceRef head, bool onlyNamed) {
  const auto [known, isNew] = known_.try_emplace({base, head, onlyNamed});
  EvaluatedFunction& row = known->second;
  if (!isNew) return row;
  const WrittenFunction& before = base_.units[base.first].facts.sources[base.second];
  const WrittenFunction& after = head_.units[head.first].facts.sources[head.second];
  row.base = placeOf(before);
  row.head = placeOf(after);
  const TemplateNames names = renamedTemplateParameters(before, after);
  std::vector<ChangeSentence> sentences = describeSignature(withNames(before, names), after);
  const auto baseOutline = outlines_(true, base.first, base.second);
  const auto headOutline = outlines_(false, head.first, head.second);
  if (sentences.empty() && baseOutline && headOutline)
    sentences = describeChange(withNames(*baseOutline, names), *headOutline);
  if (!sentences.empty())
    row.sentence = fmt::format("`{}`, which is {} when compiling, changed: {}", after.name,
                               onlyNamed ? "asked for its type" : "evaluated", sentences.front().text);
  return row;
}

} // namespace beagle::change
