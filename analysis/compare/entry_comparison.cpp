#include "analysis/compare/entry_comparison.h"

#include "analysis/compare/memory_shape.h"
#include "analysis/exec/leaks.h"
#include "analysis/logic/bit_vector.h"

#include <algorithm>

namespace beagle::compare {

using exec::Ending;
using exec::EndKind;
using solver::Answer;
using solver::Sat;
using solver::Unknown;
using solver::Unsat;

namespace {

constexpr solver::Limits pairLimits{200'000'000};
constexpr solver::Limits canonicalLimits{5'000'000};

bool isError(EndKind kind) {
  return kind == EndKind::MemoryError || kind == EndKind::DivisionByZero || kind == EndKind::AssertFailed ||
         kind == EndKind::Aborted || kind == EndKind::Trapped;
}

ChangeKind kindOf(const Ending& base, const Ending& head, const std::vector<std::string>& differs) {
  if (!isError(base.kind) && isError(head.kind)) return ChangeKind::CrashIntroduced;
  if (isError(base.kind) && !isError(head.kind)) return ChangeKind::CrashFixed;
  if (std::ranges::find(differs, "ending") != differs.end()) return ChangeKind::Termination;
  if (std::ranges::find(differs, "exit status") != differs.end()) return ChangeKind::Termination;
  if (differs == std::vector{std::string(leakedMemory)}) return ChangeKind::Leak;
  const auto isEffect = [](const std::string& path) {
    return path == "output" || path == "error output" || path == "other streams" || path.ends_with("()");
  };
  return std::ranges::all_of(differs, isEffect) ? ChangeKind::Effects : ChangeKind::Output;
}

bool hasAllocated(const State& state) {
  for (exec::ObjectId id = 1; id < state.memory.count(); ++id)
    if (state.memory.exists(id) && exec::isAllocation(state, id)) return true;
  return false;
}

/// What was never written, or is poison.
std::set<std::string> undefinedValues(const Outcome& outcome) {
  std::set<std::string> paths;
  for (const exec::Observed& observed : outcome.values)
    if (!observed.value.isDefined()) paths.insert(observed.path);
  return paths;
}

} // namespace

EntryComparison::EntryComparison(logic::TermManager& terms, solver::Solver& solver, input::Leaves& leaves,
                                 Side base, Side head, const Relation& relation, CompareOptions options)
    : terms_(terms), solver_(solver), leaves_(leaves), base_(base), head_(head), relation_(relation),
      options_(options), baseHarness_(base.program, base.types, leaves, options.harness, exec::OtherVersion{head.program, head.types}),
      headHarness_(head.program, head.types, leaves, options.harness, exec::OtherVersion{base.program, base.types}),
      baseMachine_(base.program, terms, baseHarness_, options.machine),
      headMachine_(head.program, terms, headHarness_, options.machine) {}

support::Result<EntryResult> EntryComparison::run(const support::Budget& budget, const OnChange& onChange) {
  budget_ = budget;
  onChange_ = onChange ? &onChange : nullptr;
  auto headStart = headHarness_.start(headMachine_, head_.entry);
  if (!headStart) return support::within(headStart, "head");
  auto baseStart = baseHarness_.start(baseMachine_, base_.entry, baseNames(), &headHarness_);
  if (!baseStart) return support::within(baseStart, "base");
  // What one version asks of its inputs holds for the other as well.
  for (const Term constraint : headStart->path.all()) baseStart->path.add(constraint);
  baseStart_ = *baseStart;
  headStart_ = *headStart;

  explore::Explorer explorer(baseMachine_, solver_, options_.explorer);
  explorer.explore(std::move(*baseStart), budget_,
                   [&](const State& end, const std::vector<std::uint32_t>&) { headOf(end, *headStart); });
  result_.baseStatistics = explorer.statistics();
  noteCuts(explorer.statistics(), "base");
  for (const exec::Harness* harness : {&baseHarness_, &headHarness_}) {
    result_.assumptions.insert(harness->assumptions().begin(), harness->assumptions().end());
    result_.bounds.insert(harness->bounds().begin(), harness->bounds().end());
  }
  if (allocates_) result_.assumptions.insert("malloc and the like always find memory");
  result_.guessesLengths = headHarness_.hasLengths();
  result_.isCut = budget_.exhausted();
  result_.verdict = verdict();
  return std::move(result_);
}

/// What base's parameters go by: head's names. Those of the same name and type are the same; others, by their
/// place.
std::vector<std::string> EntryComparison::baseNames() const {
  const ir::SourceFunction base = base_.types.function(base_.entry);
  const ir::SourceFunction head = head_.types.function(head_.entry);
  const auto typeName = [](const Side& side, ir::TypeIndex index) {
    return index == ir::none ? std::string() : side.types.type(index).name;
  };
  std::vector<std::string> names(base.parameters.size());
  std::set<std::size_t> taken;
  for (std::size_t i = 0; i < base.parameters.size(); ++i)
    for (std::size_t k = 0; k < head.parameters.size(); ++k) {
      if (base.parameters[i].name.empty() || base.parameters[i].name != head.parameters[k].name ||
          taken.contains(k))
        continue;
      if (typeName(base_, base.parameters[i].type) != typeName(head_, head.parameters[k].type)) continue;
      names[i] = head.parameters[k].name;
      taken.insert(k);
      break;
    }
  for (std::size_t i = 0; i < base.parameters.size(); ++i) {
    if (!names[i].empty()) continue;
    const bool isFree = i < head.parameters.size() && !taken.contains(i);
    names[i] = isFree ? head.parameters[i].name : base.parameters[i].name;
    if (isFree) taken.insert(i);
  }
  return names;
}

bool EntryComparison::isUnsettled(const exec::Machine& machine, const Ending& ending) {
  if (ending.kind != EndKind::Unsupported && ending.kind != EndKind::OutOfBound) return false;
  const ir::Location place = machine.location(ending.site);
  result_.open.insert(fmt::format("{}: {} at {}:{}", describe(ending.kind), ending.text,
                                  machine.program().file(place.file), place.line));
  return true;
}

/// The head runs under the path condition of an ended base run.
void EntryComparison::headOf(const State& baseEnd, const State& headStart) {
  if (isUnsettled(baseMachine_, *baseEnd.ending)) return;
  result_.endsWell |= baseEnd.ending->kind != EndKind::MemoryError;
  State start = headStart;
  start.path = baseEnd.path;
  for (const exec::Alias& alias : baseHarness_.aliases(baseEnd)) start.aliases.push(alias);
  explore::Explorer explorer(headMachine_, solver_, options_.explorer);
  explorer.explore(std::move(start), budget_, [&](const State& headEnd, const std::vector<std::uint32_t>&) {
    comparePair(baseEnd, headEnd);
  });
  noteCuts(explorer.statistics(), "head");
  result_.headStatistics.add(explorer.statistics());
}

void EntryComparison::comparePair(const State& baseEnd, const State& headEnd) {
  if (isUnsettled(headMachine_, *headEnd.ending)) return;
  ++result_.pairs;
  if (!allocates_) allocates_ = hasAllocated(baseEnd) || hasAllocated(headEnd);
  State base = baseEnd;
  State head = headEnd;
  baseMachine_.attach(base);
  baseHarness_.adopt(base, headHarness_.aliases(headEnd));
  headMachine_.attach(head);
  headHarness_.adopt(head, baseHarness_.aliases(baseEnd));
  // What one version touched is compared with what the other left untouched.
  exec::Touched touched;
  addTouched(baseMachine_, base, touched);
  addTouched(headMachine_, head, touched);
  Outcome baseOutcome = observe(baseMachine_, baseHarness_, base, base_.entry, touched);
  Outcome headOutcome = observe(headMachine_, headHarness_, head, head_.entry, touched);
  const OutcomePair pair{baseMachine_, headMachine_, base, head, baseOutcome, headOutcome};
  const std::vector<Part> parts = relation_.relate(terms_, pair);
  const std::set<std::string> undefined = undefinedValues(baseOutcome);
  Term holds = terms_.truth(true);
  Term definedHold = terms_.truth(true);
  for (const Part& part : parts) {
    holds = terms_.logicalAnd(holds, part.holds);
    if (!undefined.contains(part.path)) definedHold = terms_.logicalAnd(definedHold, part.holds);
  }
  const Term assume = relation_.assume(terms_, pair);
  const Term differ = terms_.logicalAnd(assume, terms_.logicalNot(holds));
  if (terms_.isFalse(differ)) {
    ++result_.equalPairs;
    return;
  }
  // An input for which base is defined says more than one for which it is not. Any input is found sooner, and
  // mostly it is such a one.
  const Term defined = terms_.logicalAnd(terms_.logicalAnd(assume, terms_.logicalNot(definedHold)),
                                         terms_.logicalNot(undefinedWhen(terms_, base)));
  const Found any = difference(head, differ, defined);
  if (!any.isDecided) return;
  if (!any.witness) {
    ++result_.equalPairs;
    return;
  }
  const bool isDefined = logic::Evaluator(terms_, *any.witness).truth(defined);
  const Found better = isDefined || terms_.isFalse(defined) ? Found{} : difference(head, defined, defined);
  const bool ubOnly = !isDefined && !better.witness;
  addChange(base, head, std::move(baseOutcome), std::move(headOutcome), parts, better.witness ? better : any,
            ubOnly);
}

EntryComparison::Found EntryComparison::difference(const State& headEnd, Term differ, Term wish) {
  std::vector<Term> scratch;
  solver::Query query;
  query.name = "outcome";
  query.path = headEnd.path.relevantTo(differ, scratch);
  query.goal = differ;
  query.limits = pairLimits;
  const Answer answer = solver_.check(query);
  if (std::holds_alternative<Unsat>(answer)) return {};
  if (const auto* unknown = std::get_if<Unknown>(&answer)) {
    result_.open.insert(fmt::format("whether two outcomes differ could not be decided: {}", unknown->reason));
    return {.isDecided = false};
  }
  solver::PathCondition shown = headEnd.path;
  shown.add(differ, *std::get<Sat>(answer).model);
  if (shown.modelKnown() && logic::Evaluator(terms_, shown.model()).truth(wish))
    shown.add(wish, shown.model());
  simplify(shown);
  // The same witness however it was found, unless that is too hard: any other is as true.
  const Answer whole = shown.canonicalModel(solver_, canonicalLimits);
  const auto* canonical = std::get_if<Sat>(&whole);
  if (!canonical && !shown.modelKnown()) {
    result_.open.insert("an input that shows a difference could not be completed");
    return {.isDecided = false};
  }
  const auto witness =
      canonical ? canonical->model : std::make_shared<const logic::Assignment>(shown.model());
  return {differ, witness};
}

void EntryComparison::addChange(const State& baseEnd, const State& headEnd, Outcome baseOutcome,
                                Outcome headOutcome, const std::vector<Part>& parts, const Found& found,
                                bool ubOnly) {
  SemanticChange change;
  change.pair = result_.pairs;
  change.witness = found.witness;
  logic::Evaluator evaluator(terms_, *found.witness);
  for (const Part& part : parts)
    if (!evaluator.truth(part.holds)) change.differs.push_back(part.path);
  std::ranges::sort(change.differs);
  change.kind = kindOf(baseOutcome.ending, headOutcome.ending, change.differs);
  Term condition = found.condition;
  for (const Term constraint : headEnd.path.all()) condition = terms_.logicalAnd(condition, constraint);
  change.condition = condition;
  change.ubOnly = ubOnly;
  const std::set<std::string> undefined = undefinedValues(headOutcome);
  const auto isUndefined = [&](const std::string& path) { return undefined.contains(path); };
  change.ubIntroduced = !ubOnly && (evaluator.truth(undefinedWhen(terms_, headEnd)) ||
                                    std::ranges::any_of(change.differs, isUndefined));
  const ir::FunctionInfo& entry = head_.program.functions()[head_.entry];
  change.fingerprint = fingerprintOf(entry.name, change, baseOutcome.ending, headOutcome.ending);
  if (!fingerprints_.insert(change.fingerprint).second) return;
  result_.changes.push_back({std::move(change), std::make_unique<State>(baseEnd),
                             std::make_unique<State>(headEnd), std::move(baseOutcome),
                             std::move(headOutcome)});
  if (onChange_) (*onChange_)(result_.changes.back());
}

void EntryComparison::simplify(solver::PathCondition& path) {
  constexpr solver::Limits quickly{2'000'000};
  constexpr std::size_t mostTries = 200;
  std::set<std::uint32_t> mentioned;
  for (const Term constraint : path.all())
    for (const std::uint32_t number : terms_.support(constraint)) mentioned.insert(number);
  std::vector<Term> scratch;
  const auto require = [&](Term wish) {
    solver::Query query;
    query.name = "simplify";
    query.path = path.relevantTo(wish, scratch);
    query.goal = wish;
    query.limits = quickly;
    const Answer answer = solver_.check(query);
    const auto* sat = std::get_if<Sat>(&answer);
    if (sat) path.add(wish, *sat->model);
    return sat != nullptr;
  };
  std::size_t tries = 0;
  // Sizes first: what a buffer does not have needs no value.
  for (const bool isSize : {true, false})
    for (const input::Leaf& leaf : leaves_.all()) {
      const bool isOwn = !leaf.source && leaf.path.ends_with(".size");
      if (isOwn != isSize || !mentioned.contains(terms_.variableNumber(leaf.variable))) continue;
      if (leaf.type.width == 1) continue; // false, or a pointer that is not null, as the model has it
      if (++tries > mostTries) return;
      const auto is = [&](std::uint64_t value) {
        return terms_.equal(leaf.variable, terms_.constant(logic::BitVector(leaf.type.width, value)));
      };
      if (!isSize && require(is(0))) continue;
      if (require(is(1)) || leaf.type.kind == ir::ScalarKind::Float) continue;
      if (isSize) {
        require(is(2));
        continue;
      }
      if (leaf.type.width > 1 && require(is(~std::uint64_t{0}))) continue; // -1
      const auto isNear = [&](std::uint64_t distance) {                    // from zero, on either side
        const Term moved =
            terms_.binary(logic::Op::Add, leaf.variable, terms_.constant(leaf.type.width, distance));
        return terms_.binary(logic::Op::ULess, moved, terms_.constant(leaf.type.width, 2 * distance));
      };
      for (const std::uint64_t distance : {16, 128, 32768})
        if ((std::uint64_t{4} * distance >> std::min(leaf.type.width - 1U, 63U)) == 0 &&
            require(isNear(distance)))
          break;
    }
}

void EntryComparison::noteCuts(const explore::Statistics& statistics, std::string_view version) {
  for (const auto& [bound, count] : statistics.cut)
    result_.open.insert(fmt::format("the {} version was not explored to its end: {}",
                                    version == "base" ? "old" : "new",
                                    bound == "time" ? "its time is over" : bound));
}

Verdict EntryComparison::verdict() const {
  if (!result_.changes.empty()) return Verdict::Changed;
  return result_.open.empty() ? Verdict::Unchanged : Verdict::Inconclusive;
}

} // namespace beagle::compare
