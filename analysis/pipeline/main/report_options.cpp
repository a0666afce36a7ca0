#include "analysis/pipeline/main/command.h"
#include "analysis/pipeline/main/output_options.h"

namespace beagle::pipeline {

namespace {

using ReportAction = ReportCommand::Action;

/// `report render` and `report merge`, as they were written.
struct ReportWords {
  std::string format; ///< empty: what is usual
  std::vector<std::string> reports;
};

support::Result<void> readReport(const ReportWords& written, CommandLine& line) {
  const bool isMerge = line.report.action == ReportAction::Merge;
  if (line.report.paths.empty())
    return support::usageError(
        "`report {0}` needs a report, as `--format json` writes it: beagle report {0} REPORT.json",
        isMerge ? "merge" : "render");
  if (!isMerge && line.report.paths.size() > 1)
    return support::usageError(
        "`report render` takes one report, not {}; `report merge` makes one of the shards of a check",
        line.report.paths.size());
  auto output =
      readOutput(written.format.empty() ? isMerge ? "json" : "text" : written.format, written.reports, JsonLines::None);
  if (!output) return std::unexpected(std::move(output.error()));
  line.output = std::move(*output);
  line.output.isWhole = line.verbose;
  return {};
}

} // namespace

Command addReport(CLI::App& program, CommandLine& line) {
  CLI::App& app = *program.add_subcommand("report", "Show reports in other forms, and put those of shards together");
  app.require_subcommand(0, 1);
  auto written = std::make_shared<ReportWords>();
  const auto add = [&](const char* name, const char* help, const char* reports, const char* usual,
                       ReportAction action) {
    CLI::App* command = app.add_subcommand(name, help);
    command->add_option("reports", line.report.paths, reports)->type_name("REPORT.json");
    addOutput(*command, written->format, written->reports, formatHelp(usual));
    command->add_flag("--verbose,-v", line.verbose, "Text: all that is known");
    command->callback([&line, action] { line.report.action = action; });
    command->allow_extras();
  };
  add("render", "Show a report in another form", "A report", "text", ReportAction::Render);
  add("merge", "Make one report of those of all shards; the exit code is that of the whole check",
      "The reports of all shards", "json", ReportAction::Merge);
  return {&app, CommandLine::Action::Report, [written, &line] { return readReport(*written, line); }};
}

} // namespace beagle::pipeline
