#include "analysis/pipeline/replay_paths.h"

#include "analysis/build/toolchain.h"
#include "analysis/build/workspace.h"
#include "analysis/testgen/driver.h"
#include "analysis/testgen/input_json.h"
#include "analysis/testgen/replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <span>

namespace beagle::pipeline {

using support::Result;
using testgen::Checks;
using testgen::ConcreteInput;
using testgen::End;
using testgen::NativeOutcome;

namespace {

Result<void> writeInputs(support::Files& files, const std::string& folder, const testgen::NativeInterface& interface,
                         const std::vector<PathRuns>& paths) {
  if (auto made = files.makeFolders(folder); !made) return made;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const ConcreteRun& run = paths[i].shown;
    const std::string stem = support::joinPath(folder, fmt::format("{:06}", i + 1));
    if (auto written = files.write(stem + ".json", inputJson(run.input, run.expected)); !written) return written;
    const auto driver = testgen::driverSource(interface, run.input, testgen::jumpTarget(run.expected));
    if (!driver) continue; // the input is there all the same
    if (auto written = files.write(stem + ".c", *driver); !written) return written;
  }
  return {};
}

/// The comparable runs of an exploration, natively.
class PathReplay {
public:
  PathReplay(Env& env, std::string jit, const ir::Program& program, const Units& units, ir::FunctionIndex entry,
             const std::vector<PathRuns>& paths)
      : env_(env), jit_(std::move(jit)), program_(program), units_(testgen::unitsAsAnalysed(units)), entry_(entry) {
    for (std::size_t i = 0; i < paths.size(); ++i) {
      add(i, paths[i].shown);
      if (paths[i].another) add(i, *paths[i].another);
    }
  }

  Result<report::ExploreReplay> run(testgen::NativeBuilder& builder) {
    if (auto done = compare(builder, Checks::None); !done) return std::unexpected(std::move(done.error()));
    if (auto done = compare(builder, Checks::Addresses); !done) return std::unexpected(std::move(done.error()));
    report::ExploreReplay result;
    std::map<std::string, std::uint64_t> reasons;
    for (Path& path : paths_) {
      if (path.mismatch) result.mismatches.push_back(std::move(*path.mismatch));
      else if (path.isCompared) ++result.agree;
      else ++reasons[path.incomparable];
    }
    result.notComparable.assign(reasons.begin(), reasons.end());
    return result;
  }

private:
  struct Path {
    bool isCompared = false;
    std::string incomparable;
    std::optional<report::ReplayMismatch> mismatch; ///< the first one
  };
  struct Job {
    std::size_t path = 0;
    const ConcreteRun* run = nullptr;
  };

  void add(std::size_t number, const ConcreteRun& run) {
    paths_.resize(number + 1);
    if (run.incomparable.empty()) {
      jobs_.push_back({number, &run});
      paths_[number].isCompared = true;
    } else {
      paths_[number].incomparable = run.incomparable;
    }
  }

  Result<void> compare(testgen::NativeBuilder& builder, Checks checks) {
    std::vector<Job> jobs;
    for (const Job& job : jobs_) // unchecked, a memory error does whatever it likes
      if (checks != Checks::None || job.run->expected.end != End::MemoryError) jobs.push_back(job);
    if (jobs.empty()) return {};
    if (checks == Checks::None && jobs.size() <= fewRuns && agreeInMemory(builder, jobs)) return {};
    const std::vector<ConcreteInput> all = inputsOf(jobs);
    auto native = builder.build(program_, units_, entry_, checks, testgen::functionsIn(all), env_.cancel);
    if (!native) return std::unexpected(std::move(native.error()));
    std::erase_if(jobs, [&](const Job& job) {
      Path& path = paths_[job.path];
      path.incomparable = native->obstacle(job.run->input);
      path.isCompared = path.isCompared && path.incomparable.empty();
      return !path.incomparable.empty();
    });
    constexpr std::size_t slice = 500;
    env_.progress.begin(checks == Checks::None ? "replaying" : "replaying with AddressSanitizer",
                        (jobs.size() + slice - 1) / slice);
    for (std::size_t from = 0; from < jobs.size(); from += slice) {
      const std::span some = std::span(jobs).subspan(from, std::min(slice, jobs.size() - from));
      auto outcomes = outcomesOf(*native, some);
      if (!outcomes) return std::unexpected(std::move(outcomes.error()));
      for (std::size_t i = 0; i < some.size(); ++i) note(some[i], (*outcomes)[i], checks);
      env_.progress.step();
    }
    env_.progress.finish();
    return {};
  }

