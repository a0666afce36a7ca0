#include "analysis/compare/entry_comparison.h"

#include "analysis/compare/prepared_search.h"
#include "analysis/exec/leaks.h"
#include "analysis/exec/library_state.h"
#include "analysis/exec/unwritten.h"

#include <algorithm>

namespace beagle::compare {

using exec::Ending;
using exec::EndKind;

namespace {

constexpr std::uint64_t mostStepsEndless = 2'000, mostStepsOfNumbers = 30'000'000;
constexpr std::size_t mostCallsFound = 1'000;
/// Differences of one sort, from as many places.
constexpr std::ptrdiff_t mostOfOneSort = 4;
/// Inputs of the search with which a partner begins.
constexpr std::size_t mostReached = 24;

bool isError(EndKind kind) {
  return kind == EndKind::MemoryError || kind == EndKind::DivisionByZero || kind == EndKind::AssertFailed ||
         kind == EndKind::Aborted || kind == EndKind::Trapped || kind == EndKind::NeverEnded;
}

ChangeKind kindOf(const exec::Outcome& baseOutcome, const exec::Outcome& headOutcome,
                  const std::vector<std::string>& differs) {
  const Ending &base = baseOutcome.ending, &head = headOutcome.ending;
  if (!isError(base.kind) && isError(head.kind)) return ChangeKind::CrashIntroduced;
  if (isError(base.kind) && !isError(head.kind)) return ChangeKind::CrashFixed;
  if (std::ranges::find(differs, "ending") != differs.end()) return ChangeKind::Termination;
  if (std::ranges::find(differs, "exit status") != differs.end()) return ChangeKind::Termination;
  // A stream that nobody closes is lost, too; the C library has it in a table of its own.
  const auto isLost = [](const std::string& path) { return path == leakedMemory || exec::isHiddenInLibrary(path); };
  if (headOutcome.leaked.size() != baseOutcome.leaked.size() && std::ranges::all_of(differs, isLost))
    return headOutcome.leaked.size() > baseOutcome.leaked.size() ? ChangeKind::Leak : ChangeKind::LeakFixed;
  const auto isEffect = [](const std::string& path) {
    return path == "output" || path == "error output" || path == "other streams" || isCall(path);
  };
  return std::ranges::all_of(differs, isEffect) ? ChangeKind::Effects : ChangeKind::Output;
}

/// When the same allocation of both has failed: they have asked for the same sizes until then. Else nothing is
/// compared: it says nothing what one does without memory that the other one never wants.
Term failsAlike(logic::TermManager& terms, const State& base, const State& head) {
  Term alike = terms.truth(base.failed != 0 && base.failed == head.failed);
  for (std::uint32_t i = 0; i < base.failed && !terms.isFalse(alike); ++i)
    alike = terms.logicalAnd(alike, terms.equal(base.asked[i], head.asked[i]));
  return alike;
}

bool hasAllocated(const State& state) {
  for (exec::ObjectId id = 1; id < state.memory.count(); ++id)
    if (state.memory.exists(id) && exec::isAllocation(state, id)) return true;
  return false;
}

/// Whether it is said more exactly with numbers what the run does.
bool wantsNumbers(const State& ended) {
  bool wants = false;
  ended.approximations.forEach([&](const exec::Approximation& each) { wants = wants || each.isExactForNumbers; });
  return wants;
}

} // namespace

EntryComparison::EntryComparison(logic::TermManager& terms, solver::Solver& solver, input::Leaves& leaves, Side base,
                                 Side head, const Relation& relation, CompareOptions options)
    : terms_(terms), solver_(solver), leaves_(leaves), relation_(relation), options_(std::move(options)),
      pair_(terms, leaves, base, head, options_) {}

support::Result<bool> EntryComparison::search(const support::Budget& budget, const OnChange& onChange) {
  budget_ = budget;
  onChange_ = onChange ? &onChange : nullptr;
  if (auto started = start(); !started) return std::unexpected(std::move(started.error()));
  search(options_.search);
  return !result_.changes.empty();
}

support::Result<void> EntryComparison::start() {
  if (pair_.base().start) return {};
  return pair_.start();
}

/// Whether it is known where the version's code differs.
bool EntryComparison::findChange(bool isBase) {
  PreparedPair::Prepared& version = this->version(isBase);
  exec::ChangedCode::Differences differences;
  const ir::FunctionIndex base = pair_.base().side.entry, head = pair_.head().side.entry;
  DifferingBlocks* differing = options_.differing;
  if (differing && relation_.holdsForEqual() && differing->haveSameInputs(base, head) &&
      (differing->startAlike() || !version.side.program.functions()[version.side.entry].isMain))
    differences = [=](ir::FunctionIndex function) { return differing->of(isBase, function); };
  const ir::SourceLines nowhere;
  const ir::SourceLines& lines = version.side.changed ? *version.side.changed : nowhere;
  changed_.emplace(version.side.program, version.side.entry, lines, differences);
  if (changed_->empty()) return false;
  changed_->addPlaces(version.side.placesIn.value_or(version.side.entry),
                      isBase ? pair_.places().base : pair_.places().head);
  version.machine.watch(*changed_);
  return true;
}

support::Result<EntryResult> EntryComparison::run(const support::Budget& budget, const OnChange& onChange,
                                                  InputPartner* partner) {
  budget_ = budget;
  onChange_ = onChange ? &onChange : nullptr;
  partner_ = partner;
  if (auto started = start(); !started) return std::unexpected(std::move(started.error()));
  offerReached();
  PreparedPair::Prepared& first = version(!options_.headFirst);
  explore::ExplorerOptions exploring = options_.explorer;
  const bool isAimed = exploring.order == explore::Order::Greedy && findChange(!options_.headFirst);
  // Short ways first: most differences need no long one.
  if (exploring.order == explore::Order::Greedy && !isAimed) exploring.order = explore::Order::BreadthFirst;
  explore::Explorer explorer(first.machine, solver_, exploring);
  if (isAimed) explorer.aimAt(*changed_, options_.onlyChange);
  if (isAimed && changed_->hasDifferences()) result_.differing = EntryResult::Differing::NeverMet;
  // What a partner has found at last is looked at, too.
  support::Budget mostOfIt = budget_;
  if (const auto deadline = budget_.deadline(); partner_ && deadline)
    mostOfIt.limitTime((*deadline - support::Budget::Clock::now()) / 10 * 9);
  State start = *first.start;
  if (const std::uint32_t* marks = isAimed ? changed_->blocksOf(first.side.entry) : nullptr) start.met |= marks[0];
  explorer.explore(std::move(start), mostOfIt, [&](const State& end, const std::vector<std::uint32_t>&) {
    otherOf(end);
    tellChanges();
  });
  noteExplored(!options_.headFirst, explorer);
  const bool isOutOfTime = mostOfIt.exhausted();
  for (const bool isBase : {true, false}) {
    const exec::Harness& harness = pair_.version(isBase).harness;
    result_.assumptions.insert(harness.assumptions().begin(), harness.assumptions().end());
    result_.bounds.insert(harness.bounds().begin(), harness.bounds().end());
  }
  result_.assumptions.insert(leaves_.assumptions().begin(), leaves_.assumptions().end());
  for (std::string& assumption : relation_.assumptions()) result_.assumptions.insert(std::move(assumption));
  // Who has run nothing of what differs knows nothing of it.
  result_.allocates = allocates_ || result_.differing == EntryResult::Differing::NeverMet;
  if (allocates_) result_.assumptions.insert("malloc and the like always find memory");
  result_.guessesLengths = pair_.head().harness.hasLengths();
  result_.guessesArrays = !exec::insides(options_.harness.neighbours).empty();
  if (result_.guessesArrays) result_.bounds.insert("pointers lead into arrays as code seems to mean them to");
  // Where nothing was left out, no way leads there at all.
  const bool isWhole =
      explorer.statistics().cut.empty() && result_.bounds.empty() && !result_.guessesLengths && !result_.guessesArrays;
  if (isWhole && result_.differing == EntryResult::Differing::NeverMet)
    result_.differing = EntryResult::Differing::Unknown;
  result_.missesChange = isAimed && options_.onlyChange && !explorer.hasMetChange() && !isWhole && !isOutOfTime;
  result_.isCut = isOutOfTime || result_.missesChange;
  if (partner_ && result_.changes.empty() && verdict() == Verdict::Inconclusive && !result_.missesChange) {
    askPartner();
    if (result_.changes.empty() && result_.unfollowed.empty()) {
      partner_->wait(mostOfIt);
      askPartner();
    }
  }
  tellChanges();
  dropCombinations();
  neighbours_ = pair_.neighbours();
  result_.verdict = verdict();
  return std::move(result_);
}

/// What two places do by themselves says what they do together.
void EntryComparison::dropCombinations() {
  std::map<std::string, std::vector<PlacesMet>> places;
  for (const ShownChange& shown : result_.changes) places[shown.change.sort].push_back(shown.change.places);
  std::erase_if(result_.changes, [&](const ShownChange& shown) {
    return isCombination(shown.change.places, places[shown.change.sort]);
  });
}

/// Tries concrete inputs.
void EntryComparison::search(const SearchOptions& options) {
  if (options.inputs == 0) return;
  PreparedSearch prepared(pair_.base().side, pair_.head().side, relation_, options_);
  InputSearch* search = prepared.start();
  if (!search) return;
  const std::vector<DifferingInput> found = search->run(options.inputs, budget_);
  neighbours_ = prepared.neighbours();
  if (neighbours_.size() != options_.harness.neighbours.size()) return; // there are better inputs
  InputLengths longest, longestSound;
  for (const DifferingInput& input : found) {
    const InputLengths lengths = prepared.lengthsOf(input);
    if (!lengths.exceed(options_.harness)) {
      if (addFound(input)) found_.push_back(input);
      tellChanges();
      continue;
    }
    longest.add(lengths);
    if (input.isSound) longestSound.add(lengths);
  }
  // Longer ones are wanted where they say more.
  const auto& shown = result_.changes;
  if (std::ranges::all_of(shown, [](const ShownChange& each) { return each.change.ubOnly; })) wanted_ = longest;
  else if (std::ranges::all_of(shown, [](const ShownChange& each) { return !each.change.isSound(); }))
    wanted_ = longestSound;
  result_.searched.add(search->statistics());
  reached_ = search->latest(
      mostReached, [&](const DifferingInput& input) { return !prepared.lengthsOf(input).exceed(options_.harness); });
}

/// Both versions go the way of an input that the search has found. Mostly that says which other inputs go the
/// same way; where terms cannot follow, as through a sine, it is this one input.
bool EntryComparison::addFound(const DifferingInput& found, bool withNumbers) {
  NamedValues values(terms_, found);
  exec::GivenInput input(terms_, leaves_);
  input.begin(values);
  bool hasFollowed = false;
  for (const bool isFree : {true, false}) {
    if (isFree && withNumbers) continue;
    // Terms grow with every round.
    const std::uint64_t most = isFree ? (found.isEndless ? mostStepsEndless : mostStepsFound)
                                      : (found.isEndless ? mostStepsFound : mostStepsOfNumbers);
    const auto base = runFound(pair_.base(), *pair_.base().start, input, isFree, most);
    if (!base) continue;
    State start = *pair_.head().start;
    start.path = base->path;
    for (const exec::Alias& alias : pair_.base().harness.aliases(*base)) start.aliases.push(alias);
    auto head = runFound(pair_.head(), std::move(start), input, isFree, most);
    if (!head || (isFree && (wantsNumbers(*base) || wantsNumbers(*head)))) continue;
    if (!haveSameAddresses(*base, *head)) {
      hasFollowed = true; // and says nothing: neither does a native run, which has put them somewhere, too
      continue;
    }
    if (!isFree)
      for (const std::uint32_t number : input.known()) {
        const input::Leaf& leaf = leaves_.all()[number];
        head->path.add(terms_.equal(leaf.variable, input.constant(leaf.variable)), input.assignment());
      }
    judge(*base, *head, &input);
    return true;
  }
  return hasFollowed;
}

/// One that the search has found, and that shows a difference of these paths.
std::shared_ptr<const logic::Assignment> EntryComparison::knownInput(const ObservedPair& pair) {
  for (const DifferingInput& found : found_) {
    NamedValues values(terms_, found);
    exec::GivenInput input(terms_, leaves_);
    input.begin(values);
    const std::vector<Term> path = pair.head.path.all();
    const auto holds = [&](Term condition) { return input.truth(condition); };
    if (std::ranges::all_of(path, holds) && holds(pair.differ) && holds(pair.defined) == found.isDefined)
      return std::make_shared<const logic::Assignment>(input.assignment());
  }
  return {};
}

std::optional<State> EntryComparison::runFound(PreparedPair::Prepared& version, State state, exec::GivenInput& input,
                                               bool isFree, std::uint64_t mostSteps) {
  if (!isFree) {
    version.surroundings.give(input, version.machine);
    version.surroundings.giveArguments(state, version.side.entry);
  }
  support::Budget budget = budget_;
  if (isFree && mostForTerms_) budget.limitTime(*mostForTerms_);
  const InputRun ran = runInput(version.machine, state, input,
                                {.keepsPath = isFree, .maxSteps = mostSteps, .mostCalls = mostCallsFound}, budget);
  version.surroundings.release();
  if (ran.stop || state.ending->kind == EndKind::Unsupported || state.ending->kind == EndKind::OutOfBound) return {};
  return state;
}

bool EntryComparison::isUnsettled(const exec::Machine& machine, const Ending& ending) {
  if (ending.kind != EndKind::Unsupported && ending.kind != EndKind::OutOfBound) return false;
  const ir::Location place = machine.location(ending.site);
  const std::string where = fmt::format("{}:{}", machine.program().file(place.file), place.line);
  if (ending.isLimit) result_.bounds.insert(fmt::format("{} ({})", ending.text, where));
  else result_.open.insert(fmt::format("{}: {} at {}", describe(ending.kind), ending.text, where));
  return true;
}

void EntryComparison::noteApproximations(const exec::Machine& machine, const State& state) {
  state.approximations.forEach([&](const exec::Approximation& each) { noteApproximation(machine, each); });
}

void EntryComparison::noteApproximation(const exec::Machine& machine, const exec::Approximation& approximation) {
  const ir::Location place = machine.location(approximation.site);
  result_.bounds.insert(fmt::format("{} ({}:{})", approximation.text, machine.program().file(place.file), place.line));
}

bool EntryComparison::haveSameAddresses(const State& baseEnd, const State& headEnd) {
  std::map<std::uint32_t, std::uint64_t> inputs;
  std::map<std::string_view, std::uint64_t> globals;
  const auto globalNamed = [](const exec::Machine& machine, exec::ObjectId id) -> std::string_view {
    return id <= machine.program().globals().size() ? machine.program().globals()[id - 1].name : std::string_view();
  };
  const exec::Machine& base = pair_.base().machine;
  const exec::Machine& head = pair_.head().machine;
  baseEnd.memory.forEachAddressed([&](exec::ObjectId id) {
    const std::uint64_t address = baseEnd.memory.knownAddress(id);
    if (const auto input = exec::inputAt(baseEnd, id)) inputs[input->pointer] = address;
    else if (const std::string_view name = globalNamed(base, id); !name.empty()) globals[name] = address;
  });
  bool same = true;
  headEnd.memory.forEachAddressed([&](exec::ObjectId id) {
    const std::uint64_t address = headEnd.memory.knownAddress(id);
    if (const auto input = exec::inputAt(headEnd, id)) {
      if (const auto known = inputs.find(input->pointer); known != inputs.end())
        same = same && known->second == address;
    } else if (const auto known = globals.find(globalNamed(head, id)); known != globals.end()) {
      same = same && known->second == address;
    }
  });
  return same;
}

/// By what no program means to do.
static bool breaksOff(EndKind kind) {
  return kind == EndKind::MemoryError || kind == EndKind::DivisionByZero || kind == EndKind::Trapped;
}

/// It ended where the input has less memory than the code takes it to have, or none.
static bool isAboutInput(const State& ended) {
  const Ending& ending = *ended.ending;
  return ending.fault == exec::MemoryFault::WildPointer ||
         (ending.fault == exec::MemoryFault::OutOfBounds && exec::inputAt(ended, ending.object));
}

/// The other version runs under the path condition of an ended run of the first.
void EntryComparison::otherOf(const State& firstEnd) {
  PreparedPair::Prepared& first = version(!options_.headFirst);
  PreparedPair::Prepared& other = version(options_.headFirst);
  if (partner_) {
    if (!options_.headFirst && firstEnd.path.modelKnown()) partner_->offer(firstEnd, firstEnd.path.model());
    askPartner();
  }
  const bool onlyFailing = options_.harness.oneAllocationFails;
  if (onlyFailing && firstEnd.failed == 0) return;
  if (isUnsettled(first.machine, *firstEnd.ending)) return;
  if (!options_.headFirst) result_.endsWell |= !breaksOff(firstEnd.ending->kind);
  State start = *other.start;
  start.path = firstEnd.path;
  for (const exec::Alias& alias : first.harness.aliases(firstEnd)) start.aliases.push(alias);
  explore::Explorer explorer(other.machine, solver_, options_.explorer);
  explorer.explore(std::move(start), budget_, [&](const State& otherEnd, const std::vector<std::uint32_t>&) {
    const Term alike = onlyFailing ? failsAlike(terms_, firstEnd, otherEnd) : terms_.truth(true);
    if (terms_.isFalse(alike)) return;
    if (isUnsettled(other.machine, *otherEnd.ending)) return;
    if (options_.headFirst) result_.endsWell |= !breaksOff(otherEnd.ending->kind);
    ++result_.pairs;
    const State& baseEnd = options_.headFirst ? otherEnd : firstEnd;
    State headEnd = options_.headFirst ? firstEnd : otherEnd;
    headEnd.path = otherEnd.path; // of both
    if (!terms_.isTrue(alike)) headEnd.path.add(alike);
    if (!haveSameAddresses(baseEnd, headEnd)) {
      result_.open.insert(
          "the versions look at where objects lie in another order, and the engine has put them elsewhere in each");
      return;
    }
    noteApproximations(pair_.base().machine, baseEnd);
    noteApproximations(pair_.head().machine, headEnd);
    noteShortInput(first, firstEnd);
    noteShortInput(other, otherEnd);
    noteDiffering(firstEnd, otherEnd);
    if (judge(baseEnd, headEnd, nullptr)) ++result_.equalPairs;
  });
  noteExplored(options_.headFirst, explorer);
}

/// A run that ends for want of more of the input says nothing about inputs that have more.
void EntryComparison::noteShortInput(PreparedPair::Prepared& version, const State& ended) {
  const Ending& ending = *ended.ending;
  if (ending.kind != EndKind::MemoryError || ending.fault != exec::MemoryFault::OutOfBounds) return;
  const exec::InputPointer* pointer = version.harness.pointerAt(ended, ending.object);
  if (!pointer || pointer->elements || pointer->maxElements != 1 || pointer->isAsked) return;
  result_.bounds.insert(fmt::format("{} leads to one element", pointer->path));
}

void EntryComparison::noteDiffering(const State& firstEnd, const State& otherEnd) {
  using Differing = EntryResult::Differing;
  if (result_.differing == Differing::Unknown || (firstEnd.met & exec::ChangedCode::Difference) == 0) return;
  const bool isBad = breaksOff(firstEnd.ending->kind) && breaksOff(otherEnd.ending->kind);
  result_.failsByInput |= isBad && isAboutInput(firstEnd);
  result_.differing = std::max(result_.differing, isBad ? Differing::EndsBadly : Differing::EndsWell);
}

void EntryComparison::noteExplored(bool isBase, const explore::Explorer& explorer) {
  noteCuts(explorer.statistics(), isBase ? "base" : "head");
  (isBase ? result_.baseStatistics : result_.headStatistics).add(explorer.statistics());
  for (const exec::Approximation& each : explorer.approximationsOfSame())
    noteApproximation(pair_.version(isBase).machine, each);
}

/// Whether what is done for that input depends on what was never written. The terms of `defined` try only a few
/// contents of that.
bool EntryComparison::restsOnUnwritten(const State& end, const Found& found) {
  bool rests = false;
  end.faults.forEach([&](const exec::PossibleFault& fault) {
    rests = rests || (exec::isAboutUnwritten(terms_, fault.condition) &&
                      exec::holdsForSomeUnwritten(terms_, solver_, fault.condition, *found.witness));
  });
  return rests;
}

bool EntryComparison::judge(const State& baseEnd, const State& headEnd, exec::GivenInput* shown) {
  if (!allocates_) allocates_ = hasAllocated(baseEnd) || hasAllocated(headEnd);
  ObservedPair pair = observeBoth(pair_.base().version(), baseEnd, pair_.head().version(), headEnd, relation_);
  if (terms_.isFalse(pair.differ)) return !addLeak(pair, shown);
  // An input for which base is defined says more than one for which it is not. Any input is found sooner, and
  // mostly it is such a one.
  Found any;
  if (shown) {
    if (!shown->truth(pair.differ)) return false;
    (void)shown->truth(pair.defined); // gives a value to all that it is about
    any = {pair.differ, std::make_shared<const logic::Assignment>(shown->assignment())};
  } else if (const auto known = knownInput(pair)) {
    any = {pair.differ, known};
  } else {
    any = difference(pair.head, pair.differ, pair.defined);
  }
  if (!any.isDecided) return false;
  if (!any.witness) return !addLeak(pair, shown);
  if (!shown && (wantsNumbers(baseEnd) || wantsNumbers(headEnd))) {
    judgeWithNumbers(pair, *any.witness);
    return false;
  }
  const bool isDefined =
      logic::Evaluator(terms_, *any.witness).truth(pair.defined) && !restsOnUnwritten(pair.base, any);
  Found better =
      isDefined || terms_.isFalse(pair.defined) ? Found{} : difference(pair.head, pair.defined, pair.defined);
  if (better.witness && restsOnUnwritten(pair.base, better)) better.witness.reset();
  const bool ubOnly = !isDefined && !better.witness;
  const Found& found = better.witness ? better : any;
  if (!ubOnly)
    if (const Found plain = withoutUndefined(pair, found); plain.witness) addChange(pair, plain, false);
  if (!ubOnly && options_.seeksCrash)
    if (const Found undefined = withUndefined(pair, found); undefined.witness) addChange(pair, undefined, false);
  const Found shownAs = seen(pair, found);
  addChange(std::move(pair), shownAs, ubOnly);
  return false;
}

/// What they leak, where nothing else differs and base is defined. Whether it is not the same.
bool EntryComparison::addLeak(ObservedPair& pair, exec::GivenInput* shown) {
  if (!pair.leaksApart) return false;
  const Term defined = terms_.logicalNot(relation_.undefinedWhen(terms_, pair.base));
  Found found;
  if (!shown) found = difference(pair.head, defined, defined);
  else if (shown->truth(defined)) found = {defined, std::make_shared<const logic::Assignment>(shown->assignment())};
  if (!found.isDecided) return true;
  if (!found.witness) return false;
  addChange(std::move(pair), found, false);
  return true;
}

/// Where a run leaves an object: so near to it that a sanitizer sees that, if it may be.
EntryComparison::Found EntryComparison::seen(const ObservedPair& pair, const Found& found) {
  Term isSeen = terms_.truth(true);
  for (const exec::Outcome* outcome : {&pair.baseOutcome, &pair.headOutcome})
    if (const Term ofOne = outcome->ending.isSeen) isSeen = terms_.logicalAnd(isSeen, ofOne);
  if (terms_.isConstant(isSeen) || logic::Evaluator(terms_, *found.witness).truth(isSeen)) return found;
  const Term both = terms_.logicalAnd(found.condition, isSeen);
  const Found nearer = terms_.isFalse(both) ? Found{} : difference(pair.head, both, both);
  return nearer.witness ? nearer : found;
}

void EntryComparison::judgeWithNumbers(const ObservedPair& pair, const logic::Assignment& witness) {
  DifferingInput input;
  for (const input::Leaf& leaf : leaves_.all())
    if (leaf.type.width <= 64 && witness.has(leaf.variable))
      input.values.emplace(terms_.name(leaf.variable), witness.bits64(leaf.variable));
  isShown_ = false;
  if (addFound(input, true) && isShown_) return;
  for (const State* end : {&pair.base, &pair.head})
    end->approximations.forEach([&](const exec::Approximation& each) {
      if (each.isExactForNumbers)
        result_.open.insert(fmt::format("whether two outcomes differ could not be decided: {}", each.text));
    });
}

/// Where head is undefined for the input, one for which it is not: another difference, of the same two paths.
EntryComparison::Found EntryComparison::withoutUndefined(const ObservedPair& pair, const Found& found) {
  const Term undefined = relation_.undefinedWhen(terms_, pair.head);
  if (terms_.isFalse(undefined) || !logic::Evaluator(terms_, *found.witness).truth(undefined)) return {};
  const Term plain = terms_.logicalAnd(pair.defined, terms_.logicalNot(undefined));
  return terms_.isFalse(plain) ? Found{} : difference(pair.head, plain, plain);
}

/// Where head is defined for the input, one for which it is not, and base is.
EntryComparison::Found EntryComparison::withUndefined(const ObservedPair& pair, const Found& found) {
  const Term undefined = relation_.undefinedWhen(terms_, pair.head);
  if (terms_.isFalse(undefined) || logic::Evaluator(terms_, *found.witness).truth(undefined)) return {};
  const Term anew = terms_.logicalAnd(pair.defined, undefined);
  if (terms_.isFalse(anew)) return {};
  Found result = difference(pair.head, anew, anew);
  if (!result.witness || !restsOnUnwritten(pair.base, result)) return result;
  result_.open.insert(
      "whether it is undefined anew was not decided where the old version reads what was never written");
  return {};
}

void EntryComparison::addChange(ObservedPair pair, const Found& found, bool ubOnly) {
  isShown_ = true;
  result_.endsWell |= !breaksOff(pair.base.ending->kind);
  SemanticChange change;
  change.pair = result_.pairs;
  change.witness = found.witness;
  logic::Evaluator evaluator(terms_, *found.witness);
  for (const Part& part : pair.parts)
    if (!evaluator.truth(part.holds)) change.differs.push_back(part.path);
  std::ranges::sort(change.differs);
  const Ending& base = pair.baseOutcome.ending;
  const Ending& head = pair.headOutcome.ending;
  change.kind = kindOf(pair.baseOutcome, pair.headOutcome, change.differs);
  Term condition = found.condition;
  for (const Term constraint : pair.head.path.all()) condition = terms_.logicalAnd(condition, constraint);
  change.condition = condition;
  change.ubOnly = ubOnly;
  const std::set<std::string> undefined = undefinedValues(pair.headOutcome);
  const auto isUndefined = [&](const std::string& path) { return undefined.contains(path); };
  change.ubIntroduced = !ubOnly && (evaluator.truth(relation_.undefinedWhen(terms_, pair.head)) ||
                                    std::ranges::any_of(change.differs, isUndefined));
  change.places = {exec::ChangedCode::placesMet(pair.base), exec::ChangedCode::placesMet(pair.head)};
  const Side& entry = pair_.head().side;
  change.sort = sortOf(entry.program.functions()[entry.entry].name, change, base, head);
  change.fingerprint = fingerprintOf(change);
  const auto shown = std::ranges::count(result_.changes, change.sort,
                                        [](const ShownChange& other) -> const auto& { return other.change.sort; });
  if (shown >= mostOfOneSort || !fingerprints_.insert(change.fingerprint).second) return;
  result_.changes.push_back({std::move(change), std::make_unique<State>(std::move(pair.base)),
                             std::make_unique<State>(std::move(pair.head)), std::move(pair.baseOutcome),
                             std::move(pair.headOutcome)});
}

/// While no run is under way: whoever is told may run the witness.
void EntryComparison::tellChanges() {
  for (; told_ < result_.changes.size(); ++told_)
    if (onChange_) (*onChange_)(result_.changes[told_]);
}

void EntryComparison::noteCuts(const explore::Statistics& statistics, std::string_view version) {
  for (const auto& [bound, count] : statistics.cut)
    result_.open.insert(fmt::format("the {} version was not explored to its end: {}", version == "base" ? "old" : "new",
                                    bound == "time" ? "its time is over" : bound));
}

Verdict EntryComparison::verdict() const {
  if (!result_.changes.empty()) return Verdict::Changed;
  return result_.open.empty() ? Verdict::Unchanged : Verdict::Inconclusive;
}

} // namespace beagle::compare
