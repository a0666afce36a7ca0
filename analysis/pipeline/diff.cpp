#include "analysis/pipeline/diff.h"

#include "analysis/change/reached_code.h"
#include "analysis/pipeline/caller_check.h"
#include "analysis/pipeline/configurations.h"
#include "analysis/pipeline/diff_work.h"
#include "analysis/pipeline/entry_comparer.h"
#include "analysis/pipeline/project_settings.h"
#include "analysis/report/merge.h"
#include "analysis/support/process_memory.h"
#include "analysis/support/shares.h"
#include "analysis/support/text.h"

#include <algorithm>
#include <atomic>
#include <deque>
#include <functional>
#include <future>
#include <mutex>
#include <set>
#include <utility>

namespace beagle::pipeline {

using report::Report;
using support::Result;
using Clock = support::Budget::Clock;

namespace {

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
    report_.hunks = subject_.hunks;
    report_.notes = std::move(subject_.notes);
    if (subject_.known) return knownReport();
    const config::Configuration& settings = project().settings;
    const config::HookSettings& hook = settings.project().hook;
    budget_ = options_.budget.value_or(options_.waitingSince ? *hook.budget : *settings.settingsFor("").budget);
    // Before a push somebody waits: building counts, too, and so does running what was found at last.
    if (options_.waitingSince) work_.setTime(asked_ + budget_ / 10 * 9, *hook.patience);
    else work_.setTime(begin_ + budget_, {});
    if (options_.shard) report_.shard = Report::Shard{options_.shard->index, options_.shard->count, {}, {}};
    for (std::size_t i = 0; i < subject_.entries.size(); ++i)
      if (isMine(i)) addRow(subject_.entries[i], DiffRow::Kind::Entry);
    env_.progress.begin("comparing", rows_.size());
    env_.progress.endsBy(work_.deadline() + folderBudgets_.left());
    if (auto done = compareAll(); !done) return std::unexpected(std::move(done.error()));
    env_.progress.finish();
    std::set<std::string> files; // of all shards
    for (const auto* entries : {&subject_.entries, &subject_.changed})
      for (const DiffEntry& entry : *entries) files.insert(reportedEntry(subject_, entry).file);
    if (std::string unused = unusedSettings(project().settings, files); !unused.empty())
      report_.notes.push_back(std::move(unused));
    addConfigurationNotes();
    for (DiffRow& row : rows_) report_.functions.push_back(std::move(row.function));
    for (Report::Hunk& hunk : report_.hunks) work_.addUses(hunk);
    report_.stats = work_.statistics();
    report_.stats.seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
    report_.stats.peakMemory = support::peakResidentBytes();
    report_.isPartial = env_.cancel.cancelled();
    if (!subject_.key.empty() && !report_.isPartial && !isHurried())
      if (auto kept = subject_.bench->store.put("report", subject_.key, report::reportJson(report_)); !kept)
        env_.log.warning(kept.error().str());
    return std::move(report_);
  }

  [[nodiscard]] const ChangesOptions& project() const { return work_.project(); }

private:
  /// What an earlier run over the same versions found; only what they are called may be new.
  Result<Report> knownReport() {
    Report known = std::move(*subject_.known);
    known.base = report_.base;
    known.head = report_.head;
    known.baseCommit = report_.baseCommit;
    known.headCommit = report_.headCommit;
    for (std::size_t i = 0; i < report_.hunks.size() && i < known.hunks.size(); ++i) {
      report_.hunks[i].removedUse = std::move(known.hunks[i].removedUse);
      report_.hunks[i].addedUse = std::move(known.hunks[i].addedUse);
    }
    known.hunks = std::move(report_.hunks);
    for (const Report::Function& function : known.functions)
      if (onFunction_) onFunction_(function, project());
    return known;
  }

  /// Which configurations the numbers stand for.
  void addConfigurationNotes() {
    std::set<std::string> notes;
    for (const DiffRow& row : rows_) {
      if (row.function.configuration <= 1) continue;
      const BuiltVersion& head = subject_.run->version(false);
      notes.insert(configurationText(head, head.units->units()[row.entry->place->unit]));
    }
    report_.notes.insert(report_.notes.end(), notes.begin(), notes.end());
  }

