#include "analysis/pipeline/native_finding.h"

#include "analysis/compare/semantic_change.h"
#include "analysis/pipeline/native_rows.h"
#include "analysis/support/digest.h"
#include "analysis/testgen/input_json.h"
#include "analysis/testgen/observed.h"
#include "analysis/testgen/runner.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <string_view>

namespace beagle::pipeline {

using report::Report;
using testgen::End;
using testgen::NativeOutcome;

namespace {

bool isError(End end) {
  return end == End::MemoryError || end == End::DivisionByZero || end == End::AssertFailed || end == End::Aborted ||
         end == End::Trapped;
}

/// As compare::kindOf has it.
std::string_view kindOf(End base, End head, const std::vector<std::string>& differs) {
  using compare::ChangeKind;
  if (!isError(base) && isError(head)) return nameOf(ChangeKind::CrashIntroduced);
  if (isError(base) && !isError(head)) return nameOf(ChangeKind::CrashFixed);
  if (std::ranges::find(differs, "ending") != differs.end()) return nameOf(ChangeKind::Termination);
  const auto isEffect = [](const std::string& what) { return what == "output" || what == "error output"; };
  return nameOf(std::ranges::all_of(differs, isEffect) ? ChangeKind::Effects : ChangeKind::Output);
}

/// Words that the engine has for the same.
std::string endingOf(const NativeOutcome& outcome) {
  switch (outcome.end) {
  case End::MemoryError: return "memory error";
  case End::DivisionByZero: return "division by zero";
  case End::AssertFailed: return "assertion failed";
  default: return std::string(nameOf(outcome.end));
  }
}

bool cannotTell(const NativeOutcome& outcome) {
  return outcome.end == End::TimedOut || outcome.end == End::Other || outcome.isCheckersLimit ||
         outcome.errors.find(testgen::stubMessage) != std::string::npos;
}

Report::Outcome reportedOutcome(const NativeOutcome& outcome, const std::vector<NativeRow>& rows, bool isBase) {
  Report::Outcome shown;
  shown.ending = endingOf(outcome);
  shown.detail = outcome.detail;
  shown.output = outcome.output + outcome.errors;
  for (const NativeRow& row : rows)
    if (const std::string& value = isBase ? row.base : row.head;
        row.differs() && row.what != "ending" && !value.empty())
      shown.values.emplace_back(row.what, value);
  return shown;
}

} // namespace

std::optional<NativeFinding> nativeFinding(ChangeReplay& replay, const LinkedVersion& base, const LinkedVersion& head,
                                           ir::FunctionIndex baseEntry, ir::FunctionIndex headEntry,
                                           const testgen::ConcreteInput& input) {
  // With AddressSanitizer first: what reads where nothing is may do anything without it.
  ConcreteRun expected{input, {}, "", false};
  expected.expected.end = End::MemoryError;
  auto outcomes = replay.outcomes(baseEntry, headEntry, expected, expected, false);
  if (!outcomes) return {};
  if (outcomes->first.end != End::MemoryError && outcomes->second.end != End::MemoryError) {
    expected.expected.end = End::Returned;
    outcomes = replay.outcomes(baseEntry, headEntry, expected, expected, false);
    if (!outcomes) return {};
  }
  const auto& [before, after] = *outcomes;
  if (cannotTell(before) || cannotTell(after)) return {};
  NativeFinding finding;
  finding.runs.base = {input, observedOutcome(input, before, base.program->body(baseEntry).results), "", false};
  finding.runs.head = {input, observedOutcome(input, after, head.program->body(headEntry).results), "", false};
  Report::Change& change = finding.change;
  const std::vector<NativeRow> rows =
      nativeRows(nativeValues(base, baseEntry, input, before), nativeValues(head, headEntry, input, after));
  std::set<std::string> kinds;
  for (const NativeRow& row : rows) {
    if (!row.differs()) continue;
    change.differs.push_back(row.what);
    kinds.insert(compare::withoutIndices(row.what));
  }
  if (change.differs.empty()) return {};
  change.kind = kindOf(before.end, after.end, change.differs);
  change.fingerprint = support::digestOf(fmt::format("{}\n{}\n{}\n{}\n{}", input.entry, change.kind,
                                                     fmt::join(kinds, ","), endingOf(before), endingOf(after)))
                           .substr(0, 32);
  change.witness = input.values;
  change.base = reportedOutcome(before, rows, true);
  change.head = reportedOutcome(after, rows, false);
  change.input = fmt::format("{{\"base\": {}, \"head\": {}}}", inputJson(input, finding.runs.base.expected),
                             inputJson(input, finding.runs.head.expected));
  finding.runs.change = &change;
  std::vector<WitnessRuns> all{finding.runs};
  replay.confirm(baseEntry, headEntry, all);
  if (change.replayed != true) return {};
  return finding;
}

} // namespace beagle::pipeline
