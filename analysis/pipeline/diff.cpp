#include "analysis/pipeline/diff.h"

#include "analysis/pipeline/change_reach.h"
#include "analysis/pipeline/change_replay.h"
#include "analysis/pipeline/comparison_report.h"
#include "analysis/pipeline/diff_subject.h"
#include "analysis/pipeline/function_proofs.h"
#include "analysis/pipeline/project_settings.h"
#include "analysis/report/merge.h"
#include "analysis/solver/chain.h"
#include "analysis/support/deadline.h"
#include "analysis/support/process_memory.h"
#include "analysis/support/text.h"
#include "analysis/testgen/input_json.h"

#include <algorithm>
#include <deque>
#include <future>
#include <set>
#include <utility>

namespace beagle::pipeline {

using report::Report;
using support::Result;
using Clock = support::Budget::Clock;

namespace {

/// What shows at all without following single paths shows soon.
constexpr std::chrono::seconds mostForProof{5};
/// Mostly it shows at once. Where it does not, looking for a difference comes first.
constexpr std::chrono::milliseconds mostForFirstProof{200};
/// Most differences show on one of the first inputs: one in so many of all.
constexpr std::uint64_t partTriedFirst = 25;
/// However little time there is: it is seldom needed.
constexpr std::chrono::milliseconds leastForSearch{250};
/// What is equal within bounds mostly is.
constexpr std::chrono::seconds mostForWider{5};
/// Of the bounds, where nothing comes to what changed within smaller ones.
constexpr std::uint32_t mostWidening = 4;

class DiffRun {
public:
  DiffRun(Env& env, const DiffOptions& options, DiffSubject subject, const OnFunction& onFunction,
          Clock::time_point asked)
      : env_(env), options_(options), subject_(std::move(subject)), onFunction_(onFunction), asked_(asked) {}

  Result<Report> run() {
    report_.base = subject_.baseName;
    report_.head = subject_.headName;
    report_.baseCommit = subject_.baseCommit;
    report_.headCommit = subject_.headCommit;
    report_.hunks = std::move(subject_.hunks);
    report_.notes = std::move(subject_.notes);
    if (subject_.known) return knownReport();
    const config::Configuration& settings = project().settings;
    const config::HookSettings& hook = settings.project().hook;
    budget_ = options_.budget.value_or(options_.isBeforePush ? *hook.budget : *settings.settingsFor("").budget);
    deadline_ = begin_ + budget_;
    if (options_.isBeforePush) {
      // Somebody waits: building counts, too, and so does running what was found at last.
      deadline_ = asked_ + budget_ / 10 * 9;
      patience_ = *hook.patience;
    }
    if (options_.shard) report_.shard = Report::Shard{options_.shard->index, options_.shard->count, {}, {}};
    for (std::size_t i = 0; i < subject_.entries.size(); ++i)
      if (isMine(i)) rows_.push_back({&subject_.entries[i], rowOf(subject_.entries[i])});
    env_.progress.begin("comparing", rows_.size());
    if (auto done = compareAll(); !done) return std::unexpected(std::move(done.error()));
    env_.progress.finish();
    std::set<std::string> files; // of all shards
    for (const auto* entries : {&subject_.entries, &subject_.changed})
      for (const DiffEntry& entry : *entries) files.insert(rowOf(entry).file);
    if (std::string unused = unusedSettings(project().settings, files); !unused.empty())
      report_.notes.push_back(std::move(unused));
    for (Row& row : rows_) report_.functions.push_back(std::move(row.function));
    report_.stats.seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
    report_.stats.peakMemory = support::peakResidentBytes();
    // A run that somebody stopped knows less than another one would.
    if (!subject_.key.empty() && !env_.cancel.cancelled())
      if (auto kept = subject_.bench->store.put("report", subject_.key, report::reportJson(report_)); !kept)
        env_.log.warning(kept.error().str());
    return std::move(report_);
  }

  /// The options with the project's settings; two bitcode files have none.
  [[nodiscard]] const ChangesOptions& project() const {
    return subject_.run ? subject_.run->options() : options_.changes;
  }

private:
  /// What an earlier run over the same versions found; only what they are called may be new.
  Result<Report> knownReport() {
    Report known = std::move(*subject_.known);
    known.base = report_.base;
    known.head = report_.head;
    known.baseCommit = report_.baseCommit;
    known.headCommit = report_.headCommit;
    known.hunks = std::move(report_.hunks);
    for (Report::Function& function : known.functions)
      if (onFunction_) onFunction_(function, project());
    return known;
  }

