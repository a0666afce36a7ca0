#include "analysis/change/frontend/job.h"

#include <nlohmann/json.hpp>

namespace beagle::change {

using nlohmann::json;

support::Result<CompileJob> jobFromJson(std::string_view line) {
  try {
    const json document = json::parse(line);
    return CompileJob{document.at("directory"), document.at("arguments"), document.at("output"),
                      document.at("sourceRoot"), document.at("buildRoot")};
  } catch (const json::exception& problem) {
    return support::cannotRun("cannot read a compile job: {}", problem.what());
  }
}

std::string toJson(const CompileAnswer& answer, std::size_t job) {
  return json{{"job", job}, {"ok", answer.ok}, {"diagnostics", answer.diagnostics}}.dump(
      -1, ' ', false, json::error_handler_t::replace);
}

} // namespace beagle::change
