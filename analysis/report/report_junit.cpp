#include "analysis/report/markup.h"
#include "analysis/report/view.h"
#include "analysis/report/wording.h"
#include "analysis/support/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace beagle::report {

namespace {

enum class CaseResult { Pass, Failure, Error };

/// Without a check everything counts that makes `diff` end with 1.
CaseResult resultOf(const Report& report, const Report::Function& function) {
  const auto fails = [](const Report::Change& change) { return change.fails; };
  if (report.check ? std::ranges::any_of(function.changes, fails) : function.verdict == "changed")
    return CaseResult::Failure;
  if (report.check ? function.fails : function.verdict == "inconclusive") return CaseResult::Error;
  return CaseResult::Pass;
}

CaseResult resultOf(const Report& report, const Report::Hunk& hunk) {
  return !report.check || hunk.fails ? CaseResult::Error : CaseResult::Pass;
}

struct Case {
  std::string file, name, message, text;
  CaseResult result;
};

std::string caseText(const Case& each) {
  const std::string text = escaped(each.text);
  std::string inside;
  if (each.result == CaseResult::Pass) inside = fmt::format("<system-out>{}</system-out>", text);
  else {
    const std::string_view element = each.result == CaseResult::Failure ? "failure" : "error";
    inside = fmt::format("<{0} message=\"{1}\">{2}</{0}>", element, escaped(each.message), text);
  }
  return fmt::format("    <testcase classname=\"{}\" name=\"{}\">{}</testcase>\n", escaped(each.file),
                     escaped(each.name), inside);
}

} // namespace

std::string reportJunit(const Report& report) {
  std::vector<Case> cases;
  for (const Report::Function& function : report.functions) {
    std::string message = verdictText(function);
    if (!function.changes.empty())
      message = fmt::format("{} for {}", titleOf(function.changes.front()), witnessText(function.changes.front()));
    cases.push_back({support::printable(function.file, lengths::file), nameText(function), std::move(message),
                     functionText(report, function), resultOf(report, function)});
  }
  for (const Report::Hunk& hunk : report.hunks)
    if (hunk.status == "not-compiled")
      cases.push_back({support::printable(hunk.file.empty() ? hunk.baseFile : hunk.file, lengths::file),
                       "changed place " + placeText(hunk), "not compiled", hunkText(hunk), resultOf(report, hunk)});
  if (report.isPartial)
    cases.push_back({"beagle", "all of it", headline(report), countsText(report), CaseResult::Error});
  const auto count = [&](CaseResult result) { return std::ranges::count(cases, result, &Case::result); };
  const std::string counts = fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\" time=\"{:.3f}\"", cases.size(),
                                         count(CaseResult::Failure), count(CaseResult::Error), report.stats.seconds);
  std::string text = fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"beagle\" "
                                 "{0}>\n  <testsuite name=\"{1} to {2}\" {0}>\n",
                                 counts, escaped(support::printable(report.base, lengths::name)),
                                 escaped(support::printable(report.head, lengths::name)));
  for (const Case& each : cases) text += caseText(each);
  return text + "  </testsuite>\n</testsuites>\n";
}

} // namespace beagle::report
