#pragma once

#include "analysis/report/lengths.h"
#include "analysis/report/report.h"

#include <string>
#include <string_view>
#include <vector>

/// What the views say in the same words. Text that comes back from here is printable and of limited length;
/// it may still hold what means something to the format of a view.
namespace beagle::report {

/// One thing that both versions show, such as a result or how they end.
struct ComparedRow {
  std::string what, base, head;
};
struct InputRow {
  std::string path, value;
};

[[nodiscard]] std::string placeText(const std::string& file, unsigned line); ///< "src/order.c:41"
[[nodiscard]] std::string placeText(const Report::Hunk& hunk);               ///< where it is in head, or was in base
[[nodiscard]] std::string nameText(const Report::Function& function);
/// `list[0].next[0].value` as the source would say it: `list->next->value`.
[[nodiscard]] std::string asSource(std::string path);
/// An ending: so a run is called that nobody waited for longer.
inline constexpr std::string_view noEndWithin = "no end within";

/// "check failed: 1 difference that the contract does not allow"; of a comparison: "2 functions: 1 changed, 1
/// unchanged"; of one that was stopped, that it was.
[[nodiscard]] std::string summaryText(const Report& report);
/// The same in two parts: "check failed", "comparison"; and what there is.
[[nodiscard]] std::string headline(const Report& report);
[[nodiscard]] std::string belowHeadline(const Report& report);
/// How many functions there are of each verdict.
[[nodiscard]] std::string countsText(const Report& report);
/// With the bounds and assumptions of what is unchanged.
[[nodiscard]] std::string verdictText(const Report::Function& function);
[[nodiscard]] std::string titleOf(const Report::Change& change); ///< "gives another result"
/// "x = 1, y = 2"; without inputs "every input".
[[nodiscard]] std::string witnessText(const Report::Change& change);
[[nodiscard]] std::vector<InputRow> witnessRows(const Report::Change& change);
[[nodiscard]] std::string outcomeText(const Report::Outcome& outcome);
/// The ending of both, and of everything else what differs.
[[nodiscard]] std::vector<ComparedRow> outcomeRows(const Report::Change& change);
[[nodiscard]] std::string
replayText(const Report::Change& change); ///< whether the machine does it, too; "": nobody tried
[[nodiscard]] std::string causeText(const Report::Cause& cause);
[[nodiscard]] std::string shortFingerprint(const Report::Change& change);
/// What is open of a function that is not unchanged, and why that does not matter: "open: ...", "allowed: ...".
[[nodiscard]] std::vector<std::string> openRemarks(const Report::Function& function);
/// All that the verdict does not say of it: "bound: ...", "assumed: ...", "settled: ...", "compared because:
/// ...".
[[nodiscard]] std::vector<std::string> otherRemarks(const Report::Function& function);
[[nodiscard]] std::string hunkText(const Report::Hunk& hunk); ///< what became of it, and why

/// What to type to run a difference again, and to allow it where it fails. `file` has the report; "": it lies nowhere.
[[nodiscard]] std::string goingOn(const Report::Change& change, const std::string& file = "");
/// What that means. Empty when there is no difference.
[[nodiscard]] std::vector<std::string> advice(const Report& report, const std::string& file = "");

} // namespace beagle::report
