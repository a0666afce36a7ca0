// Autotools, plain Make and the user's own command: the compiler calls of a real build are recorded.
#include "analysis/build/methods.h"
#include "analysis/build/paths.h"
#include "analysis/build/recording.h"
#include "analysis/support/files.h"
#include "analysis/support/text.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <map>

namespace beagle::build {

using support::ProcessResult;
using support::Result;

namespace {

/// A checkout gives files the times of its own writing. Make would take that for a reason to regenerate
/// configure scripts, parsers and manuals with tools that need not be there.
void levelTimes(const BuildSteps& steps) {
  const std::array<timespec, 2> times{timespec{1000000000, 0}, timespec{1000000000, 0}};
  for (const std::string& path : steps.tree())
    ::utimensat(AT_FDCWD, support::joinPath(steps.request().tree, path).c_str(), times.data(), AT_SYMLINK_NOFOLLOW);
}

/// Whether the build left an object, library or program that the tree does not have.
bool madeAnything(const BuildSteps& steps) {
  const std::vector<std::string>& tracked = steps.tree();
  for (const std::string& root : {steps.request().tree, steps.request().buildFolder}) {
    std::error_code problem;
    for (std::filesystem::recursive_directory_iterator it(root, problem), end; !problem && it != end;
         it.increment(problem)) {
      if (!it->is_regular_file(problem)) continue;
      const std::string name = it->path().string().substr(root.size() + 1);
      if (root == steps.request().tree && std::ranges::binary_search(tracked, name)) continue;
      std::ifstream file(it->path(), std::ios::binary);
      std::array<char, 4> magic{};
      file.read(magic.data(), magic.size());
      const std::string_view begin(magic.data(), magic.size());
      if (begin == "\x7f"
                   "ELF" ||
          begin == "!<ar")
        return true;
    }
  }
  return false;
}

/// What one way of building recorded.
struct Recorded {
  std::vector<CompileCommand> commands;
  std::string failure; ///< empty when everything was built
};

class MakeBuild {
public:
  MakeBuild(BuildSteps& steps, const BuildCandidate& candidate)
      : steps_(steps),
        source_(support::normalPath(support::joinPath(sourceRoot, support::parentPath(candidate.file)))) {}

  Result<Recorded> run() {
    levelTimes(steps_);
    if (auto made = makeConfigure(); !made) return std::unexpected(made.error());
    if (!steps_.exists(source_ + "/configure")) return build(source_, false);
    // A script that Autoconf made can configure elsewhere; then the tree stays as it is in git.
    if (!isAutoconf()) return build(source_, true);
    auto apart = build(std::string(buildRoot), true);
    if (apart && apart->failure.empty()) return apart;
    auto within = build(source_, true);
    if (apart && (!within || within->commands.size() <= apart->commands.size())) return apart;
    return within;
  }

private:
  Result<void> makeConfigure() {
    const auto has = [&](std::string_view name) { return steps_.exists(support::joinPath(source_, name)); };
    if (has("configure")) return {};
    std::vector<std::vector<std::string>> ways;
    if (has("configure.ac") || has("configure.in")) ways.push_back({"autoreconf", "-fi"});
    for (const std::string_view script : {"autogen.sh", "bootstrap", "bootstrap.sh"})
      if (has(script)) ways.push_back({"sh", fmt::format("./{}", script)});
    Result<void> outcome;
    for (const std::vector<std::string>& way : ways) {
      const auto done = steps_.require({"making the configure script", way, source_, {"NOCONFIGURE=1"}});
      if (done && has("configure")) return {};
      // The project's own script knows more than autoreconf does; the first failure is what people look for.
      if (!done && outcome) outcome = std::unexpected(done.error());
    }
    return outcome;
  }

  [[nodiscard]] bool isAutoconf() const {
    const auto script = steps_.read(source_ + "/configure");
    return script && std::string_view(*script).substr(0, 4000).find("Autoconf") != std::string_view::npos;
  }

  Result<Recorded> build(const std::string& folder, bool configured) {
    const auto recording = Recording::open(steps_);
    if (!recording) return std::unexpected(recording.error());
    if (!configured) return make(*recording, folder, false);
    const std::string script = folder == source_ ? "./configure" : source_ + "/configure";
    const auto status = support::DiskFiles().status(steps_.outside(source_ + "/configure"));
    std::vector<std::string> arguments{script};
    if (status && !status->executable) arguments.insert(arguments.begin(), "sh");
    if (isAutoconf()) arguments.emplace_back("--disable-dependency-tracking");
    const auto done = steps_.require(recording->quiet({"configuring", std::move(arguments), folder}));
    if (!done) return std::unexpected(done.error());
    return make(*recording, folder, true);
  }

