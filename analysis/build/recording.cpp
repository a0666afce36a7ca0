#include "analysis/build/recording.h"

#include "analysis/build/database.h"
#include "analysis/support/files.h"
#include "analysis/support/process.h"
#include "analysis/support/text.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <optional>

namespace beagle::build {

namespace fs = std::filesystem;
using support::Result;

namespace {

constexpr std::string_view insideFolder = "/beagle/record";

/// The compiler that a program is by its own name, or that it is a link to ("gnatgcc"). Clang's links name
/// other tools, which behave by the name they are called by.
std::optional<std::string> compilerBehind(const std::string& folder, const std::string& name) {
  if (compilerNamed(name)) return name;
  std::error_code problem;
  const std::string path = support::joinPath(folder, name);
  if (!fs::is_symlink(path, problem)) return std::nullopt;
  const std::string real = fs::canonical(path, problem).filename().string();
  const auto compiler = compilerNamed(real);
  return compiler && !compiler->clang ? std::optional(real) : std::nullopt;
}

/// The names under which compilers are installed here, and which compilers they are.
std::map<std::string, std::string> compilerNames() {
  std::map<std::string, std::string> names;
  const support::DiskFiles files;
  for (const std::string& folder : Sandbox::programFolders())
    for (const std::string& name : files.list(folder))
      if (const auto compiler = compilerBehind(folder, name)) names.emplace(name, *compiler);
  return names;
}

Result<std::shared_ptr<const std::string>> makeFolder(const std::string& scratchFolder) {
  std::error_code problem;
  const fs::path place = scratchFolder.empty() ? fs::temp_directory_path(problem) : fs::path(scratchFolder);
  std::string path = (place / "record-XXXXXX").string();
  if (!::mkdtemp(path.data())) return support::cannotRun("{}: cannot make a folder: {}", path, std::strerror(errno));
  return std::shared_ptr<const std::string>(new std::string(path), [](const std::string* folder) {
    std::error_code ignored;
    fs::remove_all(*folder, ignored);
    delete folder;
  });
}

} // namespace

Result<Recording> Recording::open(BuildSteps& steps) {
  auto folder = makeFolder(steps.request().scratchFolder);
  if (!folder) return std::unexpected(folder.error());
  std::error_code problem;
  {
    const support::ProgramWriting writing;
    fs::copy_file(steps.request().recorder, **folder + "/beagle-record", problem);
  }
  if (problem)
    return support::cannotRun("{}: {}; it is installed with beagle", steps.request().recorder, problem.message());
  fs::create_directory(**folder + "/bin", problem);
  Recording recording(*folder);
  recording.compilers_ = compilerNames();
  for (const auto& [name, compiler] : recording.compilers_)
    fs::create_symlink("../beagle-record", **folder + "/bin/" + name, problem);
  if (problem) return support::cannotRun("{}: {}", **folder, problem.message());
  return recording;
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
    const auto compiler = compilers_.find(std::string(support::fileName(recorded.call.arguments.front())));
    if (compiler != compilers_.end()) recorded.call.arguments.front() = compiler->second;
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
