#include "analysis/build/planner.h"

#include "analysis/build/methods.h"
#include "analysis/build/paths.h"
#include "analysis/support/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <tuple>

namespace beagle::build {

using support::Result;

namespace {

/// The methods to try, in order. What the user asked for is never replaced by something else.
Result<std::vector<BuildCandidate>> candidatesFor(const BuildSteps& steps) {
  const PlanOptions& options = steps.request().options;
  const auto asked = [](Method method, std::string why) {
    return std::vector{BuildCandidate{method, {}, true, std::move(why)}};
  };
  if (!options.database.empty() && options.method.value_or(Method::Database) == Method::Database)
    return asked(Method::Database, options.database + ", as asked for");
  if (!options.command.empty() && options.method.value_or(Method::Command) == Method::Command)
    return asked(Method::Command, fmt::format("`{}`, as asked for", options.command));
  if (options.method == Method::Command)
    return support::usageError("the build method `command` was asked for without a command to run");

  auto candidates = detectBuilds(steps.tree(), databasesOf(support::DiskFiles(), steps.request().workingFolder));
  if (!options.method) return candidates;
  std::erase_if(candidates, [&](const BuildCandidate& candidate) { return candidate.method != *options.method; });
  if (candidates.empty())
    return support::usageError("the build method `{}` was asked for, but the tree has nothing that it reads",
                               nameOf(*options.method));
  for (BuildCandidate& candidate : candidates)
    candidate.why =
        candidate.method == Method::Plain ? "plain sources, as asked for" : candidate.why + ", as asked for";
  return candidates;
}

Result<MethodResult> runMethod(BuildSteps& steps, const BuildCandidate& candidate) {
  switch (candidate.method) {
  case Method::Database: return planFromDatabase(steps, candidate);
  case Method::CMake: return planWithCMake(steps, candidate);
  case Method::Meson: return planWithMeson(steps, candidate);
  case Method::Make: return planWithMake(steps, candidate);
  case Method::Command: return planWithCommand(steps);
  case Method::Plain: return planPlain(steps);
  }
  return MethodResult{};
}

bool isBelow(const std::string& path, const std::vector<Mount>& mounts) {
  if (support::pathBelow(path, sourceRoot) || support::pathBelow(path, buildRoot)) return true;
  return std::ranges::any_of(mounts,
                             [&](const Mount& mount) { return support::pathBelow(path, mount.inside).has_value(); });
}

bool isThere(const BuildSteps& steps, const std::string& path, const std::vector<Mount>& mounts) {
  if (steps.exists(path)) return true;
  return std::ranges::any_of(mounts, [&](const Mount& mount) {
    const auto below = support::pathBelow(path, mount.inside);
    std::error_code problem;
    return below && std::filesystem::exists(support::joinPath(mount.outside, *below), problem);
  });
}

/// Parallel builds record in any order, and builds repeat themselves.
void sortAndJoin(std::vector<CompileCommand>& commands) {
  const auto key = [](const CompileCommand& command) {
    return std::tie(command.file, command.directory, command.cxx, command.arguments, command.dropped);
  };
  std::ranges::sort(commands, {}, key);
  const auto [first, last] = std::ranges::unique(commands, {}, [](const CompileCommand& command) {
    return std::tie(command.file, command.directory, command.cxx, command.arguments);
  });
  commands.erase(first, last);
}

void tidy(BuildSteps& steps, MethodResult& result) {
  auto& commands = result.commands;
  std::erase_if(commands, [&](const CompileCommand& command) {
    return isProbeSource(command.file) || !isBelow(command.file, result.mounts);
  });
  std::set<std::string> missing;
  std::erase_if(commands, [&](const CompileCommand& command) {
    if (isThere(steps, command.file, result.mounts)) return false;
    missing.insert(support::pathBelow(command.file, sourceRoot).value_or(command.file));
    return true;
  });
  if (!missing.empty())
    steps.note(fmt::format("{} left out because the source does not exist: {}{}",
                           support::counted(missing.size(), "unit"), *missing.begin(),
                           missing.size() > 1 ? ", ..." : ""));
  for (CompileCommand& command : commands)
    command.arguments.insert(command.arguments.end(), steps.request().options.extraFlags.begin(),
                             steps.request().options.extraFlags.end());
  sortAndJoin(commands);
}

Result<void> prepare(BuildSteps& steps) {
  const PlanOptions& options = steps.request().options;
  if (options.prepare.empty()) return {};
  const auto done = steps.require({.title = "preparing",
                                   .arguments = {"sh", "-c", options.prepare},
                                   .folder = std::string(sourceRoot),
                                   .network = options.prepareNetwork});
  if (!done) return std::unexpected(done.error());
  steps.listTree();
  return {};
}

/// What does not build is not replaced by another way silently; but the user is told which there are.
support::Error withOtherWays(support::Error error, const std::vector<BuildCandidate>& candidates,
                             const BuildCandidate& failed) {
  if (!error.hint().empty() || error.kind() != support::ErrorKind::CannotRun) return error;
  std::vector<std::string> ways;
  for (const BuildCandidate& other : candidates)
    if (other.method != failed.method && other.method != Method::Plain && other.method != Method::Database)
      ways.push_back(fmt::format("`--build {}` ({})", nameOf(other.method), other.why));
  if (ways.empty()) return error;
  return std::move(error).hint(fmt::format("the tree can also be tried with {}", support::join(ways, " or ")));
}

} // namespace

std::vector<std::string> databasesOf(const support::Files& files, const std::string& workingFolder) {
  std::vector<std::string> found;
  if (workingFolder.empty()) return found;
  std::vector<std::string> places{"compile_commands.json"};
  for (const std::string& name : files.list(workingFolder)) places.push_back(name + "/compile_commands.json");
  for (const std::string& place : places)
    if (isDatabasePath(place) && files.exists(support::joinPath(workingFolder, place))) found.push_back(place);
  return found;
}

std::vector<Bind> bindsOf(const std::string& tree, const std::string& buildFolder, const BuildPlan& plan,
                          bool writable) {
  std::vector<Bind> binds{{tree, std::string(sourceRoot), writable}, {buildFolder, std::string(buildRoot), writable}};
  for (const Mount& mount : plan.mounts) binds.push_back({mount.outside, mount.inside, false});
  return binds;
}

Result<BuildPlan> planBuild(const PlanRequest& request, const Sandbox& sandbox, support::Log& log,
                            support::Progress& progress, const support::CancelToken& cancel) {
  BuildSteps steps(request, sandbox, log, progress, cancel);
  if (auto prepared = prepare(steps); !prepared)
    return std::unexpected(std::move(prepared.error()).within("preparing"));
  auto candidates = candidatesFor(steps);
  if (!candidates) return std::unexpected(candidates.error());

  const bool chosen = request.options.method || candidates->size() == 1;
  std::string failure; // of a makefile that was of no use
  for (BuildCandidate& candidate : *candidates) {
    if (candidate.method == Method::Plain && !failure.empty()) candidate.why = failure + ": each source file by itself";
    auto result = runMethod(steps, candidate);
    if (result) tidy(steps, *result);
    // A stale or damaged database that was merely found is no reason to stop; a build that fails is.
    const bool found = candidate.method == Method::Database && !chosen;
    if (found && (!result || result->commands.empty())) {
      steps.note(fmt::format("{} was not used: {}", candidate.why,
                             result ? "it names no source of this tree" : result.error().str()));
      continue;
    }
    // It tells nothing of how sources are compiled: it runs other tools, or wants some that are not here.
    if (result && !result->failure.empty()) {
      if (request.options.method) return support::cannotRun("{}: {}", nameOf(candidate.method), result->failure);
      failure = fmt::format("{}: {}", nameOf(candidate.method), result->failure);
      steps.note(fmt::format("{}; each source file was compiled by itself. `build.command` in .beagle.yml, or "
                             "`--build-command`, says how it is built",
                             failure));
      continue;
    }
    if (!result)
      return std::unexpected(withOtherWays(std::move(result.error()).within(std::string(nameOf(candidate.method))),
                                           *candidates, candidate));
    if (result->commands.empty() && !failure.empty()) return support::cannotRun("{}", failure);
    // The first or last version of a project may well be empty.
    if (steps.tree().empty() || (candidate.method == Method::Plain && result->commands.empty()))
      steps.note("the tree has no C or C++ source");
    else if (result->commands.empty())
      return support::cannotRun("{} ({}): no C or C++ source is compiled", nameOf(candidate.method), candidate.why);
    log.info(fmt::format("build: {} ({}), {}", nameOf(candidate.method), candidate.why,
                         support::counted(result->commands.size(), "compile command")));
    return BuildPlan{.method = candidate.method,
                     .why = candidate.why,
                     .failure = std::move(failure),
                     .commands = std::move(result->commands),
                     .mounts = std::move(result->mounts),
                     .notes = steps.notes(),
                     .lookedFor = std::move(result->lookedFor),
                     .headerFolders = std::move(result->headerFolders),
                     .taken = {},
                     .copied = std::move(result->copied)};
  }
  return support::cannotRun("no way to build this tree was found");
}

} // namespace beagle::build
