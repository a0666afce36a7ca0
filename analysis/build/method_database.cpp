#include "analysis/build/database.h"
#include "analysis/build/methods.h"
#include "analysis/build/paths.h"
#include "analysis/build/precompiled.h"
#include "analysis/support/files.h"
#include "analysis/support/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <ranges>
#include <set>

namespace beagle::build {

namespace fs = std::filesystem;
using support::Result;

namespace {

/// Rewrites an entry's paths: relative ones stay, absolute ones go through the map.
CompilerCall translated(const DatabaseEntry& entry, const PathMap& map, const std::string& base) {
  const std::string folder = support::joinPath(base, entry.call.directory);
  CompilerCall call{.directory = map.inward(folder), .arguments = {}};
  for (const std::string& argument : entry.call.arguments)
    call.arguments.push_back(map.inwardArgument(argument, folder));
  return call;
}

/// The units of one entry: those that are the file it names, or all when the call spells it differently.
std::vector<CompileCommand> commandsOfEntry(CompilerCall call, const std::string& file, const ReadResponse& read) {
  if (call.arguments.empty()) return {};
  auto commands = commandsOf(call, read);
  if (commands.empty() && !compilerNamed(call.arguments.front())) {
    const std::string_view name = support::fileName(call.arguments.front());
    const bool cxx = name.find("++") != std::string_view::npos || name.ends_with("cxx") || name.ends_with("CC");
    call.arguments.front() = cxx ? "c++" : "cc";
    commands = commandsOf(call, read);
  }
  const std::string wanted = support::normalPath(support::joinPath(call.directory, file));
  if (std::ranges::find(commands, wanted, &CompileCommand::file) != commands.end())
    std::erase_if(commands, [&](const CompileCommand& command) { return command.file != wanted; });
  return commands;
}

std::vector<CompileCommand> commandsOfEntries(BuildSteps& steps, const std::vector<DatabaseEntry>& entries,
                                              const PathMap& map, const std::string& base) {
  std::vector<CompileCommand> commands;
  const ReadResponse read = [&](const std::string& path) -> std::optional<std::string> {
    auto text = steps.read(path);
    return text ? std::optional(map.inward(*text)) : std::nullopt;
  };
  PrecompiledHeaders precompiled;
  for (const DatabaseEntry& entry : entries) {
    CompilerCall call = translated(entry, map, base);
    precompiled.note(call);
    const std::string file = map.inwardArgument(entry.file, support::joinPath(base, entry.call.directory));
    std::ranges::move(commandsOfEntry(std::move(call), file, read), std::back_inserter(commands));
  }
  for (CompileCommand& command : commands) precompiled.replaceIn(command);
  return commands;
}

/// Everything the commands look for: working folders, sources, include folders and included files.
std::set<std::string> pathsUsed(const std::vector<CompileCommand>& commands) {
  constexpr std::array<std::string_view, 6> paired{"-isystem", "-iquote",  "-idirafter",
                                                   "-include", "-imacros", "-cxx-isystem"};
  constexpr std::array<std::string_view, 3> joined{"-I", "-isystem", "-iquote"};
  std::set<std::string> paths;
  for (const CompileCommand& command : commands) {
    const auto add = [&](std::string_view path) {
      paths.insert(support::normalPath(support::joinPath(command.directory, path)));
    };
    add(command.directory);
    add(support::parentPath(command.file));
    for (std::size_t i = 0; i < command.arguments.size(); ++i) {
      const std::string_view argument = command.arguments[i];
      if (std::ranges::find(paired, argument) != paired.end()) {
        if (i + 1 < command.arguments.size()) add(command.arguments[++i]);
        continue;
      }
      for (const std::string_view option : joined)
        if (argument.starts_with(option) && argument.size() > option.size()) add(argument.substr(option.size()));
    }
  }
  return paths;
}

bool isToolchainPath(const std::string& path) {
  constexpr std::array<std::string_view, 5> folders{"/usr", "/lib", "/bin", "/etc", "/beagle"};
  return std::ranges::any_of(folders,
                             [&](std::string_view folder) { return support::pathBelow(path, folder).has_value(); });
}

/// Brings what lies only on the user's disk to where the commands look for it.
class WorkingFiles {
public:
  WorkingFiles(BuildSteps& steps, MethodResult& result) : steps_(steps), result_(result) {}

  void provide(const std::string& inside) {
    if (const auto below = support::pathBelow(inside, sourceRoot)) provideBelow(*below);
    else if (!isToolchainPath(inside)) mount(inside, inside);
  }

  void report() {
    const auto& copied = result_.copied;
    if (!copied.empty())
      steps_.note(fmt::format("{} from the working folder: {}", support::counted(copied.size(), "untracked header"),
                              fmt::join(copied | std::views::keys, ", ")));
  }

private:
  void provideBelow(const std::string& relative) {
    const std::string& working = steps_.request().workingFolder;
    // The outermost folder that the tree does not have comes as a whole.
    std::string missing;
    for (std::size_t slash = relative.find('/');; slash = relative.find('/', slash + 1)) {
      const std::string part = relative.substr(0, slash);
      if (!fs::exists(support::joinPath(steps_.request().tree, part))) {
        missing = part;
        break;
      }
      if (slash == std::string::npos) break;
    }
    if (missing.empty() || isOfOtherVersion(missing)) copyHeaders(relative);
    else if (!working.empty()) mount(support::joinPath(working, missing), support::joinPath(sourceRoot, missing));
  }

