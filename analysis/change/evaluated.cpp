#include "analysis/change/evaluated.h"

#include "analysis/change/template_names.h"

#include <fmt/format.h>

namespace beagle::change {

using ir::WrittenFunction;

namespace {

Place placeOf(const WrittenFunction& source) { return {source.name, source.file, source.line, source.endLine}; }

} // namespace

EvaluatedChanges::EvaluatedChanges(const Program& base, const Program& head, const OutlineReader& outlines)
    : base_(base), head_(head), outlines_(outlines) {}

/// What functions need to be compiled, also through others.
EvaluatedChanges::Needed EvaluatedChanges::neededBy(const ir::UnitFacts& facts, std::vector<std::size_t> open) {
  Needed needed;
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
  return needed;
}

std::vector<EvaluatedFunction> EvaluatedChanges::of(SymbolRef base, SymbolRef head) {
  const auto needed = [](const Program& program, SymbolRef ref) {
    const int source = program.function(ref.unit, ref.index).source;
    if (source < 0) return Needed();
    Needed found = neededBy(program.units[ref.unit].facts, {static_cast<std::size_t>(source)});
    found.erase(static_cast<std::size_t>(source));
    return found;
  };
  return changed(base.unit, needed(base_, base), head.unit, needed(head_, head));
}

std::vector<EvaluatedFunction> EvaluatedChanges::outside(std::size_t base, std::size_t head) {
  const auto needed = [](const ir::UnitFacts& facts) {
    std::vector<std::size_t> evaluated;
    Needed named;
    for (std::size_t i = 0; i < facts.sources.size(); ++i) {
      if (facts.sources[i].isEvaluated) evaluated.push_back(i);
      else if (facts.sources[i].isNamed) named.try_emplace(i, true);
    }
    Needed found = neededBy(facts, evaluated);
    for (const std::size_t source : evaluated) found[source] = false;
    found.merge(named);
    return found;
  };
  return changed(base, needed(base_.units[base].facts), head, needed(head_.units[head].facts));
}

std::vector<EvaluatedFunction> EvaluatedChanges::changed(std::size_t base, const Needed& before, std::size_t head,
                                                         const Needed& after) {
  std::map<std::string, std::size_t> bySignature;
  for (const auto& [source, onlyNamed] : before)
    bySignature.try_emplace(base_.units[base].facts.sources[source].signature, source);
  std::vector<EvaluatedFunction> rows;
  for (const auto& [source, onlyNamed] : after) {
    const auto was = bySignature.find(head_.units[head].facts.sources[source].signature);
    if (was == bySignature.end()) continue;
    const EvaluatedFunction& found = compared({base, was->second}, {head, source}, onlyNamed);
    if (!found.sentence.empty()) rows.push_back(found);
  }
  return rows;
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
