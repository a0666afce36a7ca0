#include "analysis/testgen/sanitizer_report.h"

#include "analysis/support/text.h"

#include <algorithm>
#include <array>
#include <optional>

namespace beagle::testgen {

namespace {

constexpr std::string_view rule = "=================================================================";
constexpr std::string_view addressMark = "ERROR: AddressSanitizer: ";
constexpr std::string_view signalMark = "AddressSanitizer:DEADLYSIGNAL";
constexpr std::array<std::string_view, 2> warningMarks{"WARNING: AddressSanitizer", "AddressSanitizer: WARNING: "};
constexpr std::string_view undefinedMark = ": runtime error: ";
/// Of lines behind such a report: "file:line:column: note: nonnull attribute specified here".
constexpr std::string_view noteMark = ": note: ";

/// "file:line" in front of ":column" and what follows.
std::string placeIn(std::string_view text) {
  const std::size_t line = text.find(':');
  if (line == std::string_view::npos) return "";
  const std::size_t end = text.find_first_not_of("0123456789", line + 1);
  return std::string(text.substr(0, end));
}

/// The first frame that names a line of a source: "    #0 0x55.. in parse /src/parse.c:12:5".
std::string firstPlace(std::string_view report) {
  for (const std::string_view line : support::lines(report)) {
    const std::string_view frame = support::trim(line);
    const std::size_t in = frame.find(" in ");
    if (!frame.starts_with('#') || in == std::string_view::npos) continue;
    const std::size_t path = frame.find(" /", in + 4);
    if (path == std::string_view::npos || frame.find("compiler-rt", path) != std::string_view::npos) continue;
    std::string place = placeIn(frame.substr(path + 1));
    if (place.find(':') != std::string::npos && !place.ends_with(':')) return place;
  }
  return "";
}

/// What happened, without addresses, which are others in each run.
std::string withoutPlaces(std::string_view what) {
  for (const std::string_view place : {" on address 0x", " on 0x", " at pc 0x", " (pc 0x"})
    what = what.substr(0, what.find(place));
  return std::string(what);
}

void takeAddressReport(NativeOutcome& outcome) {
  const std::size_t mark = outcome.errors.find(addressMark);
  if (mark == std::string::npos) return;
  std::size_t start = outcome.errors.rfind(rule, mark);
  if (const std::size_t signal = outcome.errors.find(signalMark); signal < start) start = signal;
  const std::string report = outcome.errors.substr(mark + addressMark.size());
  outcome.errors.resize(start == std::string::npos ? outcome.errors.rfind('\n', mark) + 1 : start);
  outcome.hasMemory = false;
  outcome.detail = withoutPlaces(std::string_view(report).substr(0, report.find('\n')));
  constexpr std::array limits{"out of memory", "requested allocation size", "allocation-size-too-big"};
  outcome.isCheckersLimit =
      std::ranges::any_of(limits, [&](std::string_view limit) { return outcome.detail.starts_with(limit); });
  outcome.end = outcome.isCheckersLimit ? End::Other : End::MemoryError;
  outcome.place = firstPlace(report);
}

/// How the run ended when that was the last thing it said: of some kinds only, others let it go on.
std::optional<End> endOf(std::string_view message) {
  if (message.starts_with("division by zero")) return End::DivisionByZero;
  if (message.starts_with("division of ")) return End::DivisionByZero; // the smallest number by -1
  if (message.starts_with("execution reached ")) return End::Trapped;
  constexpr std::array memory{"null pointer",       "index ",
                              "load of address",    "store to address",
                              "misaligned address", "member access within",
                              "reference binding",  "call to function"};
  for (const std::string_view start : memory)
    if (message.starts_with(start) || message.find(start) != std::string_view::npos) return End::MemoryError;
  return std::nullopt;
}

/// Warnings that end nothing: "==7==WARNING: AddressSanitizer failed to allocate ...", "==7==AddressSanitizer: WARNING:
/// unexpected format specifier ...".
void dropWarnings(NativeOutcome& outcome, std::string_view warning) {
  for (std::size_t mark = 0; (mark = outcome.errors.find(warning, mark)) != std::string::npos;) {
    const std::size_t before = outcome.errors.rfind('\n', mark);
    const std::size_t start = before == std::string::npos ? 0 : before + 1;
    const std::size_t end = outcome.errors.find('\n', mark);
    outcome.errors.erase(start, end == std::string::npos ? end : end + 1 - start);
    mark = start;
  }
}

void takeUndefinedReports(NativeOutcome& outcome) {
  std::string kept;
  bool isInReport = false;
  for (const std::string_view line : support::lines(outcome.errors)) {
    const std::size_t mark = line.find(undefinedMark);
    const bool isNote = isInReport && line.find(noteMark) != std::string_view::npos;
    isInReport = mark != std::string_view::npos || isNote;
    if (isNote) continue;
    if (mark != std::string_view::npos) {
      const std::string_view message = line.substr(mark + undefinedMark.size());
      outcome.valueFaults.emplace_back(message);
      if (outcome.end != End::Other) continue;
      if (const auto end = endOf(message)) {
        outcome.end = *end;
        outcome.detail = message;
        outcome.place = placeIn(line);
      }
      continue;
    }
    if (line.starts_with("SUMMARY: UndefinedBehaviorSanitizer")) continue;
    kept += line;
    kept += '\n';
  }
  if (!outcome.valueFaults.empty()) outcome.errors = std::move(kept);
}

} // namespace

void takeReports(NativeOutcome& outcome) {
  takeAddressReport(outcome);
  for (const std::string_view warning : warningMarks) dropWarnings(outcome, warning);
  takeUndefinedReports(outcome);
}

} // namespace beagle::testgen
