#include "analysis/pipeline/path_view.h"

#include "analysis/input/values.h"

#include <algorithm>

namespace beagle::pipeline {

using exec::EndKind;
using exec::State;

namespace {

bool isError(EndKind kind) {
  return kind != EndKind::Returned && kind != EndKind::Exited && kind != EndKind::Unsupported &&
         kind != EndKind::OutOfBound;
}

constexpr solver::Limits reportLimits{100'000'000};

} // namespace

report::SourceLine PathView::lineOf(exec::Site site) const {
  const ir::Location location = machine_.location(site);
  if (location.line == 0) return {};
  return {std::string(machine_.program().file(location.file)), location.line};
}

PathView::Inputs PathView::inputs(const State& state, const logic::Assignment& model) const {
  Inputs inputs;
  for (const input::Leaf& leaf : leaves_.all()) {
    if (!harness_.belongsTo(state, leaf, model)) continue;
    inputs.emplace_back(leaf.path, input::printed(leaf, model, types_));
  }
  return inputs;
}

report::ExploredPath PathView::path(const State& state, bool withInputs) const {
  const exec::Ending& ending = *state.ending;
  report::ExploredPath path;
  path.ending = describe(ending.kind);
  if (ending.fault != exec::MemoryFault::None) path.ending += fmt::format(": {}", describe(ending.fault));
  path.detail = ending.text;
  path.isError = isError(ending.kind);
  path.steps = state.steps;
  path.place = lineOf(ending.site);
  path.allocated = lineOf(ending.allocated);
  path.freed = lineOf(ending.freed);
  if (!withInputs && !path.isError) return path;

  const solver::Answer answer = state.path.canonicalModel(solver_, reportLimits);
  const auto* sat = std::get_if<solver::Sat>(&answer);
  if (!sat) return path;
  path.inputs = inputs(state, *sat->model);
  logic::Evaluator evaluator(machine_.terms, *sat->model);
  const auto shown = [&](const exec::Value& value) {
    if (value.object() != 0) return std::string("a pointer");
    if (!value.isDefined()) return std::string("uninitialised");
    return fmt::format("{}", value.isSymbolic() ? evaluator.bits(value.asTerm()).decimal() : fmt::format("{}", value.bits));
  };
  for (const exec::Value& result : state.results) path.results.push_back(shown(result));
  if (ending.kind == EndKind::Exited) path.results.push_back(shown(ending.code));
  state.effects.forEach([&](const exec::Ref<exec::Effect>& effect) {
    for (const logic::Term byte : effect->bytes) path.output += static_cast<char>(evaluator.bits64(byte));
  });
  return path;
}

void PathView::faults(const State& state, FaultTable& table) const {
  std::vector<logic::Term> scratch;
  state.faults.forEach([&](const exec::PossibleFault& possible) {
    const auto key = std::tuple(possible.fault, possible.site.function, possible.site.where);
    if (table.contains(key)) return;
    solver::Query query;
    query.name = "value fault";
    query.path = state.path.relevantTo(possible.condition, scratch);
    query.goal = possible.condition;
    query.canonical = true;
    const solver::Answer answer = solver_.check(query);
    const auto* sat = std::get_if<solver::Sat>(&answer);
    if (!sat) return;
    State shown = state;
    shown.path.add(possible.condition, *sat->model);
    const solver::Answer whole = shown.path.canonicalModel(solver_, reportLimits);
    const auto* model = std::get_if<solver::Sat>(&whole);
    table[key] = {std::string(describe(possible.fault)), lineOf(possible.site),
                  inputs(state, model ? *model->model : shown.path.model())};
  });
}

} // namespace beagle::pipeline
