#include "analysis/pipeline/changes.h"

#include "analysis/pipeline/changes_run.h"

namespace beagle::pipeline {

using support::Result;

Result<report::ChangesReport> findChanges(Env& env, const ChangesOptions& options) {
  if (const std::string& database = options.plan.database; !database.empty() && !env.files.exists(database))
    return support::usageError("--compile-commands: {}: no such file", database);
  auto bench = Workbench::open(env, options.sandbox, options.cacheLimit);
  if (!bench) return std::unexpected(std::move(bench.error()));
  auto subject = openSubject(env, options, (*bench)->folder.path());
  if (!subject) return std::unexpected(std::move(subject.error()));
  return ChangesRun(env, options, **bench, std::move(*subject)).run();
}

} // namespace beagle::pipeline
