#include "analysis/pipeline/main/report_options.h"

#include "analysis/pipeline/main/option_values.h"
#include "analysis/support/text.h"

#include <charconv>

namespace beagle::pipeline {

using support::Result;

std::string formatHelp(std::string_view usual) {
  std::vector<std::string> names;
  for (const std::string& name : report::viewNames()) names.push_back(name == usual ? name + " (default)" : name);
  return support::join(names, ", ");
}

void addOutput(CLI::App& app, std::string& format, std::vector<std::string>& reports, const std::string& formatHelp) {
  app.add_option("--format", format, formatHelp)->type_name("FORMAT");
  app.add_option("--report", reports,
                 fmt::format("Also write the report there; the ending says in which form: {}. May be repeated",
                             support::join(report::viewEndings(), ", ")))
      ->type_name("FILE")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

Result<ReportOutput> readOutput(const std::string& format, const std::vector<std::string>& reports, JsonLines lines) {
  std::vector<std::string> names = report::viewNames();
  if (lines == JsonLines::Offered) names.emplace_back("jsonl");
  if (auto ok = oneOf("--format", format, std::move(names)); !ok) return std::unexpected(std::move(ok.error()));
  auto files = reportFiles(reports);
  if (!files) return std::unexpected(std::move(files.error()));
  return ReportOutput{report::viewNamed(format), false, std::move(*files)};
}

Result<DiffOptions::Shard> readShard(const std::string& text) {
  const auto bad = [&] {
    return support::usageError("--shard: `{}` is no part of a check; write 2/4 for the second of four", text);
  };
  const std::size_t slash = text.find('/');
  if (slash == std::string::npos) return bad();
  const auto number = [](std::string_view digits) -> std::optional<unsigned> {
    unsigned value = 0;
    const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return code == std::errc() && end == digits.data() + digits.size() ? std::optional(value) : std::nullopt;
  };
  const std::string_view whole = text;
  const auto index = number(whole.substr(0, slash));
  const auto count = number(whole.substr(slash + 1));
  if (!index || !count || *index == 0 || *index > *count || *count > 10'000) return bad();
  return DiffOptions::Shard{*index, *count};
}

} // namespace beagle::pipeline
