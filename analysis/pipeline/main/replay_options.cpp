#include "analysis/pipeline/main/command.h"
#include "analysis/pipeline/main/project_options.h"

namespace beagle::pipeline {

Command addReplay(CLI::App& program, CommandLine& line) {
  CLI::App& app = *program.add_subcommand(
      "replay", "Run both versions again with the inputs of a report, and say what still differs");
  ReplayOptions& options = line.replay;
  app.add_option("report", options.report,
                 "A report that `beagle diff --format json` or `beagle check --format json` has written")
      ->type_name("REPORT");
  app.add_option("finding", options.finding,
                 "The fingerprint of a finding, or its first characters (default: all findings)")
      ->type_name("FINDING");
  app.add_option("--base", options.base,
                 "The old version, instead of the one that the report names: a revision, a file or a folder")
      ->type_name("VERSION");
  app.add_option("--head", options.head, "The new version, instead of the one that the report names")
      ->type_name("VERSION");
  auto project = std::make_shared<ProjectOptions>(app, line, options.changes);
  project->addRepository();
  return {&app, CommandLine::Action::Replay, [project, &options]() -> support::Result<void> {
            if (options.report.empty())
              return support::usageError("`replay` needs a report, as `beagle diff --format json` writes it");
            return project->read();
          }};
}

} // namespace beagle::pipeline
