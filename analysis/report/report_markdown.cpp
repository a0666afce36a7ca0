// What comes from the analysed program stands in code, or in tables that are HTML: a forge does not look
// there for Markdown, names of people and numbers of issues.

#include "analysis/report/finding.h"
#include "analysis/report/markup.h"
#include "analysis/report/view.h"
#include "analysis/report/wording.h"
#include "analysis/support/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace beagle::report {

namespace {

using support::counted;

std::string cell(std::string_view text) {
  return text.empty() ? "<td></td>" : fmt::format("<td><code>{}</code></td>", escaped(text));
}

std::string inputTable(const Report::Change& change) {
  if (change.witness.empty()) return "It shows with every input.\n";
  std::string text = "<table>\n<tr><th>input</th><th>value</th></tr>\n";
  for (const InputRow& row : witnessRows(change))
    text += fmt::format("<tr>{}{}</tr>\n", cell(row.path), cell(row.value));
  return text + "</table>\n";
}

std::string outcomeTable(const Report::Change& change) {
  std::string text = "<table>\n<tr><th></th><th>before</th><th>after</th></tr>\n";
  for (const ComparedRow& row : outcomeRows(change))
    text += fmt::format("<tr>{}{}{}</tr>\n", cell(row.what), cell(row.base), cell(row.head));
  return text + "</table>\n";
}

std::string folded(std::string_view title, std::string_view lines) {
  return fmt::format("<details><summary>{}</summary>\n\n{}\n</details>\n", escaped(title), codeBlock(lines));
}

/// As much of a finding as there may be room for: everything, without what is folded, or a line.
std::vector<std::string> formsOf(const Report& report, const Finding& finding) {
  const SourceLine line = placeOf(finding);
  const std::string place = inlineCode(placeText(line.file, line.line));
  const std::string_view weight = finding.weight == Finding::Weight::Fails ? ", fails the check" : "";
  if (finding.hunk) return {fmt::format("- {}: {}{}\n\n", place, inlineCode(hunkText(*finding.hunk)), weight)};
  const std::string name = inlineCode(nameText(*finding.function));
  if (!finding.change) {
    std::string text = fmt::format("#### {} could not be settled\n\n{}{}\n\n", name, place, weight);
    for (const std::string& remark : openRemarks(*finding.function)) text += fmt::format("- {}\n", inlineCode(remark));
    return {text + "\n", fmt::format("- {} ({}) could not be settled\n", name, place)};
  }
  const Report::Change& change = *finding.change;
  const std::string title = fmt::format("#### {} {}\n\n{}, finding {}{}\n\n", name, titleOf(change), place,
                                        inlineCode(shortFingerprint(change)), weight);
  std::string shown = fmt::format("{}\n{}\n", inputTable(change), outcomeTable(change));
  if (change.ubIntroduced) shown += "The new version is undefined for this input.\n\n";
  if (const std::string replay = replayText(change); !replay.empty()) shown += inlineCode(replay) + "\n\n";
  if (!change.allowed.empty())
    shown += fmt::format("Allowed: {}\n\n", inlineCode(support::printable(change.allowed, lengths::sentence)));
  for (std::size_t i = 0; i < std::min(change.causes.size(), lengths::causes); ++i)
    shown += fmt::format("- cause: {}\n", inlineCode(causeText(change.causes[i])));
  Report::Function alone = *finding.function;
  alone.changes = {change};
  return {title + shown + "\n" + folded("Details", functionText(report, alone)) + "\n", title + shown + "\n",
          fmt::format("- {} {} ({})\n", name, titleOf(change), place)};
}

std::string endOf(const Report& report) {
  std::string text;
  std::string unchanged;
  for (const Report::Function& function : report.functions)
    if (function.changes.empty() && function.verdict != "inconclusive")
      unchanged += fmt::format("{} ({}): {}\n", nameText(function), placeText(function.file, function.line),
                               verdictText(function));
  std::string places;
  for (const Report::Hunk& hunk : report.hunks) places += fmt::format("{}: {}\n", placeText(hunk), hunkText(hunk));
  std::string notes;
  for (const std::string& note : report.notes) notes += support::printable(note, lengths::sentence) + "\n";
  std::string hints;
  for (const std::string& hint : advice(report)) hints += hint + "\n";
  const auto add = [&](std::string_view title, std::string_view lines, std::size_t most) {
    if (lines.empty()) return;
    std::string_view whole = lines.substr(0, lines.size() <= most ? lines.size() : lines.rfind('\n', most) + 1);
    const std::string left =
        whole.size() == lines.size()
            ? ""
            : fmt::format("… ({} more lines)\n", std::ranges::count(lines.substr(whole.size()), '\n'));
    text += folded(title, fmt::format("{}{}", whole, left));
  };
  constexpr std::size_t part = lengths::comment / 8;
  add("Other functions", unchanged, part);
  add("Changed places", places, part);
  add("Notes", notes, part);
  add("How to go on", hints, part);
  return text;
}

} // namespace

std::string reportMarkdown(const Report& report) {
  std::string text = fmt::format("### Beagle: {}\n\n{}\n\nFrom {} to {}.\n\n", headline(report), belowHeadline(report),
                                 inlineCode(support::printable(report.base, lengths::name)),
                                 inlineCode(support::printable(report.head, lengths::name)));
  const std::string end = endOf(report);
  constexpr std::size_t markRoom = 200;
  const auto fits = [&](std::string_view more, std::size_t kept) {
    return text.size() + more.size() + end.size() + markRoom + kept <= lengths::comment;
  };
  std::size_t left = 0;
  bool isShort = false;
  for (const Finding& finding : findingsOf(report)) {
    const std::vector<std::string> forms = formsOf(report, finding);
    // Lines of what comes later are worth more than details of what came before: they get a part of the room.
    const auto chosen = std::ranges::find_if(
        forms, [&](const std::string& form) { return fits(form, &form == &forms.back() ? 0 : lengths::comment / 4); });
    if (chosen == forms.end()) {
      ++left;
      continue;
    }
    isShort |= chosen != forms.begin();
    text += *chosen;
  }
  if (isShort) text += "\nSome of this is shortened, because comments have a size limit.\n";
  if (left > 0)
    text += fmt::format("\n{} {} left out, because comments have a size limit.\n", counted(left, "finding"),
                        left == 1 ? "is" : "are");
  return text + "\n" + end;
}

} // namespace beagle::report
