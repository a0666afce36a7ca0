#include "analysis/pipeline/native_finding.h"

#include "analysis/compare/semantic_change.h"
#include "analysis/pipeline/native_rows.h"
#include "analysis/report/wording.h"
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
         end == End::Trapped || end == End::TimedOut;
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

/// Milliseconds for a run of which nobody knows whether it ends, and that is only looked at.
constexpr std::uint32_t shortWait = 500;

using Duration = ChangeReplay::Duration;
constexpr std::chrono::seconds leastForBuilt{3};

/// Both versions on one input.
class NativePair {
public:
  struct Side {
    const LinkedVersion& version;
    ir::FunctionIndex entry;
    const testgen::ConcreteInput& input;
  };
  NativePair(ChangeReplay& replay, Side base, Side head, ChangeReplay::Duration forBuilt)
      : replay_(replay), base_(base), head_(head), forBuilt_(forBuilt) {}

  std::optional<NativeFinding> finding() {
    // With AddressSanitizer first: what reads where nothing is may do anything without it.
    const auto checked = outcomes(End::MemoryError, End::MemoryError);
    if (!checked || checked->first.end == End::MemoryError || checked->second.end == End::MemoryError) return {};
    const auto plain = outcomes(End::Returned, End::Returned);
    if (!plain || cannotTell(plain->first) || cannotTell(plain->second) || !areAlike(*checked, *plain)) return {};
    return made(plain->first, plain->second, "");
  }

  std::optional<NativeFinding> endless(std::chrono::seconds waited) {
    isEndless_ = true;
    const auto plain = outcomes(End::TimedOut, End::TimedOut);
    if (!plain || (plain->first.end == End::TimedOut) == (plain->second.end == End::TimedOut)) return {};
    const auto checked = outcomes(End::MemoryError, End::MemoryError);
    if (!checked || !areAlike(*checked, *plain)) return {};
    const NativeOutcome& ended = plain->first.end == End::TimedOut ? plain->second : plain->first;
    if (cannotTell(ended) || ended.end == End::MemoryError) return {};
    waited_ = static_cast<std::uint32_t>(std::chrono::milliseconds(waited).count());
    return made(plain->first, plain->second, fmt::format("{} {} s", report::noEndWithin, waited.count()));
  }

private:
  /// Which way they are run goes by how they are expected to end.
  [[nodiscard]] std::optional<ChangeReplay::OutcomePair> outcomes(End base, End head, bool asBuilt = false) {
    ConcreteRun before{base_.input, {}, "", false}, after{head_.input, {}, "", false};
    before.expected.end = base;
    after.expected.end = head;
    if (isEndless_) before.expected.waited = after.expected.waited = shortWait;
    auto both = replay_.outcomes(base_.entry, head_.entry, before, after, asBuilt);
    if (!both) return {};
    for (NativeOutcome* outcome : {&both->first, &both->second})
      if (outcome->end == End::TimedOut) { // how far it came by then is nobody's business
        outcome->output.clear();
        outcome->errors.clear();
      }
    return std::move(*both);
  }
  [[nodiscard]] static Report::Values valuesOf(const Side& side, const NativeOutcome& outcome) {
    return nativeValues(side.version, side.entry, side.input, outcome);
  }
  /// What was never written is something else in each of two builds.
  [[nodiscard]] bool areAlike(const ChangeReplay::OutcomePair& one, const ChangeReplay::OutcomePair& other) const {
    return valuesOf(base_, one.first) == valuesOf(base_, other.first) &&
           valuesOf(head_, one.second) == valuesOf(head_, other.second);
  }

