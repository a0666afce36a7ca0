#include "analysis/report/report.h"

#include <algorithm>

namespace beagle::report {

namespace {

bool isHidden(const Report::Hunk& hunk) { return hunk.status == "not-compiled"; }

} // namespace

void addLayer(std::vector<SolverLayer>& layers, const SolverLayer& more) {
  auto known = std::ranges::find(layers, more.name, &SolverLayer::name);
  if (known == layers.end()) known = layers.insert(layers.end(), {more.name, 0, 0, 0, 0});
  known->queries += more.queries;
  known->answered += more.answered;
  known->unknown += more.unknown;
  known->seconds += more.seconds;
}

Report::Check tallied(const Report& report) {
  Report::Check check;
  check.passed = !report.isPartial;
  for (const Report::Function& function : report.functions) {
    if (function.verdict == "inconclusive" && function.allowed.empty()) ++check.unchecked;
    check.passed &= !function.fails;
    for (const Report::Change& change : function.changes) {
      ++(change.allowed.empty() ? check.failures : check.allowed);
      check.accepted += change.isAccepted ? 1 : 0;
      check.passed &= !change.fails;
    }
  }
  for (const Report::Hunk& hunk : report.hunks) {
    if (isHidden(hunk) && hunk.allowed.empty()) ++check.unchecked;
    check.passed &= !hunk.fails;
  }
  return check;
}

int exitCodeOf(const Report& report) {
  if (report.isPartial) return 3;
  if (report.check) return report.check->passed ? 0 : 1;
  const auto settled = [](const Report::Function& function) { return function.verdict == "unchanged"; };
  return std::ranges::all_of(report.functions, settled) && std::ranges::none_of(report.hunks, isHidden) ? 0 : 1;
}

} // namespace beagle::report
