#include "analysis/report/merge.h"

#include "analysis/support/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

namespace beagle::report {

using support::Result;

namespace {

std::string shownName(const NamedReport& each) { return support::printable(each.name); }

std::string rangeOf(const Report& report) {
  return support::printable(fmt::format("{}..{}", report.base, report.head), 200);
}

std::string shortCommit(const std::string& commit) {
  return commit.empty() ? "no commit" : support::printable(commit.substr(0, 12));
}

bool isSamePlace(const Report::Hunk& a, const Report::Hunk& b) {
  return a.file == b.file && a.baseFile == b.baseFile && a.baseStart == b.baseStart && a.baseLines == b.baseLines &&
         a.headStart == b.headStart && a.headLines == b.headLines;
}

/// Whether they are shards of one run, each of them once.
Result<void> checkTogether(const std::vector<NamedReport>& reports) {
  const NamedReport& first = reports.front();
  std::vector<const NamedReport*> byIndex(reports.size() + 1, nullptr);
  for (const NamedReport& each : reports) {
    const Report& report = each.report;
    if (!report.shard)
      return support::usageError("{}: this is no report of a shard; `beagle check --shard I/N` makes one",
                                 shownName(each));
    const Report::Shard& shard = *report.shard;
    if (shard.count != first.report.shard->count)
      return support::usageError("{} is one of {} shards, and {} is one of {}", shownName(first),
                                 first.report.shard->count, shownName(each), shard.count);
    if (shard.index < 1 || shard.index > shard.count)
      return support::usageError("{}: there is no shard {} of {}", shownName(each), shard.index, shard.count);
    if (report.base != first.report.base || report.head != first.report.head)
      return support::usageError("{} is about {}, and {} is about {}", shownName(first), rangeOf(first.report),
                                 shownName(each), rangeOf(report));
    for (const auto commit : {&Report::baseCommit, &Report::headCommit})
      if (report.*commit != first.report.*commit)
        return support::usageError("{} is about {} as {}, and {} as {}", shownName(first), rangeOf(first.report),
                                   shortCommit(first.report.*commit), shownName(each), shortCommit(report.*commit));
    if (!std::ranges::equal(report.hunks, first.report.hunks, isSamePlace))
      return support::usageError("{} and {} are about other contents of {}", shownName(first), shownName(each),
                                 rangeOf(report));
    if (report.check.has_value() != first.report.check.has_value())
      return support::usageError("one of {} and {} is a check, and the other one is none", shownName(first),
                                 shownName(each));
    if (shard.index >= byIndex.size()) continue; // then others are missing
    const NamedReport*& known = byIndex[shard.index];
    if (known)
      return support::usageError("{} and {} are both shard {} of {}", shownName(*known), shownName(each), shard.index,
                                 shard.count);
    known = &each;
  }
  const unsigned count = first.report.shard->count;
  if (count <= reports.size()) return {};
  std::set<unsigned> indices;
  for (const NamedReport& each : reports) indices.insert(each.report.shard->index);
  std::vector<std::string> missing;
  for (unsigned i = 1; i <= count && missing.size() < 10; ++i)
    if (!indices.contains(i)) missing.push_back(std::to_string(i));
  const std::size_t unnamed = count - reports.size() - std::min<std::size_t>(missing.size(), count - reports.size());
  return support::usageError("of {} shards, {} {} missing{}", count, support::join(missing, ", "),
                             missing.size() == 1 ? "is" : "are",
                             unnamed > 0 ? fmt::format(", and {} more", unnamed) : "");
}

/// Each shard has every `count`-th of a list: one of each in turn gives the list.
std::vector<Report::Function> inTurn(std::vector<std::vector<Report::Function>> parts) {
  std::vector<Report::Function> all;
  bool isMore = true;
  for (std::size_t i = 0; isMore; ++i) {
    isMore = false;
    for (std::vector<Report::Function>& part : parts) {
      if (i >= part.size()) continue;
      all.push_back(std::move(part[i]));
      isMore = true;
    }
  }
  return all;
}

/// What any shard came to.
void addUses(std::vector<std::string>& all, const std::vector<std::string>& more) {
  constexpr std::array<std::string_view, 4> weakestFirst{"", "missed", "proved", "run"};
  const auto rank = [&](const std::string& use) { return std::ranges::find(weakestFirst, use) - weakestFirst.begin(); };
  if (all.empty()) all.resize(more.size());
  for (std::size_t i = 0; i < std::min(all.size(), more.size()); ++i)
    if (rank(more[i]) > rank(all[i])) all[i] = more[i];
}

void add(Report::Statistics& sum, const Report::Statistics& more) {
  sum.paths += more.paths;
  sum.states += more.states;
  sum.instructions += more.instructions;
  sum.solverCalls += more.solverCalls;
  sum.solverSeconds += more.solverSeconds;
  sum.seconds += more.seconds;
  sum.inputs += more.inputs;
  if (more.firstSeconds) sum.firstSeconds = std::min(*more.firstSeconds, sum.firstSeconds.value_or(*more.firstSeconds));
  sum.peakMemory = std::max(sum.peakMemory, more.peakMemory);
  for (const SolverLayer& layer : more.solver) addLayer(sum.solver, layer);
}

} // namespace

Result<Report> merged(std::vector<NamedReport> reports) {
  if (reports.size() == 1 && !reports.front().report.shard) return std::move(reports.front().report);
  if (auto together = checkTogether(reports); !together) return std::unexpected(std::move(together.error()));
  std::ranges::sort(reports, {}, [](const NamedReport& each) { return each.report.shard->index; });
  std::vector<std::vector<Report::Function>> entries, own;
  std::set<std::string> entered;
  for (NamedReport& each : reports) {
    const Report::Shard& shard = *each.report.shard;
    entered.insert(shard.entered.begin(), shard.entered.end());
    entries.emplace_back();
    own.emplace_back();
    for (Report::Function& function : each.report.functions)
      (std::ranges::find(shard.own, function.id) == shard.own.end() ? entries : own)
          .back()
          .push_back(std::move(function));
  }
  Report all = std::move(reports.front().report);
  all.shard.reset();
  all.functions = inTurn(std::move(entries));
  const bool isOpen = std::ranges::any_of(
      all.functions, [](const Report::Function& function) { return function.verdict == "inconclusive"; });
  for (Report::Function& function : inTurn(std::move(own))) {
    const bool isEntered = entered.contains(function.id);
    if (isEntered && !isOpen) continue; // its callers say more
    function.reasons = {isEntered ? changedReason : notEnteredReason};
    all.functions.push_back(std::move(function));
  }
  for (std::size_t i = 1; i < reports.size(); ++i) {
    const Report& more = reports[i].report;
    all.isPartial |= more.isPartial;
    for (const std::string& note : more.notes)
      if (std::ranges::find(all.notes, note) == all.notes.end()) all.notes.push_back(note);
    for (std::size_t hunk = 0; hunk < all.hunks.size(); ++hunk) { // the same ones in each
      addUses(all.hunks[hunk].removedUse, more.hunks[hunk].removedUse);
      addUses(all.hunks[hunk].addedUse, more.hunks[hunk].addedUse);
    }
    add(all.stats, more.stats);
  }
  if (all.check) all.check = tallied(all);
  return all;
}

} // namespace beagle::report
