#include "analysis/build/plan.h"

#include "analysis/support/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace beagle::build {

using nlohmann::json;

namespace {

constexpr std::array<std::string_view, 6> methodNames{"database", "cmake", "meson", "make", "command", "plain"};

// Paths and options may hold any bytes.
std::vector<std::string> texts(const std::vector<std::string>& values) {
  std::vector<std::string> result;
  for (const std::string& value : values) result.push_back(support::bytesToText(value));
  return result;
}

std::string bytes(const json& value) { return support::textToBytes(value.get_ref<const std::string&>()); }

std::vector<std::string> byteVector(const json& values) {
  std::vector<std::string> result;
  for (const json& value : values) result.push_back(bytes(value));
  return result;
}

} // namespace

std::string_view nameOf(Method method) { return methodNames[static_cast<std::size_t>(method)]; }

std::string toJson(const BuildPlan& plan) {
  json commands = json::array();
  for (const CompileCommand& command : plan.commands)
    commands.push_back({{"directory", support::bytesToText(command.directory)},
                        {"file", support::bytesToText(command.file)},
                        {"arguments", texts(command.arguments)},
                        {"cxx", command.cxx},
                        {"dropped", command.dropped}});
  json mounts = json::array();
  for (const Mount& mount : plan.mounts)
    mounts.push_back({support::bytesToText(mount.outside), support::bytesToText(mount.inside)});
  const json document{{"method", nameOf(plan.method)},
                      {"why", plan.why},
                      {"failure", support::bytesToText(plan.failure)},
                      {"commands", std::move(commands)},
                      {"mounts", std::move(mounts)},
                      {"notes", plan.notes},
                      {"lookedFor", texts(plan.lookedFor)},
                      {"headerFolders", texts(plan.headerFolders)},
                      {"taken", plan.taken}};
  return document.dump(1, ' ', false, json::error_handler_t::replace);
}

support::Result<BuildPlan> planFromJson(std::string_view text) {
  try {
    const json document = json::parse(text);
    BuildPlan plan;
    const auto name = document.at("method").get<std::string>();
    const auto method = std::ranges::find(methodNames, name);
    if (method == methodNames.end()) return support::cannotRun("unknown build method `{}` in a stored plan", name);
    plan.method = static_cast<Method>(method - methodNames.begin());
    plan.why = document.at("why");
    plan.failure = bytes(document.at("failure"));
    for (const json& entry : document.at("commands"))
      plan.commands.push_back({bytes(entry.at("directory")), bytes(entry.at("file")), byteVector(entry.at("arguments")),
                               entry.at("cxx"), entry.at("dropped")});
    for (const json& entry : document.at("mounts")) plan.mounts.push_back({bytes(entry.at(0)), bytes(entry.at(1))});
    plan.notes = document.at("notes");
    plan.lookedFor = byteVector(document.at("lookedFor"));
    plan.headerFolders = byteVector(document.at("headerFolders"));
    plan.taken = document.at("taken");
    return plan;
  } catch (const json::exception& problem) {
    return support::cannotRun("damaged build plan: {}", problem.what());
  }
}

} // namespace beagle::build
