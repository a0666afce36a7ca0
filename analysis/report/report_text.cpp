#include "analysis/report/view.h"
#include "analysis/report/wording.h"
#include "analysis/support/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace beagle::report {

namespace {

using support::Colour;
using support::counted;
using support::Terminal;

class TextView {
public:
  TextView(const Report& report, const Terminal& terminal, bool isWhole, const std::string& file)
      : report_(report), terminal_(terminal), isWhole_(isWhole), file_(file) {}

  std::string render() {
    line("{}", support::paint(terminal_, exitCodeOf(report_) == 0 ? Colour::Green : Colour::Red, summaryText(report_)));
    if (report_.check && !report_.functions.empty() && isWhole_) line("{}", countsText(report_));
    for (const Report::Function& function : report_.functions) add(function);
    hunks();
    for (const std::string& note : report_.notes) line("  note: {}", support::printable(note, lengths::sentence));
    for (const std::string& hint : advice(report_, file_)) line("{}", support::paint(terminal_, Colour::Dim, hint));
    if (isWhole_) statistics();
    return std::move(text_);
  }

  /// Of one function alone.
  std::string render(const Report::Function& function) {
    add(function);
    return std::move(text_);
  }

private:
  template <class... Args> void line(fmt::format_string<Args...> format, Args&&... args) {
    text_ += fmt::format(format, std::forward<Args>(args)...) + "\n";
  }

  std::string painted(const Report::Function& function) const {
    const Colour colour = function.verdict == "unchanged" ? Colour::Green
                          : function.verdict == "changed" ? Colour::Red
                                                          : Colour::Yellow;
    const std::string text = verdictText(function);
    const std::size_t word = std::min(text.size(), function.verdict.size());
    return support::paint(terminal_, colour, text.substr(0, word)) + text.substr(word);
  }

  void add(const Report::Function& function) {
    line("{} ({}): {}", support::paint(terminal_, Colour::Bold, nameText(function)),
         placeText(function.file, function.line), painted(function));
    const std::size_t shown = isWhole_ ? function.changes.size() : std::min(function.changes.size(), lengths::changes);
    for (std::size_t i = 0; i < shown; ++i) add(function.changes[i]);
    if (shown < function.changes.size())
      line("  and {} (--verbose shows all)", counted(function.changes.size() - shown, "more difference"));
    const bool isUnsettled = function.verdict == "inconclusive";
    if (isWhole_ || isUnsettled)
      for (const std::string& remark : openRemarks(function)) line("  {}", remark);
    else if (!function.open.empty())
      line("  not explored to its end, so there may be more differences (--verbose says why)");
    if (!isWhole_) return;
    for (const std::string& remark : otherRemarks(function)) line("  {}", remark);
  }

  void add(const Report::Change& change) {
    line("  {} for {}", support::paint(terminal_, Colour::Bold, titleOf(change)), witnessText(change));
    line("    before: {}", outcomeText(change.base));
    line("    after:  {}", outcomeText(change.head));
    if (change.ubIntroduced) line("    the new version is undefined for this input");
    if (const std::string replay = replayText(change); !replay.empty()) line("    {}", replay);
    if (!change.allowed.empty()) line("    allowed: {}", support::printable(change.allowed, lengths::sentence));
    const std::size_t shown = isWhole_ ? change.causes.size() : std::min(change.causes.size(), lengths::causes);
    for (std::size_t i = 0; i < shown; ++i) line("    cause: {}", causeText(change.causes[i]));
    if (!change.test.empty()) line("    test: {}", support::printable(change.test, lengths::file));
    if (!change.testNote.empty()) line("    no test: {}", support::printable(change.testNote, lengths::sentence));
    line("    {}", goingOn(change, file_));
    if (!isWhole_) return;
    line("    fingerprint: {}", support::printable(change.fingerprint, lengths::name));
    line("    level: {}, contract: {}", support::printable(change.level, lengths::name),
         support::printable(change.contract, lengths::name));
  }

  void hunks() {
    std::size_t left = 0;
    std::size_t shown = 0;
    for (const Report::Hunk& hunk : report_.hunks) {
      const bool isHidden = hunk.status == "not-compiled";
      if (!isHidden && !isWhole_) continue;
      if (!isWhole_ && shown == lengths::hunks) ++left;
      else line("{}: {}", placeText(hunk), hunkText(hunk));
      shown += isHidden && shown < lengths::hunks ? 1 : 0;
    }
    if (left > 0) line("and {} not compiled here (--verbose shows all)", counted(left, "more change"));
  }

  void statistics() {
    const Report::Statistics& stats = report_.stats;
    line("{}, {}, {}, {} tried, {} ({:.2f} s), {:.2f} s, {} MB", counted(stats.paths, "path"),
         counted(stats.states, "state"), counted(stats.instructions, "instruction"), counted(stats.inputs, "input"),
         counted(stats.solverCalls, "solver call"), stats.solverSeconds, stats.seconds, stats.peakMemory >> 20);
    if (stats.firstSeconds) line("the first difference was seen after {:.2f} s", *stats.firstSeconds);
  }

  const Report& report_;
  const Terminal& terminal_;
  const bool isWhole_;
  const std::string& file_;
  std::string text_;
};

} // namespace

std::string reportText(const Report& report, const Terminal& terminal, bool isWhole, const std::string& file) {
  return TextView(report, terminal, isWhole, file).render();
}

std::string functionText(const Report& report, const Report::Function& function) {
  return TextView(report, {}, true, "").render(function);
}

} // namespace beagle::report
