#include "hooks/pre_push.h"

#include "analysis/build/push.h"
#include "analysis/report/view.h"
#include "analysis/support/text.h"
#include "config/config_source.h"
#include "hooks/kept_reports.h"
#include "hooks/pushed_refs.h"

#include <algorithm>
#include <filesystem>
#include <set>

namespace beagle::hooks {

using support::Result;

namespace {

constexpr std::string_view skipping =
    "To push without this check once: BEAGLE_SKIP=1 git push, or git push --no-verify\n";

/// What a report says to somebody who waits for a push. `kept`: the file that has it.
void addReport(PrePushAnswer& answer, const report::Report& report, const config::HookSettings& hook,
               const std::string& kept, const support::Terminal& terminal) {
  const report::Report::Check& check = *report.check;
  const bool isUncheckedOnly = check.failures == 0 && check.unchecked > 0;
  const auto isPartial = [](const report::Report::Function& function) {
    return function.verdict == "inconclusive" && function.isCut;
  };
  const config::Gate gate = std::ranges::any_of(report.functions, isPartial) ? *hook.onTimeout : *hook.onError;
  const auto failed = [](const report::Report::Function& function) {
    return std::ranges::any_of(function.changes, [](const report::Report::Change& change) { return change.fails; });
  };
  const bool isRegression = std::ranges::any_of(report.functions, failed);
  answer.blocks |= isRegression || (isUncheckedOnly && gate == config::Gate::Block);
  if (isRegression || isUncheckedOnly) answer.text += report::reportText(report, terminal);
  if (isUncheckedOnly && gate == config::Gate::Pass)
    answer.text += fmt::format("beagle: {} could not be checked; the push goes on\n",
                               check.unchecked == 1 ? "something" : fmt::format("{} things", check.unchecked));
  if (isRegression || isUncheckedOnly) answer.text += fmt::format("beagle: all of it stands in {}\n", kept);
}

/// What the settings say of a push that cannot be checked at all. Where they cannot be read, nobody said anything.
config::Gate gateOnError(const pipeline::Env& env, const std::string& repository) {
  const std::string folder = support::normalPath(std::filesystem::absolute(repository).string());
  const auto settings =
      config::Configuration::load(config::FolderSource(env.files, config::projectRoot(env.files, folder)));
  return settings ? *settings->project().hook.onError : *config::HookSettings().onError;
}

} // namespace

Result<PrePushAnswer> prePush(pipeline::Env& env, const PrePushOptions& options, const support::Terminal& terminal) {
  PrePushAnswer answer;
  const auto refs = readPushedRefs(options.lines);
  if (!refs) return std::unexpected(refs.error());
  if (options.isSkipped) {
    if (!refs->empty()) answer.text = "beagle: skipped, as BEAGLE_SKIP says\n";
    return answer;
  }
  const auto repository = build::Repository::open(options.check.diff.changes.repository);
  if (!repository) return std::unexpected(repository.error());
  const std::string folder = reportFolder(env.files, env.log, build::gitFolder(*repository));
  std::set<std::pair<std::string, std::string>> seen;
  for (const PushedRef& ref : *refs) {
    const auto range = build::whatPushAdds(*repository, options.remote, ref.localId, ref.remoteId);
    if (!range) return std::unexpected(range.error());
    if (!*range || !seen.emplace((*range)->base, (*range)->head).second) continue;
    if ((*range)->base.empty()) {
      answer.text +=
          fmt::format("beagle: {} has nothing on the remote that it could be compared with, so it is not checked\n",
                      support::printable(ref.remoteRef));
      continue;
    }
    pipeline::CheckOptions check = options.check;
    check.diff.changes.what = {(*range)->base + ".." + (*range)->head};
    check.diff.isBeforePush = true;
    check.failLevel = config::FailLevel::Violation;
    KeptReport kept(env.files, env.log, support::joinPath(folder, (*range)->head.substr(0, 12) + ".json"),
                    (*range)->base, (*range)->head);
    const auto checked = pipeline::checkVersions(
        env, check, [&](report::Report::Function& function, const pipeline::ChangesOptions&) { kept.add(function); });
    if (checked) kept.finish(checked->report);
    if (env.cancel.cancelled()) {
      answer.blocks = true;
      answer.text += "beagle: interrupted. ";
      if (checked)
        answer.text += fmt::format("What was settled until then: {}\n{}", kept.path(),
                                   report::reportText(checked->report, terminal));
      else answer.text += "Nothing was settled until then\n";
      break;
    }
    if (!checked) {
      const bool blocks = gateOnError(env, check.diff.changes.repository) == config::Gate::Block;
      answer.blocks |= blocks;
      answer.text += fmt::format("beagle: {} could not be checked{}: {}\n", support::printable(ref.remoteRef),
                                 blocks ? "" : ", and is pushed all the same", checked.error().str());
      continue;
    }
    const config::HookSettings& hook = checked->settings.project().hook;
    addReport(answer, checked->report, hook, kept.path(), terminal);
  }
  if (answer.blocks) answer.text += fmt::format("beagle: the push is blocked. {}", skipping);
  return answer;
}

} // namespace beagle::hooks
