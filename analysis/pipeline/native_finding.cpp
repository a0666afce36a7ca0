#include "analysis/pipeline/native_finding.h"

#include "analysis/compare/semantic_change.h"
#include "analysis/pipeline/native_rows.h"
#include "analysis/support/digest.h"
#include "analysis/testgen/input_json.h"
#include "analysis/testgen/link_stubs.h"
#include "analysis/testgen/observed.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
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
         outcome.errors.find(testgen::missingMessage) != std::string::npos;
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

/// Whether the value says how much room a vector or a long text has, which is nobody's business: see exec::observe.
bool isRoom(const std::string& path, const Report::Values& values) {
  constexpr std::string_view local = "._M_local_buf", length = "._M_string_length";
  constexpr std::size_t mostThere = 15; // characters that a string has a place for in itself, at most
  if (path.ends_with("._M_end_of_storage")) return true;
  const std::size_t at = path.rfind(local);
  if (at == std::string::npos) return false;
  const auto own =
      std::ranges::find(values, path.substr(0, at) + std::string(length), &Report::Values::value_type::first);
  return own != values.end() && std::strtoull(own->second.c_str(), nullptr, 10) > mostThere;
}

} // namespace

std::optional<NativeFinding> nativeFinding(ChangeReplay& replay, const LinkedVersion& base, const LinkedVersion& head,
                                           ir::FunctionIndex baseEntry, ir::FunctionIndex headEntry,
                                           const testgen::ConcreteInput& baseInput,
                                           const testgen::ConcreteInput& headInput, ChangeReplay::Duration forBuilt) {
  // With AddressSanitizer first: what reads where nothing is may do anything without it.
  ConcreteRun beforeRun{baseInput, {}, "", false}, afterRun{headInput, {}, "", false};
  beforeRun.expected.end = afterRun.expected.end = End::MemoryError;
  const auto checked = replay.outcomes(baseEntry, headEntry, beforeRun, afterRun, false);
  if (!checked || checked->first.end == End::MemoryError || checked->second.end == End::MemoryError) return {};
  beforeRun.expected.end = afterRun.expected.end = End::Returned;
  const auto outcomes = replay.outcomes(baseEntry, headEntry, beforeRun, afterRun, false);
  if (!outcomes) return {};
  const auto& [before, after] = *outcomes;
  if (cannotTell(before) || cannotTell(after)) return {};
  const Report::Values baseValues = nativeValues(base, baseEntry, baseInput, before);
  const Report::Values headValues = nativeValues(head, headEntry, headInput, after);
  // What was never written is something else in each of the two builds.
  if (baseValues != nativeValues(base, baseEntry, baseInput, checked->first) ||
      headValues != nativeValues(head, headEntry, headInput, checked->second))
    return {};
  NativeFinding finding;
  finding.base = {baseInput, observedOutcome(baseInput, before, base.program->body(baseEntry).results), "", false};
  finding.head = {headInput, observedOutcome(headInput, after, head.program->body(headEntry).results), "", false};
  Report::Change& change = finding.change;
  const std::vector<NativeRow> rows = nativeRows(baseValues, headValues);
  std::set<std::string> kinds;
  for (const NativeRow& row : rows) {
    if (!row.differs() || (isRoom(row.what, baseValues) && isRoom(row.what, headValues))) continue;
    change.differs.push_back(row.what);
    kinds.insert(compare::withoutIndices(row.what));
  }
  if (change.differs.empty()) return {};
  change.kind = kindOf(before.end, after.end, change.differs);
  change.fingerprint = support::digestOf(fmt::format("{}\n{}\n{}\n{}\n{}", headInput.entry, change.kind,
                                                     fmt::join(kinds, ","), endingOf(before), endingOf(after)))
                           .substr(0, 32);
  change.witness = headInput.values;
  change.base = reportedOutcome(before, rows, true);
  change.head = reportedOutcome(after, rows, false);
  change.input = fmt::format("{{\"base\": {}, \"head\": {}}}", inputJson(baseInput, finding.base.expected),
                             inputJson(headInput, finding.head.expected));
  std::vector<WitnessRuns> all{{&change, finding.base, finding.head}};
  replay.confirmAsAnalysed(baseEntry, headEntry, all);
  replay.confirmAsBuilt(baseEntry, headEntry, all, forBuilt);
  if (change.replayed != true) return {};
  return finding;
}

} // namespace beagle::pipeline
