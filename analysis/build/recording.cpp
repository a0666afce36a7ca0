#include "analysis/build/recording.h"

#include "analysis/build/database.h"
#include "analysis/support/files.h"
#include "analysis/support/text.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <set>

namespace beagle::build {

namespace fs = std::filesystem;
using support::Result;

namespace {

constexpr std::string_view insideFolder = "/beagle/record";

/// The names under which compilers are installed here.
std::set<std::string> compilerNames() {
  std::set<std::string> names;
  const support::DiskFiles files;
  for (const std::string& folder : Sandbox::programFolders())
    for (const std::string& name : files.list(folder))
      if (compilerNamed(name)) names.insert(name);
  return names;
}

Result<std::shared_ptr<const std::string>> makeFolder() {
  std::error_code problem;
  std::string path = (fs::temp_directory_path(problem) / "beagle-record-XXXXXX").string();
  if (!::mkdtemp(path.data())) return support::cannotRun("{}: cannot make a folder: {}", path, std::strerror(errno));
  return std::shared_ptr<const std::string>(new std::string(path), [](const std::string* folder) {
    std::error_code ignored;
    fs::remove_all(*folder, ignored);
    delete folder;
  });
}

} // namespace

Result<Recording> Recording::open(BuildSteps& steps) {
  auto folder = makeFolder();
  if (!folder) return std::unexpected(folder.error());
  std::error_code problem;
  fs::copy_file(steps.request().recorder, **folder + "/beagle-record", problem);
  if (problem) return support::cannotRun("{}: {}; it is installed with beagle", steps.request().recorder, problem.message());
  fs::create_directory(**folder + "/bin", problem);
  for (const std::string& name : compilerNames())
    fs::create_symlink("../beagle-record", **folder + "/bin/" + name, problem);
  if (problem) return support::cannotRun("{}: {}", **folder, problem.message());
  return Recording(*folder);
}

Bind Recording::bind() const { return {*folder_, std::string(insideFolder), true}; }

BuildSteps::Step Recording::quiet(BuildSteps::Step step) const {
  step.environment.push_back(fmt::format("PATH={}/bin:{}", insideFolder, fmt::join(Sandbox::programFolders(), ":")));
  step.binds.push_back(bind());
  return step;
}

BuildSteps::Step Recording::recorded(BuildSteps::Step step, bool fast) const {
  step = quiet(std::move(step));
  step.environment.push_back(fmt::format("BEAGLE_RECORD_FILE={}/calls", insideFolder));
  if (fast) step.environment.emplace_back("BEAGLE_RECORD_FAST=1");
  return step;
}

std::vector<CompileCommand> Recording::commands(BuildSteps& steps) const {
  const auto text = readBelow(*folder_ + "/calls", {*folder_});
  if (!text) return {}; // no compiler was called
  const PathMap map = steps.paths();
  std::vector<CompileCommand> commands;
  for (RecordedCall& recorded : readRecord(*text)) {
    for (std::string& argument : recorded.call.arguments)
      argument = map.inwardArgument(argument, recorded.call.directory);
    recorded.call.directory = map.inward(recorded.call.directory);
    for (auto& [name, value] : recorded.call.environment) value = map.inward(value);
    std::map<std::string, std::string> responses;
    for (const auto& [name, content] : recorded.responses)
      responses[support::joinPath(recorded.call.directory, map.inward(name))] = map.inward(content);
    const ReadResponse read = [&](const std::string& path) -> std::optional<std::string> {
      const auto found = responses.find(path);
      return found == responses.end() ? std::nullopt : std::optional(found->second);
    };
    for (CompileCommand& command : commandsOf(recorded.call, read))
      if (!isProbeSource(command.file)) commands.push_back(std::move(command));
  }
  return commands;
}

} // namespace beagle::build