  /// Something was cut at the deadline: building and other refs took of the time, and the next run may have more.
  [[nodiscard]] bool isHurried() const {
    return options_.waitingSince && Clock::now() >= work_.deadline() &&
           std::ranges::any_of(report_.functions, &Report::Function::isCut);
  }

  /// What the user asks for by hand, and how long somebody waits before a push, win over folders' budgets.
  DiffRow& addRow(const DiffEntry& entry, DiffRow::Kind kind) {
    DiffRow& row = rows_.emplace_back(&entry, reportedEntry(subject_, entry), kind);
    if (!options_.budget && !options_.waitingSince)
      row.budget = folderBudgets_.of(project().settings.settingsFor(row.function.file));
    return row;
  }

  /// Of a list that all shards know.
  [[nodiscard]] bool isMine(std::size_t position) const {
    return !options_.shard || position % options_.shard->count == options_.shard->index - 1;
  }

  /// Quick answers first: every entry gets a little time. Where that is not enough, what changed is looked at by
  /// itself; then those that are still open share what is left. What was equal within bounds is looked at once more
  /// with wider ones.
  Result<void> compareAll() {
    if (auto done = compareOpen(false); !done) return done;
    const bool isOpen =
        std::ranges::any_of(rows_, [](const DiffRow& row) { return row.function.verdict == "inconclusive"; });
    addChanged(isOpen);
    if (auto done = compareOpen(false); !done) return done;
    if (auto done = askCallers(budget_ / 4); !done) return done; // others are open yet
    if (auto done = compareOpen(true); !done) return done;
    for (const std::uint32_t factor : {2, 4})
      if (auto done = widen(factor); !done) return done;
    if (auto done = makeRoom(); !done) return done;
    if (auto done = askCallers(budget_); !done) return done;
    for (DiffRow& row : rows_) applyDoubt(row.function);
    // What its callers say of a function says more than what it does for inputs that none of them gives it. Callers in
    // other shards may be open: whoever merges the reports decides.
    const bool isOpenStill = std::ranges::any_of(rows_, [](const DiffRow& row) {
      return row.kind == DiffRow::Kind::Entry && row.function.verdict == "inconclusive";
    });
    if (!isOpenStill && !options_.shard)
      std::erase_if(rows_, [](const DiffRow& row) { return row.kind == DiffRow::Kind::Entered; });
    for (DiffRow& row : rows_)
      if (auto done = announce(row); !done) return done;
    return {};
  }

  enum class Look : std::uint8_t { First, Last };
  /// A first look is a short one.
  static constexpr int partOfFirst = 5;

  /// Compares the rows: `compare(comparer, row, share)` has that share of the time that is left. Those whose folders
  /// have time of their own come behind the others, and take nothing of theirs.
  template <class Compare> Result<void> forEachRow(const std::vector<DiffRow*>& rows, Look look, Compare compare) {
    const auto rowsOf = [&](const FolderBudget* budget) {
      std::vector<DiffRow*> own;
      std::ranges::copy_if(rows, std::back_inserter(own), [&](const DiffRow* row) { return row->budget == budget; });
      return own;
    };
    if (auto done = forEachOf(rowsOf(nullptr), look, [&] { return work_.timeLeft(); }, compare); !done) return done;
    for (FolderBudget& budget : folderBudgets_.all()) {
      const auto begin = Clock::now();
      const auto left = [&] { return std::max(budget.left - (Clock::now() - begin), Clock::duration::zero()); };
      if (auto done = forEachOf(rowsOf(&budget), look, left, compare); !done) return done;
      work_.postpone(Clock::now() - begin);
      budget.left = left();
    }
    return {};
  }

