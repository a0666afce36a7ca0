#include "analysis/report/finding.h"

#include <algorithm>

namespace beagle::report {

namespace {

using Weight = Finding::Weight;

Weight weightOf(bool fails, const std::string& allowed) {
  return fails ? Weight::Fails : allowed.empty() ? Weight::Noted : Weight::Allowed;
}

} // namespace

std::vector<Finding> findingsOf(const Report& report) {
  std::vector<Finding> findings;
  for (const Report::Function& function : report.functions) {
    for (const Report::Change& change : function.changes)
      findings.push_back({weightOf(change.fails, change.allowed), &function, &change, nullptr});
    if (function.verdict == "inconclusive")
      findings.push_back({weightOf(function.fails, function.allowed), &function, nullptr, nullptr});
  }
  for (const Report::Hunk& hunk : report.hunks)
    if (hunk.status == "not-compiled")
      findings.push_back({weightOf(hunk.fails, hunk.allowed), nullptr, nullptr, &hunk});
  std::ranges::stable_sort(findings, {}, &Finding::weight);
  return findings;
}

SourceLine placeOf(const Finding& finding) {
  if (finding.hunk) {
    const Report::Hunk& hunk = *finding.hunk;
    return hunk.file.empty() ? SourceLine{hunk.baseFile, hunk.baseStart} : SourceLine{hunk.file, hunk.headStart};
  }
  const Report::Function& function = *finding.function;
  const bool isInside =
      finding.change && finding.change->head.place.line != 0 && finding.change->head.place.file == function.file;
  return isInside ? finding.change->head.place : SourceLine{function.file, function.line};
}

} // namespace beagle::report