  struct Row {
    enum class Kind {
      Entry,
      NotEntered, ///< a changed function by itself, to which no comparison of an entry came
      Entered,    ///< one to which some came
    };

    const DiffEntry* entry;
    Report::Function function;
    Kind kind = Kind::Entry;
    bool isSettled = false;     ///< more time would not help
    std::uint32_t widening = 1; ///< of the bounds, since nothing came to what changed within smaller ones
    bool isAnnounced = false;
  };

  /// Of a list that all shards know.
  [[nodiscard]] bool isMine(std::size_t position) const {
    return !options_.shard || position % options_.shard->count == options_.shard->index - 1;
  }

  /// When comparing ends if nothing new shows until then.
  [[nodiscard]] Clock::time_point end() const {
    return patience_ ? std::min(deadline_, lastNews_ + *patience_) : deadline_;
  }
  [[nodiscard]] Clock::duration timeLeft() const { return std::max(end() - Clock::now(), Clock::duration::zero()); }
  void noteNews() { lastNews_ = Clock::now(); }

  Report::Function rowOf(const DiffEntry& entry) const {
    const LinkedVersion& shown = entry.head ? subject_.head : subject_.base;
    const ir::FunctionInfo& info = shown.program->functions()[entry.head ? *entry.head : *entry.base];
    Report::Function function;
    function.id = info.isInternal ? fmt::format("{} ({})", info.name, info.unit) : info.name;
    function.name = info.sourceName;
    function.file = std::string(shown.program->file(info.location.file));
    function.line = info.location.line;
    if (!entry.alias.empty()) {
      function.id = entry.alias;
      function.name = entry.name;
    }
    function.reasons = entry.reasons;
    function.assumptions = entry.assumptions;
    function.proof = "none";
    return function;
  }

  /// Quick answers first: every entry gets a little time. Where that is not enough, what changed is looked at by
  /// itself; then those that are still open share what is left. What was equal within bounds is looked at once more
  /// with wider ones.
  Result<void> compareAll() {
    if (auto done = compareOpen(false); !done) return done;
    const bool isOpen =
        std::ranges::any_of(rows_, [](const Row& row) { return row.function.verdict == "inconclusive"; });
    addChanged(isOpen);
    for (const bool isLast : {false, true})
      if (auto done = compareOpen(isLast); !done) return done;
    if (auto done = widen(); !done) return done;
    for (Row& row : rows_) applyDoubt(row.function);
    // What its callers say of a function says more than what it does for inputs that none of them gives it. Callers in
    // other shards may be open: whoever merges the reports decides.
    const bool isOpenStill = std::ranges::any_of(
        rows_, [](const Row& row) { return row.kind == Row::Kind::Entry && row.function.verdict == "inconclusive"; });
    if (!isOpenStill && !options_.shard)
      std::erase_if(rows_, [](const Row& row) { return row.kind == Row::Kind::Entered; });
    for (Row& row : rows_)
      if (auto done = announce(row); !done) return done;
    return {};
  }

  Result<void> compareOpen(bool isLast) {
    std::vector<Row*> open;
    for (Row& row : rows_)
      if (!row.isSettled) open.push_back(&row);
    for (std::size_t i = 0; i < open.size(); ++i) {
      const auto share = timeLeft() / static_cast<long>(open.size() - i);
      if (auto done = compare(*open[i], isLast ? share : share / 5, isLast); !done) return done;
      if (open[i]->isSettled) noteNews();
      open[i]->isSettled |= isLast || env_.cancel.cancelled();
      if (open[i]->isSettled && open[i]->kind != Row::Kind::Entered && !isBounded(open[i]->function))
        if (auto done = announce(*open[i]); !done) return done;
    }
    return {};
  }

  static bool isBounded(const Report::Function& function) {
    return function.verdict == "unchanged" && function.proof == "bounded";
  }