  /// A difference shows best in the function that was edited, and is shown there even when it shows nowhere else.
  [[nodiscard]] static bool isEdited(const DiffRow& row) {
    return row.kind != DiffRow::Kind::Entry ||
           std::ranges::find(row.function.reasons, report::changedReason) != row.function.reasons.end();
  }

  /// Of the time that is left when a row's turn comes.
  static std::vector<double> sharesOf(const std::vector<DiffRow*>& rows, Look look, std::size_t jobs) {
    if (look == Look::First) { // the same for all, whoever comes first
      const auto rounds = static_cast<double>((rows.size() + jobs - 1) / jobs);
      return std::vector<double>(rows.size(), 1 / (partOfFirst * rounds));
    }
    constexpr double weightOfEdited = 3;
    std::vector<double> weights;
    for (const DiffRow* row : rows) weights.push_back(isEdited(*row) ? weightOfEdited : 1);
    return support::sharesOfTime(weights, jobs);
  }

  /// Several at once.
  template <class TimeLeft, class Compare>
  Result<void> forEachOf(const std::vector<DiffRow*>& rows, Look look, TimeLeft timeLeft, Compare compare) {
    const std::size_t jobs = std::clamp<std::size_t>(project().jobs, 1, std::max<std::size_t>(rows.size(), 1));
    while (comparers_.size() < jobs) comparers_.emplace_back(work_);
    const std::vector<double> shares = sharesOf(rows, look, jobs);
    std::atomic<std::size_t> next = 0;
    const auto work = [&](EntryComparer& comparer) -> Result<void> {
      for (std::size_t i = next++; i < rows.size(); i = next++) {
        const std::chrono::duration<double, Clock::period> share = timeLeft() * shares[i];
        if (auto done = compare(comparer, *rows[i], std::chrono::duration_cast<Clock::duration>(share)); !done)
          return done;
      }
      return {};
    };
    std::vector<std::future<Result<void>>> others;
    for (std::size_t job = 1; job < jobs; ++job)
      others.push_back(std::async(std::launch::async, [&, job] { return work(comparers_[job]); }));
    Result<void> all = work(comparers_.front());
    for (auto& other : others)
      if (auto done = other.get(); !done && all) all = std::move(done);
    return all;
  }

  Result<void> compareOpen(bool isLast) {
    std::vector<DiffRow*> open;
    for (DiffRow& row : rows_) {
      const bool isFirst = row.function.verdict.empty(); // a second short look would see the same again
      if (!row.isSettled && (isFirst || isLast)) open.push_back(&row);
    }
    if (isLast) std::ranges::stable_partition(open, [](const DiffRow* row) { return isEdited(*row); });
    const auto compare = [&](EntryComparer& comparer, DiffRow& row, Clock::duration share) -> Result<void> {
      if (auto done = comparer.compare(row, share, isLast); !done) return done;
      if (isLast && row.budget && row.function.isCut && !env_.cancel.cancelled())
        row.function.open.push_back(fmt::format("the time of its folder is over (`budget`, {})", row.budget->place));
      if (row.isSettled) work_.noteNews();
      row.isSettled |= isLast || env_.cancel.cancelled();
      if (!row.isSettled || row.kind == DiffRow::Kind::Entered || isBounded(row.function)) return {};
      return announce(row);
    };
    return forEachRow(open, isLast ? Look::Last : Look::First, compare);
  }

