#include "analysis/report/wording.h"

#include "analysis/report/access_path.h"
#include "analysis/report/text_values.h"
#include "analysis/support/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <span>
#include <utility>

namespace beagle::report {

using support::counted;
using support::printable;

namespace {

std::string at(const SourceLine& place) {
  return place.line == 0 ? std::string() : " at " + placeText(place.file, place.line);
}

std::string valuesText(const Report::Values& all) {
  const Report::Values values = withTexts(all);
  std::vector<std::string> parts;
  for (const auto& [path, value] : values) {
    if (parts.size() == lengths::rows) break;
    parts.push_back(fmt::format("{} = {}", asSource(path), printable(value, lengths::value)));
  }
  if (parts.size() < values.size()) parts.push_back(fmt::format("… ({} more)", values.size() - parts.size()));
  return printable(support::join(parts, ", "), lengths::sentence);
}

std::string valueAt(const Report::Values& values, const std::string& path) {
  const auto found = std::ranges::find(values, path, &Report::Values::value_type::first);
  return found == values.end() ? "" : printable(found->second, lengths::value);
}

std::string endingText(const Report::Outcome& outcome) {
  std::string text = printable(outcome.ending, lengths::sentence) + at(outcome.place);
  if (!outcome.detail.empty()) text += ": " + printable(outcome.detail, lengths::value);
  return text;
}

std::string objectText(const Report::Outcome& outcome) {
  std::string text;
  if (outcome.allocated.line != 0) text += fmt::format(" (allocated{})", at(outcome.allocated));
  if (outcome.freed.line != 0) text += fmt::format(" (ended{})", at(outcome.freed));
  return text;
}

/// A bound or an assumption.
std::string limitText(const std::string& text) { return printable(withoutInternals(text), lengths::sentence); }

std::span<const std::string> first(std::span<const std::string> texts) {
  return texts.first(std::min(texts.size(), lengths::limits));
}
std::span<const std::string> rest(std::span<const std::string> texts) { return texts.subspan(first(texts).size()); }

void addAll(std::vector<std::string>& remarks, std::string_view title, std::span<const std::string> texts) {
  for (const std::string& text : texts) remarks.push_back(fmt::format("{}: {}", title, limitText(text)));
}

std::string shardText(const Report& report) {
  return report.shard ? fmt::format("shard {} of {}: ", report.shard->index, report.shard->count) : "";
}

/// What became of it, in a few words.
std::string_view resultText(const Report& report) {
  if (report.isPartial) return report.check ? "check stopped before its end" : "comparison stopped before its end";
  if (!report.check) return "comparison";
  if (!report.check->passed) return "check failed";
  return report.check->unchecked > 0 ? "check passed in part" : "check passed";
}

std::string checkText(const Report::Check& check) {
  std::vector<std::string> parts;
  if (check.failures > 0) parts.push_back(counted(check.failures, "difference") + " that the contract does not allow");
  if (check.unchecked > 0) parts.push_back(fmt::format("{} not checked", check.unchecked));
  if (check.accepted > 0) parts.push_back(counted(check.accepted, "accepted difference"));
  if (check.allowed > check.accepted) parts.push_back(counted(check.allowed - check.accepted, "allowed difference"));
  return support::join(parts, ", ");
}

std::string fileText(const std::string& file) { return file.empty() ? "report.json" : printable(file, lengths::file); }

std::string rangeText(const Report& report) {
  return fmt::format("{}..{}", printable(report.base, lengths::name), printable(report.head, lengths::name));
}

} // namespace

std::string asSource(std::string path) {
  path = withoutInternals(path);
  constexpr std::string_view element = "[0].";
  for (std::size_t at = 0; (at = path.find(element, at)) != std::string::npos;) path.replace(at, element.size(), "->");
  return printable(path, lengths::name);
}

std::string placeText(const std::string& file, unsigned line) {
  return line == 0 ? printable(file, lengths::file) : fmt::format("{}:{}", printable(file, lengths::file), line);
}

std::string placeText(const Report::Hunk& hunk) {
  return hunk.file.empty() ? placeText(hunk.baseFile, hunk.baseStart) : placeText(hunk.file, hunk.headStart);
}

std::string nameText(const Report::Function& function) {
  std::string text = printable(function.name, lengths::name);
  if (function.configuration > 1) text += fmt::format(" in configuration {}", function.configuration);
  return text;
}

std::string countsText(const Report& report) {
  if (report.functions.empty()) return report.isPartial ? "" : "there is no function to compare";
  std::vector<std::string> parts;
  for (const std::string_view verdict : {"changed", "inconclusive", "added", "removed", "unchanged"})
    if (const auto count = std::ranges::count(report.functions, verdict, &Report::Function::verdict); count > 0)
      parts.push_back(fmt::format("{} {}", count, verdict));
  return fmt::format("{}: {}", counted(report.functions.size(), "function"), fmt::join(parts, ", "));
}

std::string summaryText(const Report& report) {
  if (!report.check && !report.isPartial) return shardText(report) + countsText(report);
  const std::string counts = report.check ? checkText(*report.check) : countsText(report);
  return fmt::format("{}{}{}{}", shardText(report), resultText(report), counts.empty() ? "" : ": ", counts);
}

std::string headline(const Report& report) { return shardText(report) + std::string(resultText(report)); }

std::string belowHeadline(const Report& report) {
  const std::string check = report.check ? checkText(*report.check) : "";
  return fmt::format("{}{}{}", check, check.empty() ? "" : "; ", countsText(report));
}

namespace {

constexpr std::string_view neverEnded = "never ended"; ///< as the engine calls that ending

/// What a crash is, where it may be that a run does not end.
std::string_view crashText(const std::string& ending, std::string_view fails, std::string_view hangs,
                           std::string_view takesLong) {
  return ending == neverEnded ? hangs : ending.starts_with(noEndWithin) ? takesLong : fails;
}

/// Of those that differ, the function that every view may name as it is; others have names of any letters.
std::string_view plainCall(std::string_view part) {
  constexpr std::string_view end = "()";
  if (!part.ends_with(end)) return {};
  part.remove_suffix(end.size());
  const auto isPlain = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  return part.starts_with('_') || !std::ranges::all_of(part, isPlain) ? std::string_view() : part;
}

} // namespace

std::string titleOf(const Report::Change& change) {
  if (change.ubOnly) return "differs only where base is undefined";
  if (change.differs == std::vector<std::string>{"undefined behaviour"}) return "does the same, but is undefined now";
  if (change.kind == "crash-introduced")
    return std::string(crashText(change.head.ending, "now fails", "now hangs", "no longer ends in time"));
  if (change.kind == "crash-fixed")
    return std::string(crashText(change.base.ending, "no longer fails", "no longer hangs", "ends in time now"));
  if (change.kind == "termination") return "ends another way";
  if (change.kind == "effects") {
    const std::string_view called = change.differs.empty() ? "" : plainCall(change.differs.front());
    const bool isOne = change.differs.size() == 1;
    if (!called.empty()) return fmt::format("calls {} in another way{}", called, isOne ? "" : ", and more");
    const bool isCall = !change.differs.empty() && change.differs.front().ends_with("()");
    return isCall ? "calls a function outside in another way" : "writes something else";
  }
  if (change.kind == "leak") return "leaks memory";
  if (change.kind == "leak-fixed") return "leaks less memory";
  return "gives another result";
}

std::string verdictText(const Report::Function& function) {
  if (function.verdict != "unchanged") return printable(function.verdict, lengths::name);
  std::string text =
      function.proof == "complete" ? "unchanged, proved for all inputs" : "unchanged, proved within bounds";
  const char* separator = ": ";
  const auto addSome = [&](const std::vector<std::string>& texts, std::string_view title, std::string_view one) {
    for (const std::string& each : first(texts))
      text += fmt::format("{}{}{}", std::exchange(separator, "; "), title, limitText(each));
    if (texts.size() > lengths::limits)
      text += fmt::format("; and {} more", counted(texts.size() - lengths::limits, one));
  };
  addSome(function.bounds, "", "bound");
  addSome(function.assumptions, "assumed: ", "assumption");
  return text;
}

std::string witnessText(const Report::Change& change) {
  return change.witness.empty() ? "every input" : valuesText(change.witness);
}

std::vector<InputRow> witnessRows(const Report::Change& change) {
  std::vector<InputRow> rows;
  const Report::Values values = withTexts(change.witness);
  for (const auto& [path, value] : values) {
    if (rows.size() == lengths::rows) {
      rows.push_back({"…", fmt::format("{} more", values.size() - rows.size())});
      break;
    }
    rows.push_back({asSource(path), printable(value, lengths::value)});
  }
  return rows;
}

std::string outcomeText(const Report::Outcome& outcome) {
  std::string text = endingText(outcome);
  if (!outcome.values.empty()) text += ", " + valuesText(outcome.values);
  if (!outcome.output.empty()) text += fmt::format(", wrote \"{}\"", printable(outcome.output, lengths::value));
  return text + objectText(outcome);
}

std::vector<ComparedRow> outcomeRows(const Report::Change& change) {
  std::vector<ComparedRow> rows{
      {"ends", endingText(change.base) + objectText(change.base), endingText(change.head) + objectText(change.head)}};
  std::vector<std::string> paths;
  for (const Report::Outcome* outcome : {&change.base, &change.head})
    for (const auto& [path, value] : outcome->values)
      if (std::ranges::find(paths, path) == paths.end()) paths.push_back(path);
  for (const std::string& path : paths) {
    ComparedRow row{asSource(path), valueAt(change.base.values, path), valueAt(change.head.values, path)};
    if (row.base != row.head) rows.push_back(std::move(row));
  }
  if (change.base.output != change.head.output)
    rows.push_back(
        {"writes", printable(change.base.output, lengths::value), printable(change.head.output, lengths::value)});
  if (rows.size() > lengths::rows) {
    const std::size_t left = rows.size() - lengths::rows;
    rows.resize(lengths::rows);
    rows.push_back({"…", fmt::format("{} more", left), ""});
  }
  return rows;
}

namespace {

std::string seenText(const Report::Change& change) {
  const auto because = [](std::string_view what, const std::string& note) {
    return note.empty() ? std::string(what) : fmt::format("{}: {}", what, printable(note, lengths::sentence));
  };
  if (change.replayed == false) return because("NOT seen when both versions ran", change.replayNote);
  if (!change.replayed && change.replayedAsBuilt == true) return "seen when both versions ran with sanitizers";
  if (!change.replayed) return change.replayNote.empty() ? "" : because("not run", change.replayNote);
  if (change.replayedAsBuilt == false)
    return because("seen when both versions ran, but not as the project builds them", change.asBuiltNote);
  return change.replayedAsBuilt ? "seen when both versions ran, also as the project builds them"
                                : "seen when both versions ran";
}

} // namespace

std::string replayText(const Report::Change& change) {
  std::string text = seenText(change);
  if (const auto& caller = change.caller; caller && !text.empty())
    text += fmt::format("; also from {} ({}) with {}", printable(caller->name, lengths::name),
                        placeText(caller->file, caller->line),
                        caller->witness.empty() ? "every input" : valuesText(caller->witness));
  return text;
}

std::string causeText(const Report::Cause& cause) {
  return fmt::format("{}{}: {}", placeText(cause.file, cause.line), cause.version == "base" ? " (before)" : "",
                     printable(cause.why, lengths::sentence));
}

std::string shortFingerprint(const Report::Change& change) {
  return printable(change.fingerprint.substr(0, lengths::fingerprint));
}

std::vector<std::string> openRemarks(const Report::Function& function) {
  std::vector<std::string> remarks;
  addAll(remarks, "open", function.open);
  if (!function.allowed.empty()) addAll(remarks, "allowed", std::vector{function.allowed});
  return remarks;
}

std::vector<std::string> otherRemarks(const Report::Function& function) {
  std::vector<std::string> remarks;
  if (function.verdict != "unchanged") { // of others the verdict says it
    addAll(remarks, "bound", function.bounds);
    addAll(remarks, "assumed", function.assumptions);
  } else {
    addAll(remarks, "bound", rest(function.bounds));
    addAll(remarks, "assumed", rest(function.assumptions));
  }
  addAll(remarks, "settled", function.settled);
  if (!function.reasons.empty())
    addAll(remarks, "compared because", std::vector{support::join(function.reasons, " -> ")}); // a chain of calls
  return remarks;
}

std::string hunkText(const Report::Hunk& hunk) {
  std::string text =
      hunk.status == "not-compiled" ? "this change is not compiled here" : printable(hunk.status, lengths::name);
  if (!hunk.why.empty()) text += ": " + printable(hunk.why, lengths::sentence);
  if (!hunk.allowed.empty()) text += fmt::format(" (allowed: {})", printable(hunk.allowed, lengths::sentence));
  return text;
}

std::string goingOn(const Report::Change& change, const std::string& file) {
  const std::string finding = shortFingerprint(change);
  const std::string accept = change.fails ? fmt::format(", `beagle accept {}`", finding) : "";
  return fmt::format("finding {0}: `beagle replay {1} {0}`{2}", finding, fileText(file), accept);
}

std::vector<std::string> advice(const Report& report, const std::string& file) {
  bool isFound = false, isFailing = false;
  for (const Report::Function& function : report.functions) {
    isFound |= !function.changes.empty();
    isFailing |= std::ranges::any_of(function.changes, &Report::Change::fails);
  }
  std::vector<std::string> lines;
  if (isFound)
    lines.push_back(fmt::format("`beagle replay` runs both versions with the input of a finding again{}",
                                file.empty() ? "; `--report report.json` writes what it reads" : ""));
  if (isFailing)
    lines.push_back(
        fmt::format("`beagle accept` allows a finding, with the same versions{}; to allow more, `contract` in "
                    ".beagle.yml",
                    report.headCommit.empty() ? "" : fmt::format(" ({})", rangeText(report))));
  return lines;
}

} // namespace beagle::report