  /// Changed functions by themselves: all, or those that none of the comparisons came to, as when only their addresses
  /// are handed around. A shard does not know what others came to, and compares its part of them in any case.
  void addChanged(bool all) {
    bool isMissed = false;
    std::size_t position = 0;
    for (const DiffEntry& entry : subject_.changed) {
      if (std::ranges::find(subject_.entries, entry.head, &DiffEntry::head) != subject_.entries.end()) continue;
      const bool isEntered = entered_.contains(*entry.head) || (!rows_.empty() && subject_.runsAtStart(*entry.head));
      Row row{&entry, rowOf(entry), isEntered ? Row::Kind::Entered : Row::Kind::NotEntered};
      if (!project().isEntry(row.function.name, row.function.file)) continue;
      if (report_.shard && isEntered) report_.shard->entered.push_back(row.function.id);
      if (!isMine(position++) || (isEntered && !all && !report_.shard)) continue;
      if (report_.shard) report_.shard->own.push_back(row.function.id);
      row.function.reasons = {isEntered ? report::changedReason : report::notEnteredReason};
      isMissed |= !isEntered;
      rows_.push_back(std::move(row));
    }
    // They were not foreseen: there is some time for them in any case, but not where somebody waits.
    if (isMissed && !options_.isBeforePush) deadline_ = std::max(deadline_, Clock::now() + budget_ / 4);
    noteNews();
  }

  static void widen(compare::CompareOptions& options, std::uint32_t factor) {
    options.harness.maxElements *= factor;
    options.harness.maxString *= factor;
  }

  /// Longer strings and buffers, as long as there is time.
  Result<void> widen() {
    for (const std::uint32_t factor : {2, 4}) {
      std::vector<Row*> bounded;
      for (Row& row : rows_)
        if (isBounded(row.function)) bounded.push_back(&row);
      for (std::size_t i = 0; i < bounded.size(); ++i) {
        const auto share = timeLeft() / static_cast<long>(bounded.size() - i);
        if (share < std::chrono::milliseconds(50) || env_.cancel.cancelled()) return {};
        compare::CompareOptions wider = compareOptions(bounded[i]->function);
        widen(wider, factor * bounded[i]->widening);
        wider.search.inputs = 0;
        wider.headFirst = factor == 2;
        Report::Function function = rowOf(*bounded[i]->entry);
        // A proof that had too little time has more of it now.
        if (factor == 2 && mayProve() && prove(function, *bounded[i]->entry, share) == Proved::Yes) {
          bounded[i]->function = std::move(function);
          continue;
        }
        auto settled = explore(function, *bounded[i]->entry, std::min<Clock::duration>(share, mostForWider), wider);
        if (!settled) return std::unexpected(std::move(settled.error()));
        if (function.verdict != "inconclusive") bounded[i]->function = std::move(function);
      }
    }
    return {};
  }

  Result<void> compare(Row& row, Clock::duration time, bool isLast) {
    if (auto done = compareCode(row, time, isLast); !done) return done;
    if (row.entry->beyond.empty() || row.function.verdict != "unchanged") return {};
    row.function.verdict = "inconclusive";
    row.function.proof = "none";
    row.function.open.push_back(row.entry->beyond);
    return {};
  }

  Result<void> compareCode(Row& row, Clock::duration time, bool isLast) {
    const DiffEntry& entry = *row.entry;
    std::vector<std::string> reasons = std::move(row.function.reasons);
    row.function = rowOf(entry);
    row.function.reasons = std::move(reasons);
    row.isSettled = true;
    if (!entry.base || !entry.head) {
      row.function.verdict = entry.head ? "added" : "removed";
      return {};
    }
    // Where the proof takes long, a difference may be found meanwhile.
    const auto proof =
        mayProve() ? prove(row.function, entry, std::min<Clock::duration>(time / 2, mostForFirstProof)) : Proved::No;
    if (proof == Proved::Yes) return {};
    const auto forProof =
        proof == Proved::NotYet ? std::min<Clock::duration>(time / 2, mostForProof) : Clock::duration::zero();
    const Prove proveOn = [&] {
      return proof == Proved::NotYet && prove(row.function, entry, forProof) == Proved::Yes;
    };
    compare::CompareOptions options = compareOptions(row.function);
    if (!isLast) options.search.inputs = (options.search.inputs + partTriedFirst - 1) / partTriedFirst;
    else ++options.search.seed; // the others
    options.onlyChange = !isLast;
    const Report::Function fresh = row.function;
    const auto end = Clock::now() + time + forProof;
    while (true) {
      compare::CompareOptions within = options;
      widen(within, row.widening);
      auto explored =
          explore(row.function, entry, std::max(end - Clock::now(), Clock::duration::zero()), within, proveOn);
      if (!explored) return std::unexpected(std::move(explored.error()));
      row.isSettled = explored->isSettled;
      if (!explored->missesChange || row.widening == mostWidening || Clock::now() >= end) break;
      row.widening *= 2;
      row.function = fresh;
    }
    doubtReturnedRecord(row);
    return {};
  }