  /// A folder that came or went with the change.
  [[nodiscard]] bool isOfOtherVersion(const std::string& folder) const {
    return std::ranges::any_of(steps_.request().trackedElsewhere,
                               [&](const std::string& file) { return support::pathBelow(file, folder).has_value(); });
  }

  void mount(const std::string& outside, const std::string& inside) {
    std::error_code problem;
    const Mount mount{outside, inside};
    result_.lookedFor.push_back(outside);
    if (!fs::is_directory(outside, problem) || std::ranges::find(result_.mounts, mount) != result_.mounts.end()) return;
    const bool covered = std::ranges::any_of(
        result_.mounts, [&](const Mount& other) { return support::pathBelow(inside, other.inside).has_value(); });
    if (covered) return;
    if (!steps_.outside(inside).empty() && !steps_.makeFolder(inside)) return;
    result_.mounts.push_back(mount);
  }

  /// A build inside the source folder leaves its headers among tracked files. They are copied: a mount of one
  /// file would need a file to stand on, which a build without sandbox would then see empty.
  void copyHeaders(const std::string& relative) {
    const PlanRequest& request = steps_.request();
    const std::string from = support::joinPath(request.workingFolder, relative);
    const std::string to = support::joinPath(request.tree, relative);
    std::error_code problem;
    if (request.workingFolder.empty()) return;
    result_.headerFolders.push_back(relative);
    if (!fs::is_directory(from, problem)) return;
    if (!fs::exists(to, problem) && !steps_.makeFolder(support::joinPath(sourceRoot, relative))) return;
    if (!staysInTree(to)) return;
    for (const std::string& name : support::DiskFiles().list(from)) {
      const std::string path = relative.empty() ? name : support::joinPath(relative, name);
      const std::string target = support::joinPath(to, name);
      if (!isHeader(name) || fs::exists(fs::symlink_status(target, problem))) continue;
      if (std::ranges::find(request.trackedElsewhere, path) != request.trackedElsewhere.end()) continue;
      // What is saved from here on is another state than the one that was asked for.
      const auto status = support::DiskFiles().status(support::joinPath(from, name));
      if (status && fs::copy_file(support::joinPath(from, name), target, problem))
        result_.copied.insert_or_assign(path, *status);
    }
  }

  [[nodiscard]] bool staysInTree(const std::string& path) const {
    std::error_code problem;
    const std::string root = fs::canonical(steps_.request().tree, problem).string();
    return support::pathBelow(fs::canonical(path, problem).string(), root).has_value() && !problem;
  }

  BuildSteps& steps_;
  MethodResult& result_;
};

/// A database that the project tracks was written on another machine: its working folders may never have been
/// part of the tree, and compilers cannot start in a folder that does not exist.
void makeWorkingFolders(BuildSteps& steps, std::vector<CompileCommand>& commands) {
  std::size_t lost = 0;
  std::erase_if(commands, [&](const CompileCommand& command) {
    const bool gone = !steps.makeFolder(command.directory);
    lost += gone ? 1 : 0;
    return gone;
  });
  if (lost)
    steps.note(fmt::format("{} of the compile database left out: their folder is not part of the tree",
                           support::counted(lost, "command")));
}

} // namespace

std::vector<CompileCommand> commandsOfDatabase(BuildSteps& steps, std::string_view text, const std::string& name) {
  const auto entries = readDatabase(text, name);
  if (!entries) {
    steps.note(entries.error().str());
    return {};
  }
  return commandsOfEntries(steps, *entries, steps.paths(), std::string(buildRoot));
}

Result<MethodResult> planFromDatabase(BuildSteps& steps, const BuildCandidate& candidate) {
  const PlanRequest& request = steps.request();
  const std::string& given = request.options.database;
  std::string path = given;
  if (path.empty()) path = support::joinPath(candidate.tracked ? request.tree : request.workingFolder, candidate.file);
  const bool trusted = !given.empty() || !candidate.tracked;
  auto text = trusted ? support::DiskFiles().read(path) : readBelow(path, {request.tree});
  if (!text) return std::unexpected(text.error());
  auto entries = readDatabase(*text, trusted ? path : candidate.file);
  if (!entries) return std::unexpected(entries.error());

  std::string base = support::parentPath(path);
  for (DatabaseEntry& entry : *entries)
    entry.call.directory = support::normalPath(support::joinPath(base, entry.call.directory));
  std::vector<Bind> roots{{request.tree, std::string(sourceRoot)}};
  if (trusted && !request.workingFolder.empty()) roots.push_back({request.workingFolder, std::string(sourceRoot)});
  const PathMap known(roots);
  const bool foreign = std::ranges::none_of(*entries, [&](const DatabaseEntry& entry) {
    return known.inward(support::joinPath(entry.call.directory, entry.file)).starts_with(sourceRoot);
  });
  if (const std::string root = foreign ? guessRoot(*entries, steps.tree()) : ""; !root.empty())
    roots.push_back({root, std::string(sourceRoot)});

  MethodResult result{.commands = commandsOfEntries(steps, *entries, PathMap(roots), base), .mounts = {}};
  if (trusted) {
    WorkingFiles files(steps, result);
    for (const std::string& used : pathsUsed(result.commands)) files.provide(used);
    files.report();
  } else {
    makeWorkingFolders(steps, result.commands);
  }
  return result;
}

} // namespace beagle::build
