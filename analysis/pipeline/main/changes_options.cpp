#include "analysis/pipeline/main/command.h"
#include "analysis/pipeline/main/option_values.h"
#include "analysis/pipeline/main/project_options.h"

namespace beagle::pipeline {

namespace {

struct ChangesWords {
  ChangesWords(CLI::App& app, CommandLine& line) : project(app, line, line.changes) {}

  ProjectOptions project;
  std::string format = "text";
};

} // namespace

Command addChanges(CLI::App& program, CommandLine& line) {
  CLI::App& app = *program.add_subcommand("changes", "What differs between two versions, and what it can influence");
  auto written = std::make_shared<ChangesWords>(app, line);
  written->project.addVersions();
  app.add_option("--format", written->format, "text (default) or json")->type_name("FORMAT");
  return {&app, CommandLine::Action::Changes, [written, &line]() -> support::Result<void> {
            if (auto ok = oneOf("--format", written->format, {"text", "json"}); !ok) return ok;
            line.json = written->format == "json";
            return written->project.read();
          }};
}

} // namespace beagle::pipeline