  /// What is returned in registers has no fields.
  void doubtReturnedRecord(Row& row) const {
    if (!subject_.fieldsMoved || !row.entry->returnsRecord || row.function.verdict != "unchanged") return;
    row.function.verdict = "inconclusive";
    row.function.proof = "none";
    row.function.open.push_back("fields changed places, and what it returns was compared by its bytes");
  }

  Result<void> announce(Row& row) {
    if (std::exchange(row.isAnnounced, true)) return {};
    if (tests_)
      if (auto written = tests_->write(row.function); !written) return support::within(written, "--tests");
    env_.progress.step(row.function.name);
    if (onFunction_) onFunction_(row.function, project());
    return {};
  }

  /// A proof is about memory, whatever its fields are called.
  [[nodiscard]] bool mayProve() const { return options_.prove && !subject_.fieldsMoved; }

  using Proved = FunctionProofs::Proved;
  Proved prove(Report::Function& function, const DiffEntry& entry, Clock::duration time) {
    if (!proofs_) {
      auto proofs = FunctionProofs::make(subject_.base, subject_.head, env_, deadline_ - Clock::now());
      if (!proofs) return Proved::No;
      proofs_ = std::move(*proofs);
    }
    return proofs_->prove(function, *entry.base, *entry.head, time, entered_);
  }

  compare::CompareOptions compareOptions(const Report::Function& function) const {
    compare::CompareOptions options = options_.compare;
    applySettings(project().settings.settingsFor(function.file), project().given, options);
    return options;
  }

  [[nodiscard]] compare::Side sideOf(const DiffEntry& entry, bool isBase) const {
    const LinkedVersion& version = isBase ? subject_.base : subject_.head;
    return {*version.program, *version.types, isBase ? *entry.base : *entry.head, &reach_.around(isBase)};
  }

  /// Tries once more to prove the functions equal, when a first look for differences has found none.
  using Prove = std::function<bool()>;

  struct Explored {
    bool isSettled = false;    ///< more time would not settle more
    bool missesChange = false; ///< see compare::EntryResult
  };

  Result<Explored> explore(Report::Function& function, const DiffEntry& entry, Clock::duration time,
                           compare::CompareOptions options, const Prove& prove = {}) {
    logic::TermManager terms;
    input::Leaves leaves(terms);
    const auto end = Clock::now() + time;
    // A question to the solver is cut off a moment later than everything else, which then knows that it was the time.
    const support::Deadline deadline(env_.cancel, time + std::chrono::milliseconds(50));
    auto solver = solver::makeSolver(terms, {}, deadline.token());
    if (!solver) return std::unexpected(std::move(solver.error()));
    const bool findsLeaks = *project().settings.settingsFor(function.file).checks.leak == config::LeakCheck::Report;
    const compare::Equality equality(findsLeaks);
    compare::EntryComparison comparison(terms, **solver, leaves, sideOf(entry, true), sideOf(entry, false), equality,
                                        options);
    const auto begin = Clock::now();
    const compare::EntryComparison::OnChange onChange = [&](const compare::ShownChange& shown) {
      noteNews();
      env_.log.detail(fmt::format("{}: {} differs ({:.3f} s after the start)", function.name, shown.change.fingerprint,
                                  std::chrono::duration<double>(Clock::now() - begin_).count()));
    };
    const auto isFound = comparison.search(support::Budget(deadline.token()).limitTime(timeForSearch(time)), onChange);
    env_.log.detail(
        fmt::format("{}: {} ({:.3f} s)", function.name,
                    isFound && *isFound ? "an input shows a difference" : "no input that was tried shows a difference",
                    std::chrono::duration<double>(Clock::now() - begin).count()));
    if (isFound && !*isFound && prove && prove()) return Explored{.isSettled = true};
    const std::future<void> first = isFound && *isFound ? runFirst(entry, comparison, leaves) : std::future<void>();
    auto result = comparison.run(
        support::Budget(deadline.token()).limitTime(std::max(end - Clock::now(), Clock::duration::zero())), onChange);
    if (first.valid()) first.wait();
    if (!result) {
      function.verdict = "inconclusive";
      function.open.push_back(result.error().str());
      return Explored{.isSettled = true};
    }
    report_.stats.inputs += result->searched.inputs;
    if (result->guessesLengths && !result->endsWell && !result->isCut && options.harness.guessesLengths) {
      // Nothing comes out well with such buffers: the guess was wrong, and says nothing about the function.
      options.harness.guessesLengths = false;
      return explore(function, entry, end - Clock::now(), std::move(options), prove);
    }
    for (const auto& [index, covered] : comparison.machine(false).coverage().all()) entered_.insert(index);
    for (const compare::ShownChange& change : result->changes)
      function.changes.push_back(reportedChange(comparison, change, leaves, **solver));
    reportVerdict(*result, function);
    if (isBounded(function)) doubts_[function.id] = doubtOf(comparison, *result);
    countEffort(*result, **solver, report_.stats);
    if (options_.replay && !result->changes.empty()) replay(function, entry, comparison, *result, leaves);
    const bool isChanged = !function.changes.empty();
    return Explored{.isSettled = !result->isCut || isChanged, .missesChange = result->missesChange && !isChanged};
  }

