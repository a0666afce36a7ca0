#include "analysis/pipeline/main/output_options.h"

#include "analysis/pipeline/main/option_values.h"
#include "analysis/support/text.h"

namespace beagle::pipeline {

using support::Result;

std::string formatHelp(std::string_view usual) {
  std::vector<std::string> names;
  for (const std::string& name : report::viewNames()) names.push_back(name == usual ? name + " (default)" : name);
  return support::join(names, ", ");
}

void addOutput(CLI::App& app, std::string& format, std::vector<std::string>& reports, const std::string& formatHelp) {
  app.add_option("--format", format, formatHelp)->type_name("FORMAT");
  mayBeRepeated(
      app.add_option("--report", reports,
                     fmt::format("Also write the report there; the ending says in which form: {}. May be repeated",
                                 support::join(report::viewEndings(), ", ")))
          ->type_name("FILE"));
}

Result<ReportOutput> readOutput(const std::string& format, const std::vector<std::string>& reports, JsonLines lines) {
  std::vector<std::string> names = report::viewNames();
  if (lines == JsonLines::Offered) names.emplace_back("jsonl");
  if (auto ok = oneOf("--format", format, std::move(names)); !ok) return std::unexpected(std::move(ok.error()));
  auto files = reportFiles(reports);
  if (!files) return std::unexpected(std::move(files.error()));
  return ReportOutput{report::viewNamed(format), false, std::move(*files)};
}

} // namespace beagle::pipeline