  /// `noEnd`: what is said of the version that did not end.
  std::optional<NativeFinding> made(const NativeOutcome& before, const NativeOutcome& after, const std::string& noEnd) {
    const Report::Values baseValues = valuesOf(base_, before), headValues = valuesOf(head_, after);
    NativeFinding finding;
    finding.base = {base_.input, observed(base_, before), "", false};
    finding.head = {head_.input, observed(head_, after), "", false};
    Report::Change& change = finding.change;
    std::vector<NativeRow> rows = nativeRows(baseValues, headValues);
    if (!noEnd.empty()) std::erase_if(rows, [](const NativeRow& row) { return row.what != "ending"; });
    std::set<std::string> kinds;
    for (const NativeRow& row : rows) {
      if (!row.differs() || (isRoom(row.what, baseValues) && isRoom(row.what, headValues))) continue;
      change.differs.push_back(row.what);
      kinds.insert(compare::withoutIndices(row.what));
    }
    if (change.differs.empty()) return {};
    change.kind = kindOf(before.end, after.end, change.differs);
    change.fingerprint = support::digestOf(fmt::format("{}\n{}\n{}\n{}\n{}", head_.input.entry, change.kind,
                                                       fmt::join(kinds, ","), endingOf(before), endingOf(after)))
                             .substr(0, 32);
    change.witness = head_.input.values;
    change.base = reportedOutcome(before, rows, true);
    change.head = reportedOutcome(after, rows, false);
    for (const auto& [shown, outcome] : {std::pair(&change.base, &before), std::pair(&change.head, &after)})
      if (outcome->end == End::TimedOut) shown->ending = noEnd;
    change.input = fmt::format("{{\"base\": {}, \"head\": {}}}", inputJson(base_.input, finding.base.expected),
                               inputJson(head_.input, finding.head.expected));
    std::vector<WitnessRuns> all{{&change, finding.base, finding.head}};
    replay_.confirmAsAnalysed(base_.entry, head_.entry, all);
    if (change.replayed != true) return {};
    // A sum wraps round in each of them: only a sanitizer says whether it may.
    if (!replay_.confirmAsBuilt(base_.entry, head_.entry, all, std::max<Duration>(forBuilt_, leastForBuilt))) return {};
    if (!change.replayedAsBuilt) return finding;
    if (const auto built = outcomes(End::Returned, End::Returned, true)) {
      change.ubOnly = !built->first.valueFaults.empty();
      change.ubIntroduced = !change.ubOnly && !built->second.valueFaults.empty();
    }
    return finding;
  }
  [[nodiscard]] testgen::ExpectedOutcome observed(const Side& side, const NativeOutcome& outcome) const {
    auto expected = observedOutcome(side.input, outcome, side.version.program->body(side.entry).results);
    if (outcome.end == End::TimedOut) expected.waited = waited_;
    return expected;
  }

  ChangeReplay& replay_;
  Side base_, head_;
  ChangeReplay::Duration forBuilt_;
  bool isEndless_ = false;   ///< one of them is
  std::uint32_t waited_ = 0; ///< ExpectedOutcome::waited
};

} // namespace

std::optional<NativeFinding> nativeFinding(ChangeReplay& replay, const LinkedVersion& base, const LinkedVersion& head,
                                           ir::FunctionIndex baseEntry, ir::FunctionIndex headEntry,
                                           const testgen::ConcreteInput& baseInput,
                                           const testgen::ConcreteInput& headInput, ChangeReplay::Duration forBuilt) {
  return NativePair(replay, {base, baseEntry, baseInput}, {head, headEntry, headInput}, forBuilt).finding();
}

std::optional<NativeFinding> endlessFinding(ChangeReplay& replay, const LinkedVersion& base, const LinkedVersion& head,
                                            ir::FunctionIndex baseEntry, ir::FunctionIndex headEntry,
                                            const testgen::ConcreteInput& baseInput,
                                            const testgen::ConcreteInput& headInput, std::chrono::seconds waited,
                                            ChangeReplay::Duration forBuilt) {
  return NativePair(replay, {base, baseEntry, baseInput}, {head, headEntry, headInput}, forBuilt).endless(waited);
}

} // namespace beagle::pipeline