  [[nodiscard]] Clock::duration timeForSearch(Clock::duration time) const {
    const auto wanted = std::max<Clock::duration>(time / 4, leastForSearch);
    return patience_ ? std::clamp<Clock::duration>(deadline_ - Clock::now(), Clock::duration::zero(), wanted) : wanted;
  }

  /// What speaks against an equality within bounds: that nothing of the change ran, or that every run broke off.
  struct Doubt {
    std::string open;  ///< "": it stands
    std::string bound; ///< what of the change did not run
  };

  Doubt doubtOf(compare::EntryComparison& comparison, const compare::EntryResult& result) const {
    const ChangeReach::Missed missed = reach_.missedBy(comparison.machine(true), comparison.machine(false));
    const std::string places = support::join(missed.places, ", ");
    if (missed.isAll) return {fmt::format("no run within the bounds comes to what changed: {}", places), ""};
    if (result.pairs > 0 && !result.endsWell) return {"every run within the bounds ends in an error", ""};
    return {"", missed.places.empty() ? "" : "no run comes to " + places};
  }

  /// When wider bounds have changed nothing about it.
  void applyDoubt(Report::Function& function) const {
    const auto found = doubts_.find(function.id);
    if (!isBounded(function) || found == doubts_.end()) return;
    const Doubt& doubt = found->second;
    if (!doubt.bound.empty()) function.bounds.push_back(doubt.bound);
    if (doubt.open.empty()) return;
    function.open.push_back(doubt.open);
    function.verdict = "inconclusive";
    function.proof = "none";
  }

  ConcreteRuns runsOf(compare::EntryComparison& comparison, const DiffEntry& entry, const input::Leaves& leaves,
                      bool isBase) const {
    const LinkedVersion& version = isBase ? subject_.base : subject_.head;
    return {comparison.machine(isBase), comparison.harness(isBase),        leaves, *version.types,
            comparison.start(isBase),   isBase ? *entry.base : *entry.head};
  }

  ChangeReplay& changeReplay() {
    if (!replay_)
      replay_ = std::make_unique<ChangeReplay>(env_, *subject_.bench, subject_.base, subject_.head,
                                               support::joinPath(subject_.bench->folder.path(), "replay"),
                                               subject_.fieldsMoved);
    return *replay_;
  }

  /// Runs the first of all differences while exploring goes on: it is wanted as soon as it can be had. Done before
  /// anything else is run.
  std::future<void> runFirst(const DiffEntry& entry, compare::EntryComparison& comparison,
                             const input::Leaves& leaves) {
    if (!options_.replay || report_.stats.firstSeconds) return {};
    const compare::ShownChange& shown = comparison.changes().front();
    const logic::Assignment& witness = *shown.change.witness;
    WitnessRuns runs{nullptr, runsOf(comparison, entry, leaves, true).run(*shown.base, witness),
                     runsOf(comparison, entry, leaves, false).run(*shown.head, witness)};
    return std::async(std::launch::async, [this, &entry, witnessRuns = std::move(runs)]() mutable {
      Report::Change change;
      witnessRuns.change = &change;
      changeReplay().confirmAsAnalysed(*entry.base, *entry.head, witnessRuns);
      noteSeen(change);
    });
  }

