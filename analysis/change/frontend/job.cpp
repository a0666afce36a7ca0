#include "analysis/change/frontend/job.h"

#include "analysis/support/text.h"

#include <nlohmann/json.hpp>

namespace beagle::change {

using nlohmann::json;

support::Result<CompileJob> jobFromJson(std::string_view line) {
  try {
    const json document = json::parse(line);
    const auto root = [&](const char* key) { return ProjectRoot{document.at(key).at(0), document.at(key).at(1)}; };
    CompileJob job{support::textToBytes(document.at("directory").get<std::string>()),
                   {},
                   document.at("output"),
                   root("source"),
                   root("build")};
    for (const json& argument : document.at("arguments"))
      job.arguments.push_back(support::textToBytes(argument.get<std::string>()));
    return job;
  } catch (const json::exception& problem) {
    return support::cannotRun("cannot read a compile job: {}", problem.what());
  }
}

std::string toJson(const CompileAnswer& answer, std::size_t job) {
  return json{{"job", job}, {"ok", answer.ok}, {"diagnostics", answer.diagnostics}}.dump(
      -1, ' ', false, json::error_handler_t::replace);
}

} // namespace beagle::change
