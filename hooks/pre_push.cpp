#include "hooks/pre_push.h"

#include "analysis/build/documentation.h"
#include "analysis/build/push.h"
#include "analysis/pipeline/settings_place.h"
#include "analysis/report/view.h"
#include "analysis/support/deadline.h"
#include "analysis/support/text.h"
#include "config/config_source.h"
#include "hooks/kept_reports.h"
#include "hooks/pushed_refs.h"

#include <algorithm>
#include <chrono>
#include <set>

namespace beagle::hooks {

using support::Result;

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::string_view skipping =
    "To push without this check once: BEAGLE_SKIP=1 git push, or git push --no-verify\n";

/// For finding what a ref adds.
constexpr std::chrono::seconds leastToLook{2};

bool deletes(const PushedRef& ref) { return ref.localId.find_first_not_of('0') == std::string::npos; }

class PrePush {
public:
  PrePush(pipeline::Env& env, const PrePushOptions& options, const support::Terminal& terminal)
      : env_(env), options_(options), terminal_(terminal) {}

  PrePushAnswer run(const std::vector<PushedRef>& refs) {
    const auto repository = build::Repository::open(options_.check.diff.changes.repository);
    if (repository) checkAll(*repository, refs);
    else addUnreadable(repository.error());
    if (answer_.blocks) {
      const std::string why =
          isExplained_ || gates_.empty()
              ? ""
              : fmt::format(", as {} says", support::join(std::vector(gates_.begin(), gates_.end()), ", "));
      answer_.text += fmt::format("beagle: the push is blocked{}. {}", why, skipping);
    }
    return std::move(answer_);
  }

private:
  void checkAll(const build::Repository& repository, const std::vector<PushedRef>& refs) {
    const std::string kept = reportFolder(env_.files, env_.log, build::gitFolder(repository));
    std::set<std::pair<std::string, std::string>> seen;
    for (const PushedRef& ref : refs) {
      if (env_.cancel.cancelled()) return;
      const std::string name = support::printable(ref.remoteRef);
      // Where the time is over by now, it is not this that has taken it.
      const support::Deadline deadline(
          env_.cancel, std::max<Clock::duration>(began_ + *config::HookSettings().budget - Clock::now(), leastToLook));
      const auto range = build::whatPushAdds(repository, options_.remote, ref.localId, ref.remoteId, deadline.token());
      if (env_.cancel.cancelled()) return addInterrupted(nullptr, "");
      if (range &&
          (!*range || !seen.emplace((*range)->base, (*range)->head).second || addsOnlyWords(repository, **range)))
        continue;
      const auto settings = settingsOf(repository, ref);
      const config::HookSettings hook = settings.value_or(config::HookSettings());
      if (!range) addError(name, hook, range.error());
      else if (!settings) addMistake(name, settings.error());
      else check(name, hook, **range, kept);
    }
  }

  /// Nobody waits for a build then. What cannot be told here is said by the check.
  static bool addsOnlyWords(const build::Repository& repository, const build::PushedRange& range) {
    if (range.base.empty()) return false;
    const auto base = repository.resolve(range.base);
    const auto head = repository.resolve(range.head);
    return base && head && build::differInWords(base->tree, head->tree);
  }

  void check(const std::string& name, const config::HookSettings& hook, const build::PushedRange& range,
             const std::string& folder) {
    if (range.base.empty()) {
      answer_.text += fmt::format(
          "beagle: {} has nothing on the remote that it could be compared with, so it is not checked\n", name);
      return;
    }
    pipeline::CheckOptions check = options_.check;
    check.diff.changes.what = {range.base + ".." + range.head};
    check.diff.waitingSince = began_;
    KeptReport kept(env_.files, env_.log, support::joinPath(folder, range.head.substr(0, 12) + ".json"), range.base,
                    range.head);
    const auto checked = pipeline::checkVersions(
        env_, check,
        [&](const report::Report::Function& function, const pipeline::ChangesOptions&) { kept.add(function); });
    if (checked) kept.finish(checked->report);
    if (env_.cancel.cancelled()) addInterrupted(checked ? &checked->report : nullptr, kept.path());
    else if (checked) addReport(checked->report, hook, kept.path());
    else addError(name, hook, checked.error());
  }

