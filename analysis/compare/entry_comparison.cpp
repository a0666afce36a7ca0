#include "analysis/compare/entry_comparison.h"

#include "analysis/compare/memory_shape.h"

#include <algorithm>

namespace beagle::compare {

using exec::EndKind;
using exec::Ending;
using solver::Answer;
using solver::Sat;
using solver::Unknown;
using solver::Unsat;

namespace {

constexpr solver::Limits pairLimits{200'000'000};

bool isError(EndKind kind) {
  return kind == EndKind::MemoryError || kind == EndKind::DivisionByZero || kind == EndKind::AssertFailed ||
         kind == EndKind::Aborted || kind == EndKind::Trapped;
}

ChangeKind kindOf(const Ending& base, const Ending& head, const std::vector<std::string>& differs) {
  if (!isError(base.kind) && isError(head.kind)) return ChangeKind::CrashIntroduced;
  if (isError(base.kind) && !isError(head.kind)) return ChangeKind::CrashFixed;
  if (std::ranges::find(differs, "ending") != differs.end()) return ChangeKind::Termination;
  if (std::ranges::find(differs, "exit status") != differs.end()) return ChangeKind::Termination;
  const auto isEffect = [](const std::string& path) {
    return path == "output" || path == "error output" || path == "other streams";
  };
  return std::ranges::all_of(differs, isEffect) ? ChangeKind::Effects : ChangeKind::Output;
}

/// A value that differs was never written.
bool showsUnwritten(const Outcome& outcome, const std::vector<std::string>& differs) {
  return std::ranges::any_of(outcome.values, [&](const exec::Observed& observed) {
    return !observed.value.isDefined() && std::ranges::find(differs, observed.path) != differs.end();
  });
}

} // namespace

EntryComparison::EntryComparison(logic::TermManager& terms, solver::Solver& solver, input::Leaves& leaves, Side base,
                                 Side head, const Relation& relation, CompareOptions options)
    : terms_(terms), solver_(solver), leaves_(leaves), base_(base), head_(head), relation_(relation),
      options_(options), baseHarness_(base.program, base.types, leaves, options.harness),
      headHarness_(head.program, head.types, leaves, options.harness),
      baseMachine_(base.program, terms, baseHarness_, options.machine),
      headMachine_(head.program, terms, headHarness_, options.machine) {}

support::Result<EntryResult> EntryComparison::run(const support::Budget& budget, const OnChange& onChange) {
  budget_ = budget;
  onChange_ = onChange ? &onChange : nullptr;
  auto baseStart = baseHarness_.start(baseMachine_, base_.entry);
  if (!baseStart) return support::within(baseStart, "base");
  auto headStart = headHarness_.start(headMachine_, head_.entry);
  if (!headStart) return support::within(headStart, "head");
  // What one version asks of its inputs holds for the other as well.
  for (const Term constraint : headStart->path.all()) baseStart->path.add(constraint);

  explore::Explorer explorer(baseMachine_, solver_, options_.explorer);
  explorer.explore(std::move(*baseStart), budget_,
                   [&](const State& end, const std::vector<std::uint32_t>&) { headOf(end, *headStart); });
  result_.baseStatistics = explorer.statistics();
  noteCuts(explorer.statistics(), "base");
  for (const exec::Harness* harness : {&baseHarness_, &headHarness_}) {
    result_.assumptions.insert(harness->assumptions().begin(), harness->assumptions().end());
    for (const exec::InputObject& object : harness->objects())
      result_.bounds.insert(object.elements ? fmt::format("{} has at most {} elements", object.path, object.maxElements)
                                            : fmt::format("{} has at most {} characters", object.path, object.maxElements - 1));
  }
  result_.verdict = verdict();
  return std::move(result_);
}

bool EntryComparison::isUnsettled(const exec::Machine& machine, const Ending& ending) {
  if (ending.kind != EndKind::Unsupported && ending.kind != EndKind::OutOfBound) return false;
  const ir::Location place = machine.location(ending.site);
  result_.open.insert(fmt::format("{}: {} at {}:{}", describe(ending.kind), ending.text, machine.program().file(place.file),
                                  place.line));
  return true;
}

/// The head runs under the path condition of an ended base run.
void EntryComparison::headOf(const State& baseEnd, const State& headStart) {
  if (isUnsettled(baseMachine_, *baseEnd.ending)) return;
  State start = headStart;
  start.path = baseEnd.path;
  explore::Explorer explorer(headMachine_, solver_, options_.explorer);
  explorer.explore(std::move(start), budget_,
                   [&](const State& headEnd, const std::vector<std::uint32_t>&) { comparePair(baseEnd, headEnd); });
  noteCuts(explorer.statistics(), "head");
  result_.headStatistics.add(explorer.statistics());
}

void EntryComparison::comparePair(const State& baseEnd, const State& headEnd) {
  if (isUnsettled(headMachine_, *headEnd.ending)) return;
  ++result_.pairs;
  State base = baseEnd;
  State head = headEnd;
  // A global that one version touched is compared with the other's untouched one.
  std::set<std::string> touched;
  for (const bool isBase : {true, false}) {
    const exec::Machine& from = machine(isBase);
    for (const ir::GlobalIndex index : touchedGlobals(from, isBase ? base : head))
      touched.insert(from.program().globals()[index].name);
  }
  const auto globals = [&](const ir::Program& program) {
    std::vector<ir::GlobalIndex> found;
    for (const std::string& name : touched)
      if (const auto index = program.findGlobal(name)) found.push_back(*index);
    return found;
  };
  Outcome baseOutcome = observe(baseMachine_, baseHarness_, base, base_.entry, globals(base_.program));
  Outcome headOutcome = observe(headMachine_, headHarness_, head, head_.entry, globals(head_.program));
  const OutcomePair pair{baseMachine_, headMachine_, base, head, baseOutcome, headOutcome};
  const std::vector<Part> parts = relation_.relate(terms_, pair);
  Term holds = terms_.truth(true);
  for (const Part& part : parts) holds = terms_.logicalAnd(holds, part.holds);
  const Term differ = terms_.logicalAnd(relation_.assume(terms_, pair), terms_.logicalNot(holds));
  if (terms_.isFalse(differ)) {
    ++result_.equalPairs;
    return;
  }
  addChange(base, head, std::move(baseOutcome), std::move(headOutcome), parts, differ);
}

void EntryComparison::addChange(const State& baseEnd, const State& headEnd, Outcome baseOutcome, Outcome headOutcome,
                                const std::vector<Part>& parts, Term differ) {
  std::vector<Term> scratch;
  solver::Query query;
  query.name = "outcome";
  query.path = headEnd.path.relevantTo(differ, scratch);
  query.goal = differ;
  query.canonical = true;
  query.limits = pairLimits;
  const Answer answer = solver_.check(query);
  if (std::holds_alternative<Unsat>(answer)) {
    ++result_.equalPairs;
    return;
  }
  if (const auto* unknown = std::get_if<Unknown>(&answer)) {
    result_.open.insert(fmt::format("whether two outcomes differ could not be decided: {}", unknown->reason));
    return;
  }
  solver::PathCondition shown = headEnd.path;
  shown.add(differ, *std::get<Sat>(answer).model);
  const Answer whole = shown.canonicalModel(solver_, pairLimits);
  const auto* witness = std::get_if<Sat>(&whole);
  if (!witness) {
    result_.open.insert("an input that shows a difference could not be completed");
    return;
  }
  SemanticChange change;
  change.pair = result_.pairs;
  change.witness = witness->model;
  logic::Evaluator evaluator(terms_, *witness->model);
  for (const Part& part : parts)
    if (!evaluator.truth(part.holds)) change.differs.push_back(part.path);
  std::ranges::sort(change.differs);
  change.kind = kindOf(baseOutcome.ending, headOutcome.ending, change.differs);
  Term condition = differ;
  for (const Term constraint : headEnd.path.all()) condition = terms_.logicalAnd(condition, constraint);
  change.condition = condition;
  change.ubOnly = hasFault(baseEnd, *witness->model) || showsUnwritten(baseOutcome, change.differs);
  change.ubIntroduced =
      !change.ubOnly && (hasFault(headEnd, *witness->model) || showsUnwritten(headOutcome, change.differs));
  const ir::FunctionInfo& entry = head_.program.functions()[head_.entry];
  change.fingerprint = fingerprintOf(entry.name, change, baseOutcome.ending, headOutcome.ending);
  if (!fingerprints_.insert(change.fingerprint).second) return;
  result_.changes.push_back({std::move(change), std::make_unique<State>(baseEnd), std::make_unique<State>(headEnd),
                             std::move(baseOutcome), std::move(headOutcome)});
  if (onChange_) (*onChange_)(result_.changes.back());
}

bool EntryComparison::hasFault(const State& state, const logic::Assignment& input) const {
  logic::Evaluator evaluator(terms_, input);
  bool found = false;
  state.faults.forEach([&](const exec::PossibleFault& fault) { found = found || evaluator.truth(fault.condition); });
  return found;
}

void EntryComparison::noteCuts(const explore::Statistics& statistics, std::string_view version) {
  for (const auto& [bound, count] : statistics.cut)
    result_.open.insert(fmt::format("{} was not explored to its end: {}", version, bound));
}

Verdict EntryComparison::verdict() const {
  if (!result_.changes.empty()) return Verdict::Changed;
  return result_.open.empty() ? Verdict::Unchanged : Verdict::Inconclusive;
}

} // namespace beagle::compare
