#include "analysis/pipeline/entry_comparer.h"

#include "analysis/pipeline/comparison_report.h"
#include "analysis/pipeline/project_settings.h"
#include "analysis/solver/chain.h"
#include "analysis/support/deadline.h"
#include "analysis/support/text.h"

#include <algorithm>
#include <utility>

namespace beagle::pipeline {

using report::Report;
using support::Result;

namespace {

using Duration = EntryComparer::Clock::duration;

/// What shows at all without following single paths shows soon.
constexpr std::chrono::seconds mostForProof{5};
/// Mostly it shows at once. Where it does not, looking for a difference comes first.
constexpr std::chrono::milliseconds leastForFirstProof{150}, mostForFirstProof{200};
/// To look for differences that do not rest on undefined behaviour, where all that are known do; or on longer buffers.
constexpr std::chrono::seconds mostForSound{3};

/// Of standard input, where it is nothing else.
constexpr std::uint32_t numbersToRead = 16;
/// To look at what happens where an allocation fails.
constexpr std::chrono::seconds mostForFailing{2};
/// To look for inputs for which the old version is undefined, where for all others both do the same.
constexpr std::chrono::seconds mostForUndefined{1};
/// Most differences show on one of the first inputs: one in so many of all.
constexpr std::uint64_t partTriedFirst = 25;
constexpr std::uint64_t partTriedWider = 5; ///< where the others have shown nothing within smaller bounds
/// Differences of an entry that are run before all are known, until one is seen.
constexpr int mostRunSoon = 3;
/// However little time there is: it is seldom needed.
constexpr std::chrono::milliseconds leastForSearch{250};
/// What is equal within bounds mostly is.
constexpr std::chrono::seconds mostForWider{5};
/// Of the bounds, where nothing comes to what changed within smaller ones.
constexpr std::uint32_t mostWidening = 4;

void widenBounds(compare::CompareOptions& options, std::uint32_t factor) {
  options.harness.maxElements *= factor;
  options.harness.maxString *= factor;
}

/// It reads or writes where it must not.
bool isMemoryError(const Report::Outcome& outcome) { return outcome.ending.starts_with("memory error"); }
bool endsBadly(const Report::Change& change) { return isMemoryError(change.base) || isMemoryError(change.head); }

bool isOfErrors(const std::vector<Report::Change>& changes) {
  return !changes.empty() && std::ranges::all_of(changes, endsBadly);
}

void addChange(Report::Function& function, Report::Change change) {
  function.changes.push_back(std::move(change));
  function.verdict = "changed";
  function.proof = "none";
}

/// What another pass has found, with other inputs.
void addEarlier(Report::Function& function, const std::vector<Report::Change>& earlier) {
  for (const Report::Change& change : earlier) {
    if (change.replayed == false ||
        std::ranges::find(function.changes, change.fingerprint, &Report::Change::fingerprint) != function.changes.end())
      continue;
    addChange(function, change);
  }
}

} // namespace

bool isSound(const Report::Change& change) { return !change.ubOnly && !change.ubIntroduced; }

void addSound(Report::Function& function, std::vector<Report::Change> changes,
              const std::function<bool(const Report::Change&)>& isWanted) {
  for (Report::Change& change : changes)
    if (change.replayed == false) function.open.push_back(disagreement(change));
    else if (isSound(change) && isWanted(change)) addChange(function, std::move(change));
}

Report::Function reportedEntry(const DiffSubject& subject, const DiffEntry& entry) {
  const LinkedVersion& shown = entry.head ? subject.head : subject.base;
  const ir::FunctionInfo& info = shown.program->functions()[entry.head ? *entry.head : *entry.base];
  Report::Function function;
  function.id = info.isInternal ? fmt::format("{} ({})", info.name, info.unit) : info.name;
  function.name = info.sourceName;
  function.file = std::string(shown.program->file(info.location.file));
  function.line = info.location.line;
  if (entry.place && subject.run)
    function.configuration = subject.run->version(false).units->units()[entry.place->unit].configuration;
  if (!entry.alias.empty()) {
    function.id = entry.alias;
    function.name = entry.name;
  }
  function.reasons = entry.reasons;
  function.assumptions = entry.assumptions;
  function.proof = "none";
  return function;
}

void leaveOpen(Report::Function& function, std::string why) {
  function.verdict = "inconclusive";
  function.proof = "none";
  function.open.push_back(std::move(why));
}

std::string disagreement(const Report::Change& change) {
  return fmt::format("engine and machine disagree, which is a defect of Beagle: {}", change.replayNote);
}

/// No run says anything of what differs.
static bool missesDifference(const compare::EntryResult& result) {
  using Differing = compare::EntryResult::Differing;
  return result.differing == Differing::NeverMet || result.differing == Differing::EndsBadly;
}

bool isBounded(const Report::Function& function) {
  return function.verdict == "unchanged" && function.proof == "bounded";
}

/// Standard input with which a difference shows. People write numbers without zeros in front of them.
static std::string textRead(const input::Leaves& leaves, const logic::Assignment& witness) {
  std::string text, number;
  for (std::size_t i = 0; const input::Leaf* byte = leaves.find(fmt::format("stdin[{}]", i)); ++i) {
    number += static_cast<char>(witness.bits64(byte->variable));
    if (number.size() < exec::bytesOfNumber) continue;
    text += number.substr(std::min(number.find_first_not_of('0'), number.size() - 2));
    number.clear();
  }
  return text;
}

/// The input that has this text on standard input.
static compare::NamedLeaves asInput(std::string_view text) {
  compare::NamedLeaves input{{"stdin.size", static_cast<std::int64_t>(text.size())}};
  for (std::size_t i = 0; i < text.size(); ++i) input.emplace(fmt::format("stdin[{}]", i), std::int64_t{text[i]});
  return input;
}

Result<void> EntryComparer::compare(DiffRow& row, Duration time, bool isLast) {
  triesTexts_ = true;
  auto compared = compareCode(row, time, isLast);
  triesTexts_ = false;
  texts_.reset();
  frame_.reset();
  if (!compared) return compared;
  if (!row.entry->beyond.empty() && row.function.verdict == "unchanged") leaveOpen(row.function, row.entry->beyond);
  return {};
}

Result<void> EntryComparer::compareCode(DiffRow& row, Duration time, bool isLast) {
  const DiffEntry& entry = *row.entry;
  if (time <= Duration::zero() && entry.base && entry.head && work_.isOverdue()) {
    // What is known of it from an earlier pass stays.
    if (row.function.verdict.empty()) leaveOpen(row.function, "its time was over before it was looked at");
    row.function.isCut = true;
    row.isSettled = isLast;
    return {};
  }
  const bool wasCut = row.function.isCut;
  std::vector<std::string> reasons = std::move(row.function.reasons);
  const std::vector<Report::Change> earlier = std::move(row.function.changes);
  row.function = reportedEntry(work_.subject, entry);
  row.function.reasons = std::move(reasons);
  row.isSettled = true;
  if (!entry.base || !entry.head) {
    work_.noteUnrun(entry.head ? *entry.head : *entry.base, !entry.head);
    row.function.verdict = entry.head ? "added" : "removed";
    return {};
  }
  // Where the proof takes long, a difference may be found meanwhile.
  const auto proof =
      mayProve() ? prove(row.function, entry, std::clamp<Duration>(time / 2, leastForFirstProof, mostForFirstProof))
                 : Proved::No;
  if (proof == Proved::Yes) return {};
  compare::CompareOptions options = compareOptions(row.function, entry);
  if (!options.seeksCrash && !earlier.empty() && std::ranges::none_of(earlier, isSound))
    time = std::min<Duration>(time, mostForSound);
  const auto forProof = proof == Proved::NotYet ? std::min<Duration>(time / 2, mostForProof) : Duration::zero();
  const bool mayLeaveOut = mayProve() && options.equality.overflow != compare::EqualityOptions::Faults::Ignore &&
                           proofs_ && proofs_->mayBeUndefined(*entry.base);
  const Prove proveOn = [&]() -> std::optional<Proof> {
    using enum FunctionProofs::Inputs;
    const auto proved = [&](FunctionProofs::Inputs inputs, Duration most) -> std::optional<Proof> {
      Proof found{reportedEntry(work_.subject, entry), inputs == All};
      found.function.reasons = row.function.reasons;
      return prove(found.function, entry, most, inputs) == Proved::Yes ? std::optional(std::move(found)) : std::nullopt;
    };
    if (!mayLeaveOut) return proof == Proved::NotYet ? proved(All, forProof) : std::nullopt;
    // What is not equal where the old version is defined is not equal for all inputs either.
    auto found = proved(Defined, std::min<Duration>(time / 2, mostForProof));
    if (!found || proof != Proved::NotYet) return found;
    auto better = proved(All, std::min<Duration>(forProof, mostForUndefined));
    return better ? std::move(better) : std::move(found);
  };
  if (!isLast) options.search.inputs = (options.search.inputs + partTriedFirst - 1) / partTriedFirst;
  else ++options.search.seed; // the others
  options.onlyChange = !isLast;
  const auto isShown = [&] { return std::ranges::any_of(row.function.changes, isSound); };
  const Function fresh = row.function;
  const auto share = Clock::now() + time;
  const auto end = std::min(share + forProof, std::max(share, work_.deadline()));
  bool guessesLengths = false, readsInput = false, hasTexts = false, allocates = false;
  // There were too many ways for the first look: those that meet again are gone together, as far as that leads.
  bool goesTogether = isLast && wasCut;
  while (true) {
    compare::CompareOptions within = options;
    widenBounds(within, row.widening);
    const Duration left = std::max(end - Clock::now(), Duration::zero());
    if (goesTogether) {
      within.explorer.merge = explore::Merge::Ite;
      within.search.inputs = 0;
    }
    auto explored =
        explore(row.function, entry, goesTogether ? left / 2 : left, within, goesTogether ? Prove() : proveOn);
    if (!explored) return std::unexpected(std::move(explored.error()));
    if (std::exchange(goesTogether, false) && (!explored->isSettled || row.function.verdict == "inconclusive")) {
      row.function = fresh;
      continue;
    }
    row.isSettled = explored->isSettled;
    guessesLengths = explored->guessesLengths;
    readsInput = explored->readsInput;
    allocates = explored->allocates;
    if (texts_ && !isShown()) {
      const std::vector<TextSearch::Found> texts = texts_->take();
      hasTexts = !texts.empty();
      if (auto done = addOfTexts(row, texts, options); !done) return done;
      // It was interrupted for nothing.
      if (!texts.empty() && !isShown() && row.function.isCut && Clock::now() < end) {
        row.function = fresh;
        continue;
      }
    }
    if (!explored->missesChange || row.widening == mostWidening || Clock::now() >= end) break;
    row.widening *= 2;
    row.function = fresh;
  }
  addEarlier(row.function, earlier);
  const bool isOpen = row.function.isCut || row.function.verdict == "inconclusive";
  if (readsInput && !options.seeksCrash && (isOpen || isBounded(row.function))) {
    const Duration most = isOpen ? time / 2 : std::min<Duration>(time / 2, mostForWider);
    const auto left = [&] { return work_.deadline() - Clock::now(); };
    if (!isShown())
      if (auto done = addOfNumbers(row, std::min<Duration>(most, left()), options); !done) return done;
    if (texts_ && !isShown() && (!hasTexts || left() > Duration::zero())) {
      const auto texts = texts_->wait(most / 2, support::Budget(work_.env.cancel).limitTime(left()));
      if (auto done = addOfTexts(row, texts, options); !done) return done;
    }
  }
  texts_.reset(); // nobody takes anything any more
  triesTexts_ = false;
  if (guessesLengths && !options.seeksCrash && time > Duration::zero() && isOfErrors(row.function.changes)) {
    if (auto done = addWithLonger(row, std::min<Duration>(time, mostForSound), std::move(options)); !done) return done;
  } else if (allocates && options.failingAllocation && row.function.changes.empty() && (row.isSettled || isLast)) {
    const Duration most = std::min<Duration>(end - Clock::now(), mostForFailing);
    if (auto done = addFailing(row, most, std::move(options)); !done) return done;
  }
  doubtReturnedRecord(row);
  return {};
}

/// Where both do the same as long as there is memory: whether they do where one allocation finds none.
Result<void> EntryComparer::addFailing(DiffRow& row, Duration time, compare::CompareOptions options) {
  if (time <= Duration::zero()) return {};
  work_.env.log.detail(fmt::format("{}: where an allocation fails", row.function.name));
  options.harness.oneAllocationFails = true;
  options.search.inputs = 0;
  options.fuzz = false;
  options.onlyChange = true;
  widenBounds(options, row.widening);
  Function failing = reportedEntry(work_.subject, *row.entry);
  if (auto explored = explore(failing, *row.entry, time, std::move(options)); !explored)
    return std::unexpected(std::move(explored.error()));
  for (const Report::Change& change : failing.changes)
    if (change.replayed == false) leaveOpen(row.function, disagreement(change));
  // What was seen has the last word about the verdict.
  for (Report::Change& change : failing.changes)
    if (change.replayed != false && !(isMemoryError(change.base) && isMemoryError(change.head)))
      addChange(row.function, std::move(change));
  return {};
}

/// Where one version reads behind a buffer that is as long as a number says, longer buffers show what else differs.
Result<void> EntryComparer::addWithLonger(DiffRow& row, Duration time, compare::CompareOptions options) {
  options.harness.guessesLengths = false;
  widenBounds(options, row.widening);
  return addOthers(row, time, std::move(options), [](const Report::Change& change) { return !endsBadly(change); });
}

/// A program that reads many numbers goes far more ways through any text than there is time for. What differs is shown
/// with a text as people write it.
Result<void> EntryComparer::addOfNumbers(DiffRow& row, Duration time, compare::CompareOptions options) {
  if (time <= Duration::zero() || options.harness.files.contains("")) return {}; // or somebody says how much it is
  work_.env.log.detail(fmt::format("{}: where it reads numbers", row.function.name));
  const auto end = Clock::now() + time;
  options.onlyChange = true;
  compare::CompareOptions reading = options;
  reading.harness.numbersToRead = numbersToRead;
  reading.search.inputs = 0;
  Function others = reportedEntry(work_.subject, *row.entry);
  auto explored = explore(others, *row.entry, time / 2, std::move(reading));
  if (!explored) return std::unexpected(std::move(explored.error()));
  if (explored->texts.empty()) return {};
  const auto isBetween = [](char letter) { return letter < '0'; };
  for (const std::string& text : explored->texts) // as many of its numbers as it needs
    for (auto at = text.begin(); (at = std::find_if(at, text.end(), isBetween)) != text.end(); ++at)
      options.search.first.push_back(asInput({text.begin(), at}));
  options.search.inputs = options.search.first.size();
  options.fuzz = false;
  const auto isAny = [](const Report::Change&) { return true; };
  if (auto done = addOthers(row, end - Clock::now(), std::move(options), isAny); !done) return done;
  const bool isShown = std::ranges::any_of(row.function.changes, isSound);
  addSound(row.function, std::move(others.changes), [&](const Report::Change&) { return !isShown; });
  row.isSettled = row.isSettled || std::ranges::any_of(row.function.changes, isSound);
  return {};
}

Result<void> EntryComparer::addOthers(DiffRow& row, Duration time, compare::CompareOptions options,
                                      const std::function<bool(const Report::Change&)>& isWanted) {
  Function others = reportedEntry(work_.subject, *row.entry);
  if (auto explored = explore(others, *row.entry, time, std::move(options)); !explored)
    return std::unexpected(std::move(explored.error()));
  addSound(row.function, std::move(others.changes), isWanted);
  return {};
}

Result<void> EntryComparer::widen(DiffRow& row, std::uint32_t factor, Duration time) {
  compare::CompareOptions wider = compareOptions(row.function, *row.entry);
  widenBounds(wider, factor * row.widening);
  // Of longer texts and buffers more is seen by trying than by exploring, which takes long.
  wider.search.inputs = (wider.search.inputs + partTriedWider - 1) / partTriedWider;
  wider.search.seed += factor;
  wider.headFirst = factor == 2;
  Function function = reportedEntry(work_.subject, *row.entry);
  const auto end = Clock::now() + time;
  // A proof that had too little time has more of it now.
  if (factor == 2 && mayProve() && prove(function, *row.entry, time) == Proved::Yes) {
    row.function = std::move(function);
    return {};
  }
  if (Clock::now() >= end) return {};
  auto settled = explore(function, *row.entry, std::min<Duration>(end - Clock::now(), mostForWider), wider);
  if (!settled) return std::unexpected(std::move(settled.error()));
  if (function.verdict != "inconclusive") row.function = std::move(function);
  return {};
}

Result<void> EntryComparer::makeRoom(DiffRow& row, Duration time) {
  if (time <= Duration::zero()) return {};
  compare::CompareOptions options = compareOptions(row.function, *row.entry);
  widenBounds(options, row.widening);
  options.harness.usesRooms = true;
  Function roomy = reportedEntry(work_.subject, *row.entry);
  auto explored = explore(roomy, *row.entry, std::min<Duration>(time, mostForWider), std::move(options));
  if (!explored) return std::unexpected(std::move(explored.error()));
  if (roomy.changes.empty()) return {};
  addSound(row.function, std::move(roomy.changes), [](const Report::Change&) { return true; });
  row.function.assumptions = std::move(roomy.assumptions);
  return {};
}

/// What is returned in registers has no fields.
void EntryComparer::doubtReturnedRecord(DiffRow& row) const {
  if (work_.subject.fieldsMoved && row.entry->returnsRecord && row.function.verdict == "unchanged")
    leaveOpen(row.function, "fields changed places, and what it returns was compared by its bytes");
}

/// A proof is about memory, whatever its fields are called.
bool EntryComparer::mayProve() const { return work_.options.prove && !work_.subject.fieldsMoved; }

EntryComparer::Proved EntryComparer::prove(Function& function, const DiffEntry& entry, Duration time,
                                           FunctionProofs::Inputs inputs) {
  if (!proofs_ || proofs_->isOver()) { // a folder may have time when the project's is over
    auto proofs =
        FunctionProofs::make(work_.subject.base, work_.subject.head, work_.env,
                             std::max<Duration>(work_.deadline() - Clock::now(), time), work_.subject.typesChanged);
    if (!proofs) return Proved::No;
    proofs_ = std::move(*proofs);
  }
  std::set<ir::FunctionIndex> entered;
  const Proved proved = proofs_->prove(function, *entry.base, *entry.head, inputs, time, entered);
  work_.noteEntered(entered);
  if (proved != Proved::Yes) return proved;
  work_.noteProof(*entry.base, true);
  entered.insert(*entry.head);
  for (const ir::FunctionIndex index : entered) work_.noteProof(index, false);
  work_.noteDoubt(function.id, {}); // of no exploration any more
  return proved;
}

compare::CompareOptions EntryComparer::compareOptions(const Function& function, const DiffEntry& entry) const {
  compare::CompareOptions options = work_.options.compare;
  const config::Settings settings = work_.project().settings.settingsFor(function.file);
  applySettings(settings, work_.project().given, options);
  options.search.tests = work_.testInputs(settings);
  options.search.likely = work_.likely();
  options.differing = &work_.differing();
  options.harness.passed = work_.passed(entry);
  return options;
}

compare::Side EntryComparer::sideOf(const DiffEntry& entry, bool isBase) const {
  const LinkedVersion& version = work_.version(isBase);
  return {*version.program,
          *version.types,
          isBase ? *entry.base : *entry.head,
          &work_.reach().around(isBase),
          &work_.reach().places(isBase),
          isBase ? entry.basePlaces : entry.headPlaces};
}

/// Whether runs took pointers for ones into the same array, which no input has: those that come next do.
static bool takesNeighbours(const compare::EntryComparison& comparison, compare::CompareOptions& options) {
  exec::Neighbours& known = options.harness.neighbours;
  if (!options.harness.findsNeighbours) return false;
  const std::size_t count = known.size();
  addNeighbours(known, comparison.neighbours());
  return known.size() != count;
}

Result<EntryComparer::Explored> EntryComparer::explore(Function& function, const DiffEntry& entry, Duration time,
                                                       compare::CompareOptions options, const Prove& prove) {
  logic::TermManager terms;
  input::Leaves leaves(terms);
  auto end = Clock::now() + time;
  // A question to the solver is cut off a moment later than everything else, which then knows that it was the time.
  const support::Deadline deadline(work_.env.cancel, time + std::chrono::milliseconds(50));
  auto solver = solver::makeSolver(terms, {}, deadline.token());
  if (!solver) return std::unexpected(std::move(solver.error()));
  const compare::Equality equality(options.equality);
  compare::EntryComparison comparison(terms, **solver, leaves, sideOf(entry, true), sideOf(entry, false), equality,
                                      options);
  const auto begin = Clock::now();
  const auto secondsSoFar = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
  std::future<void> first;
  int runs = 0;
  const compare::EntryComparison::OnChange onChange = [&](const compare::ShownChange& shown) {
    work_.noteNews();
    work_.env.log.detail(fmt::format("{}: {} differs ({:.3f} s after the start)", function.name,
                                     shown.change.fingerprint, secondsSoFar()));
    const bool isBusy = first.valid() && first.wait_for(Duration::zero()) != std::future_status::ready;
    if (!isBusy && runs < mostRunSoon && work_.options.replay && !work_.isFirstSeen()) {
      ++runs;
      first = runSoon(entry, comparison, shown, leaves);
    }
  };
  const bool isProgram = work_.version(false).program->functions()[*entry.head].isMain;
  lookForTexts(entry, comparison, leaves, options);
  if (texts_) texts_->interrupt(deadline.token());
  const auto isFound =
      comparison.search(support::Budget(deadline.token()).limitTime(timeForSearch(time, isProgram)), onChange);
  work_.env.log.detail(
      fmt::format("{}: {} ({:.3f} s)", function.name,
                  isFound && *isFound ? "an input shows a difference" : "no input that was tried shows a difference",
                  secondsSoFar()));
  if (isFound && !*isFound) lookForTexts(entry, comparison, leaves, options);
  const compare::InputLengths wanted = comparison.wanted();
  const bool isLonger = wanted.exceed(options.harness);
  options.harness.maxFile = std::max(options.harness.maxFile, static_cast<std::uint32_t>(wanted.file));
  options.harness.maxString = std::max(options.harness.maxString, static_cast<std::uint32_t>(wanted.text));
  if (takesNeighbours(comparison, options) || isLonger)
    return explore(function, entry, end - Clock::now(), std::move(options), prove);
  std::optional<Proof> proof;
  const auto isUndefined = [](const compare::ShownChange& shown) { return shown.change.ubOnly; };
  if (isFound && prove && std::ranges::all_of(comparison.changes(), isUndefined)) proof = prove();
  if (proof && proof->isForAll && !*isFound) {
    function = std::move(proof->function);
    return Explored{.isSettled = true};
  }
  if (proof) end = std::min<Clock::time_point>(end, Clock::now() + mostForUndefined);
  const bool mayFuzz = !proof && options.fuzz && options.search.inputs > 0 && isFound && !*isFound;
  // There will be more time for what is cut off then, but not at last.
  const auto exploring =
      options.onlyChange ? std::optional(FuzzPartner::Exploring{deadline.token(), end}) : std::nullopt;
  auto partner = mayFuzz ? partnerFor(entry, comparison, leaves, terms, end - Clock::now(), exploring) : nullptr;
  auto result =
      comparison.run(support::Budget(deadline.token()).limitTime(std::max(end - Clock::now(), Duration::zero())),
                     onChange, partner.get());
  if (first.valid()) first.wait();
  if (!result) {
    leaveOpen(function, result.error().str());
    return Explored{.isSettled = true};
  }
  work_.noteEffort(*result, **solver);
  for (const bool isBase : {true, false}) work_.noteRuns(comparison.machine(isBase), isBase);
  const bool missesAll = !result->endsWell || (result->changes.empty() && missesDifference(*result));
  const bool guessesLengths = result->guessesLengths && options.harness.guessesLengths;
  if ((guessesLengths || result->guessesArrays) && missesAll && !result->isCut) {
    // Nothing of what differs comes out well with such buffers: the guess was wrong, and says nothing about the
    // function.
    if (guessesLengths) options.harness.guessesLengths = false;
    else if (!exec::loosen(options.harness.neighbours, exec::Loosened::All)) {
      options.harness.neighbours.clear();
      options.harness.findsNeighbours = false;
    }
    partner.reset();
    return explore(function, entry, end - Clock::now(), std::move(options), prove);
  }
  // Which of two pointers is in front may be taken wrongly; and no input has what a run was the first to ask for.
  if (result->changes.empty() && Clock::now() < end &&
      (takesNeighbours(comparison, options) ||
       (!result->isCut && exec::loosen(options.harness.neighbours, exec::Loosened::Unsure)))) {
    partner.reset();
    return explore(function, entry, end - Clock::now(), std::move(options), prove);
  }
  std::set<ir::FunctionIndex> entered;
  for (const auto& [index, covered] : comparison.machine(false).coverage().all()) entered.insert(index);
  work_.noteEntered(entered);
  for (const compare::ShownChange& change : result->changes)
    function.changes.push_back(reportedChange(comparison, change, leaves, **solver));
  reportVerdict(*result, function);
  if (proof && result->changes.empty() && function.proof != "complete") {
    function = std::move(proof->function);
    return Explored{.isSettled = true};
  }
  const bool isOnlyUndefined =
      proof && !function.changes.empty() && std::ranges::all_of(function.changes, &Report::Change::ubOnly);
  if (isOnlyUndefined) { // there is nothing else, however long one looks
    function.open.clear();
    function.settled.emplace_back("both do the same for all inputs for which the old version is defined");
  }
  if (function.verdict == "unchanged" && !options.harness.usesRooms) {
    DiffWork::Doubt doubt = doubtOf(comparison, *result, isBounded(function));
    if (options.harness.oneAllocationFails) work_.easeDoubt(function.id, std::move(doubt));
    else work_.noteDoubt(function.id, std::move(doubt));
  }
  if (work_.options.replay && !result->changes.empty()) replay(function, entry, comparison, *result, leaves);
  if (partner && result->changes.empty()) addNative(function, entry, comparison, *result, options.equality, leaves);
  const bool isChanged = std::ranges::any_of(function.changes, options.seeksCrash ? report::isNewCrash : isSound);
  // Where the engine cannot follow, a fuzzer may find something, when there is time for one.
  const bool wantsFuzzing = mayFuzz && !partner && mayRunNatively() && function.verdict == "inconclusive";
  Explored explored{.isSettled = (!result->isCut && !wantsFuzzing) || isChanged || isOnlyUndefined,
                    .missesChange = result->missesChange && !isChanged,
                    .readsInput = leaves.find("stdin.size") != nullptr,
                    .allocates = result->allocates,
                    .guessesLengths = guessesLengths && !isOnlyUndefined};
  if (options.harness.numbersToRead > 0)
    for (const compare::ShownChange& shown : result->changes)
      if (shown.change.isSound() && shown.change.witness)
        explored.texts.push_back(textRead(leaves, *shown.change.witness));
  return explored;
}

/// A program reads longer texts than can be explored.
Duration EntryComparer::timeForSearch(Duration time, bool isProgram) const {
  const auto wanted = std::max<Duration>(time / (isProgram ? 2 : 4), leastForSearch);
  return work_.hasPatience() ? std::clamp<Duration>(work_.deadline() - Clock::now(), Duration::zero(), wanted) : wanted;
}

/// Without a bound, what no run comes to is code that is dead.
DiffWork::Doubt EntryComparer::doubtOf(compare::EntryComparison& comparison, const compare::EntryResult& result,
                                       bool hasBounds) const {
  const ChangeReach::Missed missed = work_.reach().missedBy(comparison.machine(true), comparison.machine(false));
  if (missed.isAll && hasBounds)
    return {"no run within the bounds comes to what changed: " + support::join(missed.places, ", "), missed.places};
  using Differing = compare::EntryResult::Differing;
  if (result.differing == Differing::NeverMet)
    return {"no run within the bounds comes to the code that differs", missed.places};
  const bool isGuess = result.guessesLengths || result.guessesArrays || result.failsByInput;
  const bool isForAll = !hasBounds && !isGuess; // and so it says all there is
  const bool isAll =
      result.pairs > 0 && !result.endsWell && result.baseStatistics.same + result.headStatistics.same == 0;
  if (isAll && !isForAll) return {"every run within the bounds ends in an error", missed.places};
  if (result.differing == Differing::EndsBadly && !isForAll)
    return {"every run within the bounds that comes to the code that differs ends in an error", missed.places};
  return {"", missed.places};
}

} // namespace beagle::pipeline