  /// Changed functions by themselves: all, or those that none of the comparisons came to, as when only their addresses
  /// are handed around. A shard does not know what others came to, and compares its part of them in any case. Where the
  /// callers have changed with the parameters, nobody knows which inputs of both versions belong together.
  void addChanged(bool all) {
    bool isMissed = false;
    std::size_t position = 0;
    for (const DiffEntry& entry : subject_.changed) {
      const auto isOne = [&](auto holds) { return holds(*entry.head) || std::ranges::any_of(entry.twins, holds); };
      const auto isEntry = [&](ir::FunctionIndex function) {
        return std::ranges::any_of(subject_.entries, [&](const DiffEntry& other) { return other.head == function; });
      };
      if (isOne(isEntry)) continue;
      const bool isEntered = isOne([&](ir::FunctionIndex function) { return work_.isEntered(function); }) ||
                             (!rows_.empty() && subject_.runsAtStart(*entry.head));
      const Report::Function function = reportedEntry(subject_, entry);
      if (!project().isEntry(function.name, function.file)) continue;
      if (report_.shard && isEntered) report_.shard->entered.push_back(function.id);
      const bool isShownByCallers = entry.hasOtherParameters && leadsTo(function);
      if (!isMine(position++) || isShownByCallers || (isEntered && !all && !report_.shard)) continue;
      if (report_.shard) report_.shard->own.push_back(function.id);
      DiffRow& row = addRow(entry, isEntered ? DiffRow::Kind::Entered : DiffRow::Kind::NotEntered);
      row.function.reasons = {isEntered ? report::changedReason : report::notEnteredReason};
      if (entry.hasOtherParameters) {
        leaveOpen(row.function, "only its own file calls it, with other parameters than before: by itself it was not "
                                "compared");
        row.isSettled = true;
      }
      isMissed |= !isEntered && !entry.hasOtherParameters;
    }
    // They were not foreseen: there is some time for them in any case, but not where somebody waits.
    if (isMissed && !options_.waitingSince) work_.extendTo(Clock::now() + budget_ / 4);
    env_.progress.endsBy(work_.deadline() + folderBudgets_.left());
    work_.noteNews();
  }

  /// Whether something is compared because of what that function does.
  [[nodiscard]] bool leadsTo(const Report::Function& function) const {
    const auto isIt = [&](const change::Place& place) {
      return place.name == function.name && place.file == function.file;
    };
    return subject_.run && std::ranges::any_of(subject_.run->entries(), [&](const change::Entry& entry) {
             return std::ranges::any_of(entry.leadsTo, isIt);
           });
  }

  /// Longer strings and buffers, as long as there is time.
  /// Where no run came out well, buffers may be too small for what code does with them.
  Result<void> makeRoom() {
    std::vector<DiffRow*> rows;
    for (DiffRow& row : rows_) {
      const auto doubt = isBounded(row.function) ? work_.doubtOf(row.function.id) : std::nullopt;
      if (doubt && !doubt->open.empty()) rows.push_back(&row);
    }
    return forEachRow(rows, Look::Last,
                      [&](EntryComparer& comparer, DiffRow& row, Clock::duration share) -> Result<void> {
                        if (env_.cancel.cancelled()) return {};
                        return comparer.makeRoom(row, share);
                      });
  }

  Result<void> widen(std::uint32_t factor) {
    std::vector<DiffRow*> bounded;
    for (DiffRow& row : rows_)
      if (isBounded(row.function)) bounded.push_back(&row);
    return forEachRow(bounded, Look::Last,
                      [&](EntryComparer& comparer, DiffRow& row, Clock::duration share) -> Result<void> {
                        if (share < std::chrono::milliseconds(50) || env_.cancel.cancelled()) return {};
                        return comparer.widen(row, factor, share);
                      });
  }

  /// Of what differs, for at most that time in all; not where somebody waits.
  Result<void> askCallers(Clock::duration most) {
    if (options_.waitingSince || !options_.replay) return {};
    const auto end = Clock::now() + std::min(most, work_.timeLeft());
    for (DiffRow& row : rows_) {
      if (row.function.verdict != "changed" || row.hasAskedCallers) continue;
      const auto time = std::min<Clock::duration>(end - Clock::now(), budget_ / 8);
      if (time <= Clock::duration::zero() || env_.cancel.cancelled()) return {};
      row.hasAskedCallers = true;
      const auto confirmed = [&] {
        return std::ranges::count_if(row.function.changes,
                                     [](const Report::Change& change) { return change.caller.has_value(); });
      };
      const auto before = confirmed();
      if (auto done = callers_.confirm(*row.entry, row.function, time); !done) return done;
      if (row.isAnnounced && confirmed() != before && onFunction_) onFunction_(row.function, project());
    }
    return {};
  }

