// What a comparison has found, as the machine does it.

#include "analysis/pipeline/entry_comparer.h"
#include "analysis/pipeline/native_finding.h"
#include "analysis/support/text.h"
#include "analysis/testgen/input_json.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace beagle::pipeline {

using report::Report;

namespace {

using Duration = EntryComparer::Clock::duration;

/// A fuzzer has to be compiled and linked first.
constexpr std::chrono::milliseconds leastForFuzzing{3000};
constexpr std::chrono::milliseconds mostWithoutFuzzing{1000};
constexpr std::chrono::seconds mostForNative{3}; ///< for inputs that the engine cannot follow, but for the last one
constexpr std::chrono::seconds leastForBuilding{5};
constexpr std::size_t mostToFuzz = 4U << 20U; ///< bytes of bitcode of a version

/// What rests on where objects lie, and was not seen, is no difference that anybody could act on. The witnesses are
/// those of the function's changes, in their order.
void dropUnsure(Report::Function& function, const std::vector<WitnessRuns>& witnesses) {
  std::vector<Report::Change> sure;
  for (std::size_t i = 0; i < witnesses.size(); ++i)
    if (!witnesses[i].restOnAddresses() || function.changes[i].replayed == true)
      sure.push_back(std::move(function.changes[i]));
  const std::size_t dropped = witnesses.size() - sure.size();
  function.changes = std::move(sure);
  if (dropped > 0)
    function.open.push_back(fmt::format(
        "{} of the engine {} on where objects lie in memory, and {} not seen when both versions ran",
        support::counted(dropped, "difference"), dropped == 1 ? "rests" : "rest", dropped == 1 ? "was" : "were"));
}

} // namespace

ConcreteRuns EntryComparer::runsOf(compare::EntryComparison& comparison, const DiffEntry& entry,
                                   const input::Leaves& leaves, bool isBase) const {
  return {comparison.machine(isBase),   comparison.harness(isBase), leaves,
          *work_.version(isBase).types, comparison.start(isBase),   isBase ? *entry.base : *entry.head};
}

/// Many times, and soon.
bool EntryComparer::mayRunNatively() const {
  const auto isSmall = [](const LinkedVersion& version) {
    return std::accumulate(version.units.begin(), version.units.end(), std::size_t{0},
                           [](std::size_t sum, const auto& unit) { return sum + unit->bytes().size(); }) <= mostToFuzz;
  };
  return work_.options.replay && work_.subject.bench && isSmall(work_.subject.base) && isSmall(work_.subject.head);
}

/// None where there is too little time for one.
std::unique_ptr<FuzzPartner> EntryComparer::partnerFor(const DiffEntry& entry, compare::EntryComparison& comparison,
                                                       const input::Leaves& leaves, logic::TermManager& terms,
                                                       Duration time,
                                                       std::optional<FuzzPartner::Exploring> exploring) const {
  if (time < leastForFuzzing || !mayRunNatively()) return nullptr;
  return std::make_unique<FuzzPartner>(
      work_.env, *work_.subject.bench, FuzzPartner::Side{work_.subject.base, *entry.base},
      FuzzPartner::Side{work_.subject.head, *entry.head}, runsOf(comparison, entry, leaves, true), leaves, terms,
      work_.fuzzing(), mostWithoutFuzzing, std::move(exploring));
}

/// Runs a difference while exploring goes on: the first of all is wanted as soon as it can be had.
std::future<void> EntryComparer::runSoon(const DiffEntry& entry, compare::EntryComparison& comparison,
                                         const compare::ShownChange& shown, const input::Leaves& leaves) {
  const logic::Assignment& witness = *shown.change.witness;
  const Asked asked = askedFor(shown.change.differs);
  WitnessRuns runs{nullptr, runsOf(comparison, entry, leaves, true).run(*shown.base, witness, asked),
                   runsOf(comparison, entry, leaves, false).run(*shown.head, witness, asked)};
  return std::async(std::launch::async, [this, &entry, all = std::vector{std::move(runs)}]() mutable {
    Report::Change change;
    all.front().change = &change;
    work_.replaying(
        [&](ChangeReplay& replay, RegressionTests*) { replay.confirmAsAnalysed(*entry.base, *entry.head, all); });
    work_.noteSeen(change);
  });
}

