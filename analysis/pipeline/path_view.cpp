#include "analysis/pipeline/path_view.h"

#include "analysis/compare/relation.h"
#include "analysis/input/values.h"
#include "analysis/logic/bit_vector.h"
#include "analysis/logic/smtlib.h"
#include "analysis/pipeline/held_text.h"
#include "analysis/pipeline/pointer_text.h"

#include <algorithm>
#include <array>
#include <set>

namespace beagle::pipeline {

using exec::EndKind;
using exec::State;

namespace {

bool isError(EndKind kind) {
  return kind != EndKind::Returned && kind != EndKind::Exited && kind != EndKind::Unsupported &&
         kind != EndKind::OutOfBound;
}

/// A few seconds.
constexpr solver::Limits reportLimits{10'000'000};

} // namespace

/// "1 object, allocated at a.c:12"
std::string PathView::leaked(const exec::Outcome& outcome) const {
  if (outcome.leaked.empty()) return "nothing";
  const report::SourceLine first = lineOf(outcome.leaked.front());
  const std::string place = first.line == 0 ? "" : fmt::format(", allocated at {}:{}", first.file, first.line);
  return outcome.leaked.size() == 1
             ? "1 object" + place
             : fmt::format("{} objects, the first{}", outcome.leaked.size(), place.empty() ? "" : place.substr(1));
}

report::SourceLine PathView::lineOf(exec::Site site) const {
  const ir::Location location = machine_.location(site);
  if (location.line == 0) return {};
  return {std::string(machine_.program().file(location.file)), location.line};
}

std::shared_ptr<const logic::Assignment> PathView::modelOf(const solver::PathCondition& path) const {
  if (!budget_ || !budget_->exhausted()) {
    const solver::Answer answer = path.canonicalModel(solver_, reportLimits);
    if (const auto* sat = std::get_if<solver::Sat>(&answer)) return sat->model;
  }
  return path.modelKnown() ? std::make_shared<const logic::Assignment>(path.model()) : nullptr;
}

State PathView::seen(const State& state) const {
  State shown = state;
  const logic::Term isSeen = state.ending->isSeen;
  if (!isSeen || (budget_ && budget_->exhausted())) return shown;
  if (state.path.modelKnown() && logic::Evaluator(machine_.terms, state.path.model()).truth(isSeen)) {
    shown.path.add(isSeen, state.path.model());
    return shown;
  }
  std::vector<logic::Term> scratch;
  solver::Query query;
  query.name = "seen natively";
  query.path = state.path.relevantTo(isSeen, scratch);
  query.goal = isSeen;
  query.limits = reportLimits;
  const solver::Answer answer = solver_.check(query);
  if (const auto* sat = std::get_if<solver::Sat>(&answer)) shown.path.add(isSeen, *sat->model);
  return shown;
}

std::function<bool(const exec::ShownInput&)> PathView::dependence(std::span<const logic::Term> conditions) const {
  std::set<std::uint32_t> numbers;
  for (const logic::Term condition : conditions)
    for (const std::uint32_t number : machine_.terms.support(condition)) numbers.insert(number);
  return [this, numbers = std::move(numbers)](const exec::ShownInput& input) {
    return std::ranges::any_of(input.variables, [&](logic::Term variable) {
      return std::ranges::any_of(machine_.terms.support(variable),
                                 [&](std::uint32_t number) { return numbers.contains(number); });
    });
  };
}

PathView::Inputs PathView::inputs(const State& state, const logic::Assignment& model, logic::Term condition) const {
  const auto matters = dependence(condition ? std::span(&condition, 1) : std::span<const logic::Term>());
  Inputs inputs;
  for (const exec::ShownInput& shown : harness_.shown(state, model))
    if (!condition || !shown.isZero || matters(shown)) inputs.emplace_back(shown.path, valueText(shown));
  return inputs;
}

std::set<std::string> PathView::mattering(const State& state, const logic::Assignment& model,
                                          std::span<const logic::Term> conditions) const {
  const auto matters = dependence(conditions);
  std::set<std::string> paths;
  for (exec::ShownInput& shown : harness_.shown(state, model))
    if (matters(shown)) paths.insert(std::move(shown.path));
  return paths;
}

report::ExploredPath PathView::path(const State& state, bool withInputs) const {
  const exec::Ending& ending = *state.ending;
  report::ExploredPath path;
  path.ending = describe(ending);
  if (ending.kind != EndKind::Thrown) path.detail = ending.text;
  path.isError = isError(ending.kind);
  path.steps = state.steps;
  path.place = lineOf(ending.site);
  path.allocated = lineOf(ending.allocated);
  path.freed = lineOf(ending.freed);
  path.approximations = approximations(state);
  if (!withInputs && !path.isError) return path;

  const auto model = modelOf(state.path);
  if (!model) return path;
  path.inputs = inputs(state, *model);
  path.mattering = mattering(state, *model, state.path.all());
  logic::Evaluator evaluator(machine_.terms, *model);
  for (std::size_t i = 0; i < state.results.size(); ++i)
    path.results.push_back(
        printed(state, state.results[i], machine_.program().body(state.frames[0]->index).results[i], evaluator));
  if (ending.kind == EndKind::Exited || ending.kind == EndKind::Jumped ||
      (ending.kind == EndKind::Thrown && ending.code.object() == 0))
    path.results.push_back(printed(state, ending.code, ending.codeType, evaluator));
  if (ending.what) path.detail = exec::printed(*ending.what, machine_.terms, evaluator);
  state.effects.forEach([&](const exec::Ref<exec::Effect>& effect) {
    if (effect->stream == exec::Effect::otherStream) return;
    std::string& stream = effect->stream == 2 ? path.errors : path.output;
    for (const logic::Term byte : effect->bytes) stream += static_cast<char>(evaluator.bits64(byte));
  });
  return path;
}

/// Each once.
std::vector<report::ExploredApproximation> PathView::approximations(const State& state) const {
  std::vector<report::ExploredApproximation> shown;
  state.approximations.forEach([&](const exec::Approximation& each) {
    const report::SourceLine place = lineOf(each.site);
    const bool isKnown = std::ranges::any_of(shown, [&](const report::ExploredApproximation& other) {
      return other.what == each.text && other.place.line == place.line && other.place.file == place.file;
    });
    if (!isKnown) shown.push_back({each.text, place});
  });
  return shown;
}

std::string PathView::printed(const State& state, const exec::Value& value, ir::ScalarType type,
                              logic::Evaluator& evaluator, const ir::SourceType* declared) const {
  if (value.object() != 0) return pointerText(machine_, harness_, state, value, evaluator);
  if (!value.isDefined()) return "uninitialised";
  if (type.width > 64) return evaluator.bits(value.asTerm()).decimal();
  const std::uint64_t bits = value.isSymbolic() ? evaluator.bits64(value.asTerm()) : value.bits;
  if (type.kind == ir::ScalarKind::Float) return input::printedFloat(bits, type.width);
  if (type.kind == ir::ScalarKind::Pointer && bits == 0) return "null";
  if (type.width == 8 && bits >= 0x20 && bits < 0x7F) return fmt::format("{} '{}'", bits, static_cast<char>(bits));
  const bool hasSign = type.width > 1 && (!declared || declared->isSigned);
  return hasSign ? fmt::format("{}", logic::signedValue(bits, type.width)) : fmt::format("{}", bits);
}

report::Report::Outcome PathView::outcome(const State& state, const exec::Outcome& outcome,
                                          const std::vector<std::string>& paths, const logic::Assignment& model) const {
  report::Report::Outcome shown;
  const exec::Ending& ending = outcome.ending;
  shown.ending = describe(ending);
  if (ending.kind != EndKind::Thrown) shown.detail = ending.text;
  shown.place = lineOf(ending.site);
  shown.allocated = lineOf(ending.allocated);
  shown.freed = lineOf(ending.freed);
  logic::Evaluator evaluator(machine_.terms, model);
  const std::vector<HeldText> texts = heldTexts(outcome);
  const auto differs = [&](const exec::Observed& observed) {
    return std::ranges::find(paths, observed.path) != paths.end();
  };
  for (auto observed = outcome.values.begin(); observed != outcome.values.end();) {
    const auto text = std::ranges::find(texts, &*observed, [](const HeldText& each) { return &each.all.front(); });
    std::optional<std::string> words = text == texts.end() ? std::nullopt : text->printed(evaluator);
    if (words && std::ranges::none_of(text->shown(evaluator), differs) && std::ranges::any_of(text->all, differs))
      words.reset();
    if (!words) {
      if (differs(*observed))
        shown.values.emplace_back(observed->path,
                                  printed(state, observed->value, observed->type, evaluator, observed->declared));
      ++observed;
      continue;
    }
    if (std::ranges::any_of(text->all, differs)) shown.values.emplace_back(text->path, *words);
    observed += static_cast<std::ptrdiff_t>(text->all.size());
  }
  for (const std::string& path : paths)
    if (path.ends_with(compare::freedPart(""))) {
      const auto isIt = [&](const exec::GoneInput& gone) { return compare::freedPart(gone.path) == path; };
      shown.values.emplace_back(path, std::ranges::any_of(outcome.gone, isIt) ? "yes" : "no");
    }
  if (std::ranges::find(paths, compare::madeMemory) != paths.end())
    shown.values.emplace_back(compare::madeMemory, "not the same in both versions");
  if (std::ranges::find(paths, compare::leakedMemory) != paths.end())
    shown.values.emplace_back(compare::leakedMemory, leaked(outcome));
  if (ending.what) shown.detail = exec::printed(*ending.what, machine_.terms, evaluator);
  if (ending.kind == EndKind::Exited)
    shown.values.emplace_back("exit status", printed(state, ending.code, ending.codeType, evaluator));
  if (ending.kind == EndKind::Jumped)
    shown.values.emplace_back("longjmp value", printed(state, ending.code, ending.codeType, evaluator));
  if (ending.kind == EndKind::Thrown && ending.code.object() == 0)
    shown.values.emplace_back("exception", printed(state, ending.code, ending.codeType, evaluator));
  for (const logic::Term byte : outcome.output) shown.output += static_cast<char>(evaluator.bits64(byte));
  for (const logic::Term byte : outcome.errors) shown.output += static_cast<char>(evaluator.bits64(byte));
  return shown;
}

std::string printedCondition(const logic::TermManager& terms, logic::Term condition) {
  const std::array<logic::Term, 1> assertions = {condition};
  return logic::toSmtLib(terms, assertions);
}

void PathView::faults(const State& state, const std::vector<std::uint32_t>& address, FaultTable& table) const {
  logic::TermManager& terms = machine_.terms;
  // A loop shows the same fault many times: it is enough that one of them can happen.
  std::map<FaultTable::key_type, logic::Term> possible;
  state.faults.forEach([&](const exec::PossibleFault& fault) {
    const auto key = std::tuple(fault.fault, fault.site.function, fault.site.where);
    if (const auto shown = table.find(key); shown != table.end() && shown->second.address < address) return;
    logic::Term& condition = possible.try_emplace(key, terms.truth(false)).first->second;
    condition = terms.logicalOr(condition, fault.condition);
  });
  std::vector<logic::Term> scratch;
  for (const auto& [key, condition] : possible) {
    solver::Query query;
    query.name = "value fault";
    query.path = state.path.relevantTo(condition, scratch);
    query.goal = condition;
    const solver::Answer answer = solver_.check(query);
    const auto* sat = std::get_if<solver::Sat>(&answer);
    if (!sat) continue;
    solver::PathCondition shown = state.path;
    shown.add(condition, *sat->model);
    const auto& [fault, function, where] = key;
    const auto whole = modelOf(shown);
    const auto& values = whole ? whole : sat->model;
    table[key] = {address,
                  {std::string(describe(fault)), lineOf({function, where}), inputs(state, *values),
                   mattering(state, *values, shown.all())}};
  }
}

} // namespace beagle::pipeline