  void noteSeen(const Report::Change& change) {
    if (change.replayed != true || report_.stats.firstSeconds) return;
    report_.stats.firstSeconds = std::chrono::duration<double>(Clock::now() - asked_).count();
  }

  /// A change that the machine does not show is no finding: engine and machine disagree.
  void replay(Report::Function& function, const DiffEntry& entry, compare::EntryComparison& comparison,
              const compare::EntryResult& result, const input::Leaves& leaves) {
    ConcreteRuns base = runsOf(comparison, entry, leaves, true);
    ConcreteRuns head = runsOf(comparison, entry, leaves, false);
    std::vector<WitnessRuns> witnesses;
    for (std::size_t i = 0; i < result.changes.size(); ++i) {
      const compare::ShownChange& shown = result.changes[i];
      const logic::Assignment& witness = *shown.change.witness;
      witnesses.push_back({&function.changes[i], base.run(*shown.base, witness), head.run(*shown.head, witness)});
    }
    for (const WitnessRuns& witness : witnesses)
      witness.change->input =
          fmt::format("{{\"base\": {}, \"head\": {}}}", inputJson(witness.base.input, witness.base.expected),
                      inputJson(witness.head.input, witness.head.expected));
    changeReplay().confirm(*entry.base, *entry.head, witnesses);
    for (const WitnessRuns& witness : witnesses) noteSeen(*witness.change);
    if (!options_.tests.folder.empty()) {
      if (!tests_) tests_ = std::make_unique<RegressionTests>(options_.tests, env_.files, subject_.base, subject_.head);
      tests_->make(*entry.base, *entry.head, witnesses);
    }
    const auto isRefuted = [](const Report::Change& change) { return change.replayed == false; };
    for (const Report::Change& change : function.changes)
      if (isRefuted(change))
        function.open.push_back(
            fmt::format("engine and machine disagree, which is a defect of Beagle: {}", change.replayNote));
    dropUnsure(function, witnesses);
    if (std::ranges::all_of(function.changes, isRefuted)) function.verdict = "inconclusive";
  }

  /// What rests on where objects lie, and was not seen, is no difference that anybody could act on. The witnesses are
  /// those of the function's changes, in their order.
  static void dropUnsure(Report::Function& function, const std::vector<WitnessRuns>& witnesses) {
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

  Env& env_;
  const DiffOptions& options_;
  DiffSubject subject_;
  const OnFunction& onFunction_;
  const Clock::time_point asked_; ///< before anything was built
  const Clock::time_point begin_ = Clock::now();
  Clock::duration budget_{};
  Clock::time_point deadline_;
  std::optional<Clock::duration> patience_;   ///< without news; nothing: no end but the deadline
  Clock::time_point lastNews_ = Clock::now(); ///< a function was settled, or a difference was found
  std::deque<Row> rows_;                      // open ones are pointed at
  std::unique_ptr<ChangeReplay> replay_;
  std::unique_ptr<RegressionTests> tests_;
  std::unique_ptr<FunctionProofs> proofs_; ///< made when the first is wanted
  ChangeReach reach_{subject_.hunks};
  std::map<std::string, Doubt> doubts_; ///< by function
  std::set<ir::FunctionIndex> entered_; ///< functions of head that some comparison came to
  Report report_;
};

} // namespace

Result<Compared> compareVersions(Env& env, const DiffOptions& options, const OnFunction& onFunction) {
  const auto asked = Clock::now();
  auto subject = openDiff(env, options);
  if (!subject) return std::unexpected(std::move(subject.error()));
  DiffRun run(env, options, std::move(*subject), onFunction, asked);
  auto report = run.run();
  if (!report) return std::unexpected(std::move(report.error()));
  return Compared{std::move(*report), run.project().settings, run.project().accepted, run.project().folder};
}

Result<Report> diffVersions(Env& env, const DiffOptions& options, const OnFunction& onFunction) {
  auto compared = compareVersions(env, options, onFunction);
  if (!compared) return std::unexpected(std::move(compared.error()));
  return std::move(compared->report);
}

} // namespace beagle::pipeline
