#include "analysis/pipeline/check.h"

#include <algorithm>

namespace beagle::pipeline {

using config::ContractLevel;
using config::FailLevel;
using report::Report;
using support::Result;

namespace {

/// Where a setting stands, for people.
std::string from(const support::SourcePosition& origin) { return origin.file.empty() ? "by default" : fmt::format("{}:{}", origin.file, origin.line); }

/// Says of each difference whether it counts.
class Judge {
public:
  Judge(const config::Configuration& settings, std::optional<FailLevel> failLevel) : settings_(settings), failLevel_(failLevel) {}

  void judge(Report::Function& function) const {
    const config::Settings settings = settings_.settingsFor(function.file);
    for (Report::Change& change : function.changes) {
      change.allowed = whyAllowed(change, settings);
      change.fails = fails(change.allowed.empty() ? FailLevel::Violation : FailLevel::Change, settings);
    }
    function.fails = function.verdict == "inconclusive" && *settings.contract != ContractLevel::Off && fails(FailLevel::Unchecked, settings);
  }

  void judge(Report& report) const {
    for (Report::Function& function : report.functions) judge(function);
    for (Report::Hunk& hunk : report.hunks) judge(hunk);
    report.check = report::tallied(report);
  }

private:
  void judge(Report::Hunk& hunk) const {
    if (hunk.status != "not-compiled") return;
    const config::Settings settings = settings_.settingsFor(hunk.file);
    if (*settings.contract == ContractLevel::Off) hunk.allowed = whyOff(settings);
    hunk.fails = hunk.allowed.empty() && fails(FailLevel::Unchecked, settings);
  }

  static std::string whyOff(const config::Settings& settings) {
    return fmt::format("the contract is off ({})", from(settings.contract.origin));
  }

  bool fails(FailLevel finding, const config::Settings& settings) const {
    const FailLevel level = failLevel_.value_or(*settings.failLevel);
    return level != FailLevel::Never && finding <= level;
  }

  /// Why the contract of the folder has nothing against it; "": it has.
  static std::string whyAllowed(const Report::Change& change, const config::Settings& settings) {
    if (change.kind == "crash-fixed") return "a crash less";
    if (change.ubOnly) return "the old version was undefined there";
    const bool isCrash = change.kind == "crash-introduced" || change.kind == "leak" || change.ubIntroduced;
    if (*settings.contract == ContractLevel::Off) return whyOff(settings);
    if (*settings.contract == ContractLevel::NoNewCrash && !isCrash)
      return fmt::format("the contract forbids new crashes only ({})", from(settings.contract.origin));
    return "";
  }

  const config::Configuration& settings_;
  std::optional<FailLevel> failLevel_;
};

} // namespace

Result<Compared> checkVersions(Env& env, const CheckOptions& options, const OnFunction& onFunction) {
  const OnFunction judged = [&](Report::Function& function, const config::Configuration& settings) {
    Judge(settings, options.failLevel).judge(function);
    if (onFunction) onFunction(function, settings);
  };
  auto compared = compareVersions(env, options.diff, judged);
  if (compared) Judge(compared->settings, options.failLevel).judge(compared->report);
  return compared;
}

} // namespace beagle::pipeline
