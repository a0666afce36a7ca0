#include "analysis/pipeline/changes.h"

#include "analysis/pipeline/changes_run.h"
#include "analysis/pipeline/project_settings.h"
#include "analysis/support/text.h"

#include <algorithm>
#include <future>

namespace beagle::pipeline {

using support::Result;

bool ChangesOptions::leavesOut(std::string_view file) const {
  return std::ranges::any_of(exclude, [&](const std::string& glob) { return support::matchesGlob(file, glob); }) ||
         !*settings.settingsFor(file).selection.analysed;
}

bool ChangesOptions::isEntry(std::string_view function, std::string_view file) const {
  const config::Settings here = settings.settingsFor(file);
  const auto* use = config::valueFor(here.entries, function);
  return !leavesOut(file) && !(use && **use == config::EntryUse::Never);
}

Result<report::ChangesReport> findChanges(Env& env, const ChangesOptions& options) {
  if (const std::string& database = options.plan.database; !database.empty() && !env.files.exists(database))
    return support::usageError("--compile-commands: {}: no such file", database);
  const auto git = std::async(std::launch::async, build::Repository::warmUp);
  auto bench = Workbench::open(env, options.sandbox, options.cacheLimit);
  if (!bench) return std::unexpected(std::move(bench.error()));
  auto subject = openSubject(env, options, (*bench)->folder.path());
  if (!subject) return std::unexpected(std::move(subject.error()));
  auto complete = withSettings(env, options, *subject);
  if (!complete) return std::unexpected(std::move(complete.error()));
  return ChangesRun(env, std::move(*complete), **bench, std::move(*subject)).run();
}

} // namespace beagle::pipeline