  Result<void> announce(DiffRow& row) {
    const std::scoped_lock lock(announcing_);
    if (std::exchange(row.isAnnounced, true)) return {};
    std::ranges::stable_sort(row.function.changes, {}, report::rankOf);
    if (!row.function.changes.empty()) row.function.code = codeOf(*row.entry);
    if (auto written = work_.writeTests(row.function); !written) return written;
    env_.progress.found(row.function.changes.size());
    env_.progress.step(row.function.name);
    if (onFunction_) onFunction_(row.function, project());
    return {};
  }

  /// Of bitcode, nothing is known.
  std::string codeOf(const DiffEntry& entry) {
    if (!subject_.run || !entry.head) return {};
    if (!code_) code_.emplace(subject_.run->version(true).program, subject_.run->version(false).program);
    return code_->changeBehind(entry.place ? entry.place->symbol : entry.name);
  }

  /// When wider bounds have changed nothing about it.
  void applyDoubt(Report::Function& function) const {
    const auto doubt = work_.doubtOf(function.id);
    if (function.verdict != "unchanged" || !doubt) return;
    if (isBounded(function) && doubt->open.empty() && !doubt->missed.empty())
      function.bounds.push_back("no run comes to " + support::join(doubt->missed, ", "));
    if (doubt->open.empty()) return;
    function.open.push_back(doubt->open);
    function.verdict = "inconclusive";
    function.proof = "none";
  }

  Env& env_;
  const DiffOptions& options_;
  DiffSubject subject_;
  const OnFunction& onFunction_;
  const Clock::time_point asked_; ///< before anything was built, for this or an earlier range
  const Clock::time_point begin_ = Clock::now();
  Clock::duration budget_{};
  DiffWork work_{env_, options_, subject_, asked_};
  CallerCheck callers_{work_};
  FolderBudgets folderBudgets_{project().settings.settingsFor("")};
  std::deque<DiffRow> rows_;            ///< open ones are pointed at
  std::deque<EntryComparer> comparers_; ///< as many as were at work at once
  std::mutex announcing_;
  std::optional<change::ReachedCode> code_; ///< once it is asked for
  Report report_;
};

/// Somebody stopped the run before there was anything to compare.
Report interruptedReport(const DiffOptions& options) {
  const std::vector<std::string>& what = options.changes.what;
  Report report;
  report.isPartial = true;
  if (options.shard) report.shard = Report::Shard{options.shard->index, options.shard->count, {}, {}};
  report.notes = {"it was stopped while both versions were built, and nothing was compared"};
  if (what.size() == 2) report.base = what[0], report.head = what[1];
  if (what.empty()) report.base = "upstream", report.head = "HEAD";
  if (what.size() != 1) return report;
  const std::size_t dots = what[0].find("..");
  report.base = what[0].substr(0, dots);
  if (dots != std::string::npos) report.head = what[0].substr(dots + (what[0].substr(dots).starts_with("...") ? 3 : 2));
  return report;
}

} // namespace

Result<Compared> compareVersions(Env& env, const DiffOptions& options, const OnFunction& onFunction) {
  const auto asked = options.waitingSince.value_or(Clock::now());
  auto subject = openDiff(env, options);
  if (!subject && env.cancel.cancelled()) return Compared{.report = interruptedReport(options)};
  if (!subject) return std::unexpected(std::move(subject.error()));
  DiffRun run(env, options, std::move(*subject), onFunction, asked);
  auto report = run.run();
  if (!report) return std::unexpected(std::move(report.error()));
  const ChangesOptions& project = run.project();
  return Compared{std::move(*report), project.settings, project.accepted, project.settingsNotes, project.folder};
}

Result<Report> diffVersions(Env& env, const DiffOptions& options, const OnFunction& onFunction) {
  auto compared = compareVersions(env, options, onFunction);
  if (!compared) return std::unexpected(std::move(compared.error()));
  return std::move(compared->report);
}

} // namespace beagle::pipeline
