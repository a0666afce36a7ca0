#include "analysis/report/report.h"

#include "analysis/support/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace beagle::report {

namespace {

using support::Colour;
using support::Terminal;

std::string at(const SourceLine& place) {
  return place.line == 0 ? std::string() : fmt::format(" at {}:{}", support::printable(place.file), place.line);
}

/// `list[0].next[0].value` as the source would say it: `list->next->value`.
std::string asSource(std::string path) {
  constexpr std::string_view element = "[0].";
  for (std::size_t at = 0; (at = path.find(element, at)) != std::string::npos;) path.replace(at, element.size(), "->");
  return path;
}

std::string listed(const Report::Values& values) {
  std::string line;
  for (const auto& [path, value] : values) line += fmt::format("{}{} = {}", line.empty() ? "" : ", ", asSource(path), value);
  return support::printable(line, 1000);
}

std::string outcomeText(const Report::Outcome& outcome) {
  std::string text = outcome.ending + at(outcome.place);
  if (!outcome.detail.empty()) text += ": " + support::printable(outcome.detail);
  if (!outcome.values.empty()) text += ", " + listed(outcome.values);
  if (!outcome.output.empty()) text += fmt::format(", wrote \"{}\"", support::printable(outcome.output));
  if (outcome.allocated.line != 0) text += fmt::format(" (allocated{})", at(outcome.allocated));
  if (outcome.freed.line != 0) text += fmt::format(" (ended{})", at(outcome.freed));
  return text;
}

std::string_view titleOf(const Report::Change& change) {
  if (change.ubOnly) return "differs only where base is undefined";
  if (change.differs == std::vector<std::string>{"undefined behaviour"}) return "does the same, but is undefined now";
  if (change.kind == "crash-introduced") return "now fails";
  if (change.kind == "crash-fixed") return "no longer fails";
  if (change.kind == "termination") return "ends another way";
  if (change.kind == "effects") return "writes something else";
  if (change.kind == "leak") return "leaks memory";
  return "gives another result";
}

std::string verdictText(const Report::Function& function, const Terminal& terminal) {
  const bool isGood = function.verdict == "unchanged";
  std::string text = support::paint(terminal, isGood ? Colour::Green : function.verdict == "changed" ? Colour::Red : Colour::Yellow,
                                    function.verdict);
  if (isGood) text += function.proof == "complete" ? ", proved for all inputs" : ", proved within bounds";
  return text;
}

std::string replayText(const Report::Change& change) {
  if (change.replayed == false) return fmt::format("    NOT seen when both versions ran: {}\n", support::printable(change.replayNote));
  if (!change.replayed && change.replayedAsBuilt == true) return "    seen when both versions ran with sanitizers\n";
  if (!change.replayed) return change.replayNote.empty() ? "" : fmt::format("    not run: {}\n", support::printable(change.replayNote));
  if (change.replayedAsBuilt == false)
    return fmt::format("    seen when both versions ran, but not as the project builds them: {}\n", support::printable(change.asBuiltNote));
  return change.replayedAsBuilt ? "    seen when both versions ran, also as the project builds them\n" : "    seen when both versions ran\n";
}

void addChange(std::string& text, const Report::Change& change, const Terminal& terminal) {
  text += fmt::format("  {} for {}\n", support::paint(terminal, Colour::Bold, titleOf(change)),
                      change.witness.empty() ? "every input" : listed(change.witness));
  text += fmt::format("    before: {}\n    after:  {}\n", outcomeText(change.base), outcomeText(change.head));
  if (change.ubIntroduced) text += "    the new version is undefined for this input\n";
  text += replayText(change);
  if (!change.test.empty()) text += fmt::format("    test: {}\n", support::printable(change.test));
  if (!change.testNote.empty()) text += fmt::format("    no test: {}\n", support::printable(change.testNote));
  if (!change.allowed.empty()) text += fmt::format("    allowed: {}\n", support::printable(change.allowed));
}

std::string checkText(const Report::Check& check, const Terminal& terminal) {
  std::vector<std::string> parts;
  if (check.failures > 0) parts.push_back(support::counted(check.failures, "difference") + " that the contract does not allow");
  if (check.unchecked > 0) parts.push_back(fmt::format("{} not checked", check.unchecked));
  if (check.allowed > 0) parts.push_back(support::counted(check.allowed, "other difference"));
  const std::string verdict = support::paint(terminal, check.passed ? Colour::Green : Colour::Red, check.passed ? "check passed" : "check failed");
  return parts.empty() ? verdict + "\n" : fmt::format("{}: {}\n", verdict, fmt::join(parts, ", "));
}

void addList(std::string& text, std::string_view title, const std::vector<std::string>& list) {
  for (const std::string& entry : list) text += fmt::format("  {}: {}\n", title, support::printable(entry));
}

} // namespace

std::string reportText(const Report& report, const Terminal& terminal) {
  std::string text;
  for (const Report::Function& function : report.functions) {
    text += fmt::format("{} ({}:{}): {}\n", support::paint(terminal, Colour::Bold, function.name),
                        support::printable(function.file), function.line, verdictText(function, terminal));
    for (const Report::Change& change : function.changes) addChange(text, change, terminal);
    addList(text, "open", function.open);
    addList(text, "bound", function.bounds);
    addList(text, "assumed", function.assumptions);
  }
  for (const Report::Hunk& hunk : report.hunks)
    if (hunk.status == "not-compiled")
      text += fmt::format("{}:{}: this change is not compiled here: {}\n", support::printable(hunk.file), hunk.headStart, hunk.why);
  addList(text, "note", report.notes);
  if (report.functions.empty()) text += "There is no function to compare.\n";
  if (report.check) text += checkText(*report.check, terminal);
  return text;
}

int exitCodeOf(const Report& report) {
  if (report.check) return report.check->passed ? 0 : 1;
  const auto settled = [](const Report::Function& function) { return function.verdict == "unchanged"; };
  const bool hidden = std::ranges::any_of(report.hunks, [](const Report::Hunk& hunk) { return hunk.status == "not-compiled"; });
  return std::ranges::all_of(report.functions, settled) && !hidden ? 0 : 1;
}

} // namespace beagle::report