/// Where the engine cannot follow, what both versions were seen to do has to do.
void EntryComparer::addNative(Function& function, const DiffEntry& entry, compare::EntryComparison& comparison,
                              const compare::EntryResult& result, const compare::EqualityOptions& equality,
                              const input::Leaves& leaves) {
  ConcreteRuns base = runsOf(comparison, entry, leaves, true);
  ConcreteRuns head = runsOf(comparison, entry, leaves, false);
  const auto end = Clock::now() + mostForNative;
  for (std::size_t i = 0; i < result.unfollowed.size() && Clock::now() < end; ++i) {
    const auto inBase = comparison.follow(result.unfollowed[i], true);
    const auto inHead = comparison.follow(result.unfollowed[i], false);
    if (!inBase || !inHead) continue;
    addNative(function, entry, base.inputOf(inBase->state, inBase->input), head.inputOf(inHead->state, inHead->input),
              equality);
  }
}

/// What both versions were seen to do with an input, where nothing but that counts. `waited`: one of them had not ended
/// after so long.
void EntryComparer::addNative(Function& function, const DiffEntry& entry, const testgen::ConcreteInput& base,
                              const testgen::ConcreteInput& head, const compare::EqualityOptions& equality,
                              std::optional<std::chrono::seconds> waited) {
  using enum compare::EqualityOptions::Faults;
  const bool isPlain = equality.floatDigits == 0 && !equality.mask.addresses && !equality.mask.times &&
                       equality.overflow == Compare && equality.shift == Compare && equality.uninitialised == Compare;
  if (!isPlain || work_.subject.fieldsMoved || !work_.options.replay) return;
  work_.replaying([&](ChangeReplay& replay, RegressionTests* tests) {
    const LinkedVersion &before = work_.subject.base, &after = work_.subject.head;
    auto finding =
        waited ? endlessFinding(replay, before, after, *entry.base, *entry.head, base, head, *waited, forBuilding())
               : nativeFinding(replay, before, after, *entry.base, *entry.head, base, head, forBuilding());
    const auto isIt = [&](const Report::Change& known) { return known.fingerprint == finding->change.fingerprint; };
    if (!finding || std::ranges::any_of(function.changes, isIt)) return;
    if (tests) tests->make(*entry.base, *entry.head, {{&finding->change, finding->base, finding->head}});
    work_.noteSeen(finding->change);
    function.changes.push_back(std::move(finding->change));
    function.verdict = "changed";
  });
}

/// The units of a project are compiled once more, as it does it: a small project's in any case, while there is time.
Duration EntryComparer::forBuilding() const {
  const Duration left = work_.timeLeft();
  return left > Duration::zero() ? std::max<Duration>(left, leastForBuilding) : left;
}

/// A change that the machine does not show is no finding: engine and machine disagree.
void EntryComparer::replay(Function& function, const DiffEntry& entry, compare::EntryComparison& comparison,
                           const compare::EntryResult& result, const input::Leaves& leaves) {
  ConcreteRuns base = runsOf(comparison, entry, leaves, true);
  ConcreteRuns head = runsOf(comparison, entry, leaves, false);
  std::vector<WitnessRuns> witnesses;
  for (std::size_t i = 0; i < result.changes.size(); ++i) {
    const compare::ShownChange& shown = result.changes[i];
    const logic::Assignment& witness = *shown.change.witness;
    const Asked asked = askedFor(function.changes[i].differs);
    witnesses.push_back(
        {&function.changes[i], base.run(*shown.base, witness, asked), head.run(*shown.head, witness, asked)});
  }
  for (const WitnessRuns& witness : witnesses)
    witness.change->input =
        fmt::format("{{\"base\": {}, \"head\": {}}}", inputJson(witness.base.input, witness.base.expected),
                    inputJson(witness.head.input, witness.head.expected));
  work_.replaying([&](ChangeReplay& replay, RegressionTests* tests) {
    replay.confirmAsAnalysed(*entry.base, *entry.head, witnesses);
    if (work_.options.replayAsBuilt) replay.confirmAsBuilt(*entry.base, *entry.head, witnesses, forBuilding());
    if (tests) tests->make(*entry.base, *entry.head, witnesses);
  });
  for (const WitnessRuns& witness : witnesses) work_.noteSeen(*witness.change);
  const auto isRefuted = [](const Report::Change& change) { return change.replayed == false; };
  for (const Report::Change& change : function.changes)
    if (isRefuted(change)) function.open.push_back(disagreement(change));
  dropUnsure(function, witnesses);
  if (std::ranges::all_of(function.changes, isRefuted)) function.verdict = "inconclusive";
}

} // namespace beagle::pipeline
