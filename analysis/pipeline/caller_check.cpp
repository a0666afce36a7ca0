#include "analysis/pipeline/caller_check.h"

#include "analysis/pipeline/entry_comparer.h"

#include <algorithm>
#include <vector>

namespace beagle::pipeline {

using report::Report;
using support::Result;
using Change = Report::Change;

namespace {

/// What a function calls by name, itself included.
std::set<ir::FunctionIndex> calledBy(const ir::Program& program, ir::FunctionIndex function) {
  std::set<ir::FunctionIndex> called{function};
  std::vector<ir::FunctionIndex> open{function};
  while (!open.empty()) {
    const ir::FunctionIndex next = open.back();
    open.pop_back();
    if (!program.functions()[next].isDefined) continue;
    for (const ir::CallSite& call : program.body(next).calls)
      if (call.function != ir::none && called.insert(call.function).second) open.push_back(call.function);
  }
  return called;
}

/// Whether nothing else that changed was run: what callers do otherwise is the function's doing then.
bool isItsDoing(const DiffWork& work, const DiffEntry& entry) {
  const DiffSubject& callers = work.subject;
  const auto function = functionAt(callers.run->version(false), *callers.head.program, *entry.place);
  if (!function || !work.isEntered(*function)) return false;
  const std::set<ir::FunctionIndex> own = calledBy(*callers.head.program, *function);
  return std::ranges::none_of(callers.changed, [&](const DiffEntry& changed) {
    return work.isEntered(*changed.head) && !own.contains(*changed.head);
  });
}

/// The difference that the caller's must be: the only one, or the only one of that kind. Null: it may be several.
Change* only(const std::vector<Change*>& open, const std::string& kind) {
  if (open.size() == 1) return open.front();
  const auto isOfKind = [&](const Change* change) { return change->kind == kind; };
  return std::ranges::count_if(open, isOfKind) == 1 ? *std::ranges::find_if(open, isOfKind) : nullptr;
}

} // namespace

Result<void> CallerCheck::confirm(const DiffEntry& entry, Report::Function& function, DiffWork::Clock::duration time) {
  std::vector<Change*> open;
  for (Change& change : function.changes)
    if (change.replayed == true && !change.ubOnly) open.push_back(&change);
  if (open.empty() || !entry.place || !work_.subject.run) return {};
  DiffOptions options = work_.options;
  options.tests.folder.clear();
  const auto begin = DiffWork::Clock::now();
  auto callers = openCallers(work_.env, options, work_.subject, entry);
  if (!callers) { // whether callers can be built is no question of this function
    work_.env.log.detail(fmt::format("callers of {}: {}", function.name, callers.error().str()));
    return {};
  }
  DiffWork work(work_.env, options, *callers, begin, fmt::format("replay-callers-{}", ++checks_));
  work.setTime(begin + time, {});
  EntryComparer comparer(work);
  for (std::size_t i = 0; i < callers->entries.size() && !work_.env.cancel.cancelled(); ++i) {
    const DiffEntry& caller = callers->entries[i];
    if (!caller.base || !caller.head) continue;
    DiffRow row{&caller, reportedEntry(*callers, caller)};
    const auto share = work.timeLeft() / static_cast<long>(callers->entries.size() - i);
    if (auto done = comparer.compare(row, share, true); !done) return done;
    const auto shown = std::ranges::find_if(
        row.function.changes, [](const Change& change) { return change.replayed == true && !change.ubOnly; });
    if (shown == row.function.changes.end() || !isItsDoing(work, entry)) continue;
    Change* const confirmed = only(open, shown->kind);
    const bool isProgram = callers->head.program->functions()[*caller.head].isMain;
    if (!confirmed || (confirmed->caller && !isProgram)) continue; // one is enough
    confirmed->level = isProgram ? "program" : "caller-confirmed";
    confirmed->caller = Change::Caller{row.function.name, row.function.file, row.function.line, shown->witness};
  }
  return {};
}

} // namespace beagle::pipeline
