#include "analysis/pipeline/caller_check.h"

#include "analysis/pipeline/entry_comparer.h"
#include "analysis/pipeline/test_inputs.h"

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

/// The difference that the caller's must be: the only one, or the only one of that kind, or of that kind and from those
/// places of the function. Null: it may be several.
Change* only(const std::vector<Change*>& open, const Change& shown) {
  if (open.size() == 1) return open.front();
  const auto isOfKind = [&](const Change* change) { return change->kind == shown.kind; };
  const auto isFromThere = [&](const Change* change) { return isOfKind(change) && change->places == shown.places; };
  if (std::ranges::count_if(open, isOfKind) == 1) return *std::ranges::find_if(open, isOfKind);
  return std::ranges::count_if(open, isFromThere) == 1 ? *std::ranges::find_if(open, isFromThere) : nullptr;
}

/// The numbers and texts of inputs that show a difference: a caller may hand on what it gets, or read it from a text.
compare::CodeConstants writtenIn(const std::vector<Change*>& changes) {
  compare::TestInputs written;
  for (const Change* change : changes)
    for (const auto& [path, value] : change->witness) addTestInputs(value, written);
  std::vector<std::uint64_t>& numbers = written.constants.integers;
  std::ranges::sort(numbers);
  const auto twice = std::ranges::unique(numbers);
  numbers.erase(twice.begin(), twice.end());
  return std::move(written.constants);
}

} // namespace

Result<void> CallerCheck::confirm(const DiffEntry& entry, Report::Function& function, DiffWork::Clock::duration time) {
  std::vector<Change*> open;
  for (Change& change : function.changes)
    if (change.replayed == true && !change.ubOnly) open.push_back(&change);
  if (open.empty() || !entry.place || !work_.subject.run) return {};
  DiffOptions options = work_.options;
  options.tests.folder.clear();
  options.prove = false; // that a caller is equal says nothing about the function
  options.replayAsBuilt = false;
  const auto begin = DiffWork::Clock::now();
  auto callers = openCallers(work_.env, options, work_.subject, entry);
  if (!callers) { // whether callers can be built is no question of this function
    work_.env.log.detail(fmt::format("callers of {}: {}", function.name, callers.error().str()));
    return {};
  }
  DiffWork work(work_.env, options, *callers, begin, fmt::format("replay-callers-{}", ++checks_));
  work.setTime(begin + time, {});
  work.setLikely(writtenIn(open));
  EntryComparer comparer(work);
  for (std::size_t i = 0; i < callers->entries.size() && !work_.env.cancel.cancelled(); ++i) {
    DiffEntry caller = callers->entries[i];
    if (!caller.base || !caller.head) continue;
    const auto places = [&](bool isBase) -> std::optional<ir::FunctionIndex> {
      const auto function = isBase ? entry.base : entry.head;
      const std::string& name = work_.version(isBase).program->functions()[*function].name;
      return (isBase ? callers->base : callers->head).program->find(name);
    };
    caller.basePlaces = places(true);
    caller.headPlaces = places(false);
    DiffRow row{&caller, reportedEntry(*callers, caller)};
    const auto share = work.timeLeft() / static_cast<long>(callers->entries.size() - i);
    if (auto done = comparer.compare(row, share, true); !done) return done;
    std::vector<const Change*> seen;
    for (const Change& change : row.function.changes)
      if (change.replayed == true && !change.ubOnly) seen.push_back(&change);
    if (seen.empty() || !isItsDoing(work, entry)) continue;
    const bool isProgram = callers->head.program->functions()[*caller.head].isMain;
    for (const Change* shown : seen) {
      Change* const confirmed = only(open, *shown);
      const bool isKnown = confirmed && confirmed->caller && (!isProgram || confirmed->level == "program");
      if (!confirmed || isKnown) continue; // one is enough
      confirmed->level = isProgram ? "program" : "caller-confirmed";
      confirmed->caller = Change::Caller{row.function.name, row.function.file, row.function.line, shown->witness};
    }
  }
  return {};
}

} // namespace beagle::pipeline