  Result<Recorded> make(const Recording& recording, const std::string& folder, bool configured) {
    auto built = runMake(recording, folder, {}, true);
    if (!built) return std::unexpected(built.error());
    // Without optimisation some functions stay undefined that would have been inlined.
    const bool undefined = built->errors.find("undefined reference") != std::string::npos ||
                           built->errors.find("undefined symbol") != std::string::npos;
    if (!built->ok() && undefined) built = runMake(recording, folder, {"-B"}, false);
    if (!built) return std::unexpected(built.error());

    Recorded recorded{.commands = recording.commands(steps_), .failure = {}};
    if (auto remade = remakeIntermediates(recording, recorded.commands); !remade)
      return std::unexpected(std::move(remade.error()));
    if (built->ok() && !recorded.commands.empty()) return recorded;
    support::Error failure = built->ok()
                                 ? support::cannotRun("`make` called no compiler that is found through PATH").error()
                                 : stepFailed("make -k", *built);
    // A makefile of other tools says nothing of compiling. What was configured, or took too long, says what is wrong.
    const bool isOfOtherTools = !configured && built->end == ProcessResult::End::Exited;
    if (recorded.commands.empty() && !isOfOtherTools) return std::unexpected(std::move(failure));
    recorded.failure = failure.str();
    return recorded;
  }

  Result<ProcessResult> runMake(const Recording& recording, const std::string& folder, std::vector<std::string> more,
                                bool fast) {
    std::vector<std::string> arguments{"make", "-k", fmt::format("-j{}", steps_.request().options.jobs)};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return steps_.attempt(
        recording.recorded({"building, to see how units are compiled", std::move(arguments), folder}, fast));
  }

  /// Make removes sources that it made on the way to an object file; as goals of their own they stay.
  [[nodiscard]] Result<void> remakeIntermediates(const Recording& recording,
                                                 const std::vector<CompileCommand>& commands) {
    std::map<std::string, std::vector<std::string>> missing;
    for (const CompileCommand& command : commands) {
      const auto name = support::pathBelow(command.file, command.directory);
      if (name && !steps_.exists(command.file)) missing[command.directory].push_back(*name);
    }
    for (auto& [folder, names] : missing) {
      if (!steps_.exists(folder)) continue;
      std::vector<std::string> arguments{"make", "-k"};
      arguments.insert(arguments.end(), names.begin(), names.end());
      // What still is not there afterwards is reported with all other missing sources.
      auto made = steps_.attempt(recording.quiet({"making generated sources", std::move(arguments), folder}));
      if (!made) return std::unexpected(std::move(made.error()));
    }
    return {};
  }

  BuildSteps& steps_;
  std::string source_; ///< where configure or the makefile lies
};

} // namespace

Result<MethodResult> planWithMake(BuildSteps& steps, const BuildCandidate& candidate) {
  auto recorded = MakeBuild(steps, candidate).run();
  if (!recorded) return std::unexpected(recorded.error());
  if (recorded->commands.empty())
    return MethodResult{.commands = {}, .mounts = {}, .failure = std::move(recorded->failure)};
  if (!recorded->failure.empty() && !madeAnything(steps))
    return support::cannotRun("nothing could be built: {}", recorded->failure);
  if (!recorded->failure.empty()) steps.note("a part of the build failed: " + recorded->failure);
  return MethodResult{.commands = std::move(recorded->commands), .mounts = {}};
}

Result<MethodResult> planWithCommand(BuildSteps& steps) {
  const auto recording = Recording::open(steps);
  if (!recording) return std::unexpected(recording.error());
  levelTimes(steps);
  const std::string& command = steps.request().options.command;
  // Configure steps may be among it: what they learn from the compiler must not depend on our haste.
  const auto built =
      steps.attempt(recording->recorded({"building", {"sh", "-c", command}, std::string(sourceRoot)}, false));
  if (!built) return std::unexpected(built.error());
  MethodResult result{.commands = recording->commands(steps), .mounts = {}};
  if (!built->ok() && result.commands.empty()) return std::unexpected(stepFailed(command, *built));
  if (!built->ok()) steps.note("a part of the build failed: " + stepFailed(command, *built).str());
  if (result.commands.empty()) return support::cannotRun("`{}` called no compiler that is found through PATH", command);
  return result;
}

} // namespace beagle::build
