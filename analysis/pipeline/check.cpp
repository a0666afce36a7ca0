#include "analysis/pipeline/check.h"

#include <algorithm>

namespace beagle::pipeline {

using config::ContractLevel;
using config::FailLevel;
using report::Report;
using support::Result;

namespace {

/// Where a setting stands, for people.
std::string from(const support::SourcePosition& origin) {
  return origin.file.empty() ? "by default" : fmt::format("{}:{}", origin.file, origin.line);
}

/// Says of each difference whether it counts.
class Judge {
public:
  Judge(const config::Configuration& settings, const AcceptedFindings& accepted, const CheckOptions& options)
      : settings_(settings), accepted_(accepted), failLevel_(options.failLevel), today_(options.today),
        isBeforePush_(options.diff.waitingSince.has_value()) {}

  void judge(Report::Function& function) const {
    const config::Settings settings = settings_.settingsFor(function.file);
    for (Report::Change& change : function.changes) {
      change.allowed = whyAllowed(change, settings);
      if (change.allowed.empty()) {
        change.allowed = whyAccepted(function, change);
        change.isAccepted = !change.allowed.empty();
      }
      change.fails = fails(change.allowed.empty() ? FailLevel::Violation : FailLevel::Change, settings);
    }
    leaveOpen(function, settings);
    const bool isOpen = function.verdict == "inconclusive";
    function.allowed = isOpen && *settings.contract == ContractLevel::Off ? whyOff(settings) : "";
    function.fails = isOpen && function.allowed.empty() && failsUnchecked(function.isCut, settings);
  }

  void judge(Report& report) const {
    for (Report::Function& function : report.functions) judge(function);
    for (Report::Hunk& hunk : report.hunks) judge(hunk);
    noteAccepted(report);
    report.check = report::tallied(report);
  }

private:
  void judge(Report::Hunk& hunk) const {
    if (hunk.status != "not-compiled") return;
    const config::Settings settings = settings_.settingsFor(hunk.file);
    if (*settings.contract == ContractLevel::Off) hunk.allowed = whyOff(settings);
    hunk.fails = hunk.allowed.empty() && failsUnchecked(false, settings);
  }

  /// Differences that somebody allows are no answer to whether there are others.
  static void leaveOpen(Report::Function& function, const config::Settings& settings) {
    if (function.verdict != "changed" || function.open.empty() || *settings.contract == ContractLevel::Off) return;
    if (std::ranges::any_of(function.changes, [](const Report::Change& change) { return change.allowed.empty(); }))
      return;
    function.verdict = "inconclusive";
    function.settled.emplace_back(*settings.contract == ContractLevel::NoNewCrash
                                      ? "what it does differently is allowed; whether it also crashes anew is open"
                                      : "what it does differently is allowed; whether it does more is open");
  }

  static std::string whyOff(const config::Settings& settings) {
    return fmt::format("the contract is off ({})", from(settings.contract.origin));
  }

  bool fails(FailLevel finding, const config::Settings& settings) const {
    const FailLevel level = failLevel_.value_or(*settings.failLevel);
    return level != FailLevel::Never && finding <= level;
  }

  /// Before a push, the hook has settings of its own for what nobody can say anything about.
  bool failsUnchecked(bool isCut, const config::Settings& settings) const {
    if (!isBeforePush_) return fails(FailLevel::Unchecked, settings);
    const config::HookSettings& hook = settings_.project().hook;
    return *(isCut ? hook.onTimeout : hook.onError) == config::Gate::Block;
  }

  /// Why the contract of the folder has nothing against it; "": it has.
  static std::string whyAllowed(const Report::Change& change, const config::Settings& settings) {
    if (change.kind == "crash-fixed") return "a crash less";
    if (change.kind == "leak-fixed") return "a leak less";
    if (change.ubOnly) return "the old version was undefined there";
    if (report::failedBefore(change)) return "the old version fails there";
    if (*settings.contract == ContractLevel::Off) return whyOff(settings);
    if (*settings.contract == ContractLevel::NoNewCrash && !report::isNewCrash(change))
      return fmt::format("the contract forbids new crashes only ({})", from(settings.contract.origin));
    return "";
  }

  static std::string placeOf(const config::Accepted& accepted) {
    return fmt::format("{}:{}", accepted.origin.file, accepted.origin.line);
  }
  bool isOver(const config::Accepted& accepted) const { return !accepted.until.empty() && accepted.until < today_; }

  /// Who looked at it and wants it; "": nobody.
  std::string whyAccepted(const Report::Function& function, const Report::Change& change) const {
    for (const config::Accepted* accepted : accepted_.of(function, change))
      if (accepted->seen == seenOf(function, change) && !isOver(*accepted))
        return fmt::format("accepted{}{} ({})", accepted->until.empty() ? "" : " until " + accepted->until,
                           accepted->reason.empty() ? "" : ": " + accepted->reason, placeOf(*accepted));
    return "";
  }

  /// What list and comments say of differences that count all the same.
  void noteAccepted(Report& report) const {
    for (const Report::Function& function : report.functions)
      for (const Report::Change& change : function.changes) {
        if (!change.allowed.empty()) continue;
        for (const config::Accepted* accepted : accepted_.of(function, change))
          report.notes.push_back(accepted->seen != seenOf(function, change)
                                     ? fmt::format("{}: what was accepted at {} looked different, or less had changed",
                                                   function.name, placeOf(*accepted))
                                     : fmt::format("{}: it was accepted until {} only ({})", function.name,
                                                   accepted->until, placeOf(*accepted)));
      }
    std::ranges::move(accepted_.problems(report.functions), std::back_inserter(report.notes));
  }

  const config::Configuration& settings_;
  const AcceptedFindings& accepted_;
  std::optional<FailLevel> failLevel_;
  std::string today_;
  bool isBeforePush_;
};

} // namespace

Result<Compared> checkVersions(Env& env, const CheckOptions& options, const OnFunction& onFunction) {
  // What the check says is for whoever hears of it: comparing goes on, and is remembered, as it does without a check.
  const OnFunction judged = [&](const Report::Function& function, const ChangesOptions& project) {
    if (!onFunction) return;
    Report::Function copy = function;
    Judge(project.settings, project.accepted, options).judge(copy);
    onFunction(copy, project);
  };
  auto compared = compareVersions(env, options.diff, judged);
  if (!compared) return compared;
  Judge(compared->settings, compared->accepted, options).judge(compared->report);
  std::ranges::copy(compared->settingsNotes, std::back_inserter(compared->report.notes));
  return compared;
}

} // namespace beagle::pipeline