  /// In the order of the jobs. Those that are not to end have about the time of one, together.
  Result<std::vector<NativeOutcome>> outcomesOf(const testgen::NativeProgram& native, std::span<const Job> jobs) {
    std::vector<NativeOutcome> all(jobs.size());
    for (const bool isEndless : {false, true}) {
      std::vector<std::size_t> places;
      std::vector<ConcreteInput> inputs;
      for (std::size_t i = 0; i < jobs.size(); ++i) {
        if ((jobs[i].run->expected.end == End::TimedOut) != isEndless) continue;
        places.push_back(i);
        inputs.push_back(jobs[i].run->input);
      }
      if (inputs.empty()) continue;
      testgen::RunOptions options;
      if (isEndless) options.timeout = std::max(leastWait, options.timeout / static_cast<std::int64_t>(inputs.size()));
      auto outcomes = native.run(inputs, options, env_.cancel);
      if (!outcomes) return outcomes;
      for (std::size_t i = 0; i < places.size(); ++i) all[places[i]] = std::move((*outcomes)[i]);
    }
    return all;
  }

  static std::vector<ConcreteInput> inputsOf(std::span<const Job> jobs) {
    std::vector<ConcreteInput> inputs;
    for (const Job& job : jobs) inputs.push_back(job.run->input);
    return inputs;
  }

  /// Whether all do what is expected of them, as far as that shows without an executable. Else one has to tell.
  bool agreeInMemory(testgen::NativeBuilder& builder, const std::vector<Job>& jobs) {
    const std::vector<ConcreteInput> inputs = inputsOf(jobs);
    const auto native = builder.load(jit_, program_, units_, entry_, testgen::functionsIn(inputs));
    if (!native) return false;
    for (const ConcreteInput& input : inputs)
      if (!native->obstacle(input).empty()) return false;
    const auto outcomes = outcomesOf(*native, jobs);
    return outcomes && std::ranges::equal(jobs, *outcomes, [](const Job& job, const NativeOutcome& outcome) {
             return disagreement(job.run->expected, outcome).empty();
           });
  }

  void note(const Job& job, const NativeOutcome& native, Checks checks) {
    // Without the checker, the run was compared, and with it functions may give something else: memcmp only a sign.
    if (native.isCheckersLimit || (checks != Checks::None && native.end == job.run->expected.end)) return;
    const std::string what = disagreement(job.run->expected, native);
    Path& path = paths_[job.path];
    if (what.empty() || path.mismatch) return;
    if (std::string why = unseenBecause(*job.run, native.end); !why.empty()) {
      path.isCompared = false;
      path.incomparable = std::move(why);
      return;
    }
    path.mismatch = {(checks == Checks::None ? "" : "with AddressSanitizer: ") + what, job.run->input.values};
  }

  static constexpr std::chrono::milliseconds leastWait{100};
  /// An executable is there later and runs each of them sooner.
  static constexpr std::size_t fewRuns = 100;

  Env& env_;
  std::string jit_;
  const ir::Program& program_;
  std::vector<testgen::NativeUnit> units_;
  ir::FunctionIndex entry_;
  std::vector<Path> paths_;
  std::vector<Job> jobs_;
};

} // namespace

Result<std::optional<report::ExploreReplay>> replayPaths(Env& env, const ReplayPathsOptions& options,
                                                         const ir::Program& program, const Units& units,
                                                         ir::FunctionIndex entry, const std::vector<PathRuns>& paths) {
  if (!options.inputs.empty()) {
    std::vector<ConcreteInput> inputs;
    for (const PathRuns& path : paths) inputs.push_back(path.shown.input);
    const auto interface = testgen::nativeInterface(program, entry, testgen::functionsIn(inputs));
    if (!interface) return std::unexpected(interface.error());
    if (auto written = writeInputs(env.files, options.inputs, *interface, paths); !written)
      return std::unexpected(std::move(written.error()));
  }
  if (!options.replay) return std::nullopt;
  const build::CacheRoot root = build::CacheRoot::open(env.cacheFolder, env.log);
  auto folder = build::RunFolder::make(root, env.log);
  if (!folder) return std::unexpected(std::move(folder.error()));
  auto sandbox = build::Sandbox::open(options.sandbox, env.processes, folder->path());
  if (!sandbox) return std::unexpected(std::move(sandbox.error()));
  if (auto started = sandbox->ready(); !started) return std::unexpected(std::move(started.error()));
  const std::string work = support::joinPath(folder->path(), "native");
  if (auto made = env.files.makeFolders(work); !made) return std::unexpected(std::move(made.error()));
  auto toolchain = build::Toolchain::find(env.files, env.programFolder);
  if (!toolchain) return std::unexpected(std::move(toolchain.error()));
  testgen::NativeBuilder builder(*sandbox, env.files, work, testgen::Compiler(toolchain->compiler));
  auto replay = PathReplay(env, toolchain->jit, program, units, entry, paths).run(builder);
  if (!replay) return std::unexpected(std::move(replay.error()));
  return std::optional(std::move(*replay));
}

} // namespace beagle::pipeline