  /// Text is for somebody who waits: what blocks, and what nobody looked at. `kept`: the file that has it all.
  void addReport(const report::Report& report, const config::HookSettings& hook, const std::string& kept) {
    for (const report::Report::Function& function : report.functions) {
      isExplained_ |= std::ranges::any_of(function.changes, &report::Report::Change::fails);
      if (function.fails)
        addGate(function.isCut ? "on-timeout" : "on-error", function.isCut ? hook.onTimeout : hook.onError);
    }
    if (std::ranges::any_of(report.hunks, &report::Report::Hunk::fails)) addGate("on-error", hook.onError);
    answer_.blocks |= !report.check->passed;
    const std::uint64_t unchecked = report.check->unchecked;
    if (report.check->passed && unchecked == 0) return;
    answer_.text += report::reportText(report, terminal_, false, kept);
    if (report.check->passed)
      answer_.text += fmt::format("beagle: {} could not be checked; the push goes on\n",
                                  unchecked == 1 ? "something" : fmt::format("{} things", unchecked));
    answer_.text += showing("all of it", kept);
  }

  void addInterrupted(const report::Report* report, const std::string& kept) {
    answer_.blocks = true;
    answer_.text += "beagle: interrupted\n";
    if (report) answer_.text += report::reportText(*report, terminal_, false, kept) + showing("what was settled", kept);
    else answer_.text += "Nothing was settled until then\n";
  }

  /// What is pushed has no settings that anybody could read: those in the folder are all that there is.
  void addUnreadable(const support::Error& error) {
    const std::string here = support::absolutePath(".");
    const auto settings =
        config::Configuration::load(config::FolderSource(env_.files, config::projectRoot(env_.files, here)));
    if (settings) addError("this push", settings->project().hook, error);
    else addMistake("this push", config::together(settings.error()));
  }

  /// Nobody knows what was meant to block, and whoever gets it has the same mistake.
  void addMistake(std::string_view what, const support::Error& error) {
    answer_.blocks = true;
    isExplained_ = true;
    answer_.text += fmt::format("beagle: {} has a mistake in its settings: {}\n", what, error.str());
  }

  void addError(std::string_view what, const config::HookSettings& hook, const support::Error& error) {
    const bool isTimeOver = Clock::now() >= began_ + *hook.budget;
    const config::Setting<config::Gate>& gate = isTimeOver ? hook.onTimeout : hook.onError;
    const bool blocks = *gate == config::Gate::Block;
    if (blocks) addGate(isTimeOver ? "on-timeout" : "on-error", gate);
    answer_.blocks |= blocks;
    answer_.text += fmt::format("beagle: {} could not be checked{}{}: {}\n", what, isTimeOver ? " in time" : "",
                                blocks ? "" : ", and is pushed all the same", error.str());
  }

  void addGate(std::string_view key, const config::Setting<config::Gate>& gate) {
    gates_.insert(fmt::format("`{}: block` ({})", key, gate.origin.str()));
  }

  /// Those of what is pushed; what is no version says nothing.
  Result<config::HookSettings> settingsOf(const build::Repository& repository, const PushedRef& ref) const {
    auto head = repository.resolve(ref.localId);
    if (!head) return config::HookSettings();
    const std::string folder = repository.workingFolder().value_or("");
    return pipeline::hookSettings(env_.files, {repository, {{}, std::move(*head), ""}, "", folder});
  }

  static std::string showing(std::string_view what, const std::string& kept) {
    return fmt::format("beagle: `beagle report render {}` shows {}\n", support::printable(kept), what);
  }

  pipeline::Env& env_;
  const PrePushOptions& options_;
  const support::Terminal& terminal_;
  const Clock::time_point began_ = Clock::now(); ///< all refs share the time
  PrePushAnswer answer_;
  bool isExplained_ = false;    ///< that it blocks needs no setting
  std::set<std::string> gates_; ///< that block
};

} // namespace

Result<PrePushAnswer> prePush(pipeline::Env& env, const PrePushOptions& options, const support::Terminal& terminal) {
  auto refs = readPushedRefs(options.lines);
  if (!refs) return std::unexpected(refs.error());
  if (options.isSkipped) return PrePushAnswer{false, refs->empty() ? "" : "beagle: skipped, as BEAGLE_SKIP says\n"};
  std::erase_if(*refs, deletes);
  return refs->empty() ? PrePushAnswer() : PrePush(env, options, terminal).run(*refs);
}

} // namespace beagle::hooks
