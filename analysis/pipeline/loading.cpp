#include "analysis/pipeline/loading.h"

#include "analysis/build/units.h"
#include "analysis/exec/runtime.h"
#include "analysis/pipeline/subject.h"
#include "analysis/pipeline/workbench.h"
#include "analysis/support/text.h"

namespace beagle::pipeline {

using support::Result;

namespace {

Result<Units> loadBitcode(const Env& env, const std::string& path) {
  auto content = env.files.read(path);
  if (!content) return std::unexpected(std::move(content.error()));
  auto module = ir::BitcodeModule::open(std::move(*content), path);
  if (!module) return std::unexpected(std::move(module.error()));
  return Units{std::make_shared<ir::BitcodeModule>(std::move(*module))};
}

/// Builds one version and takes the bitcode of all its units.
class Loading {
public:
  Loading(Env& env, const LoadOptions& options) : env_(env), options_(options) {}

  Result<Units> load(const std::string& path) {
    if (!env_.files.exists(path)) return support::usageError("{}: no such file or folder", path);
    auto bench = Workbench::open(env_, options_.sandbox, options_.cacheLimit);
    if (!bench) return std::unexpected(std::move(bench.error()));
    Workbench& at = **bench;
    ChangesOptions changes;
    changes.what = {path, path};
    auto subject = openSubject(env_, changes, at.folder.path());
    if (!subject) return std::unexpected(std::move(subject.error()));
    build::VersionBuilder builder(subject->repository, at.sandbox, at.store, at.toolchain, env_.files, env_.log, env_.progress,
                                  {.plan = options_.plan, .submodules = false, .scratchFolder = at.folder.path()});
    auto version = builder.prepare(subject->pair.head, subject->headFolder, {}, env_.cancel);
    if (!version) return support::within(version, fmt::format("building {}", path));
    build::UnitSet units(*version, builder, at.sandbox, at.store, at.toolchain, env_.files, env_.progress, at.folder.path(),
                         options_.jobs);
    return compile(units, path);
  }

private:
  Result<Units> compile(build::UnitSet& units, const std::string& path) const {
    auto outcome = units.compile(units.units(), env_.cancel);
    if (!outcome) return std::unexpected(std::move(outcome.error()));
    if (!outcome->failed.empty())
      return support::cannotRun("{} does not compile: {}", path, outcome->failed.front().firstError);
    if (outcome->compiled.empty()) return support::cannotRun("{}: there is nothing to compile", path);
    Units modules;
    for (const build::CompiledUnit& unit : outcome->compiled) {
      auto bitcode = units.bitcodeOf(unit);
      if (!bitcode) return std::unexpected(std::move(bitcode.error()));
      auto module = ir::BitcodeModule::open(std::move(*bitcode), unit.unit.id);
      if (!module) return std::unexpected(std::move(module.error()));
      modules.push_back(std::make_shared<ir::BitcodeModule>(std::move(*module)));
    }
    return modules;
  }

  Env& env_;
  const LoadOptions& options_;
};

} // namespace

Result<std::vector<Units>> loadUnits(Env& env, const std::vector<std::string>& paths, const LoadOptions& options) {
  std::vector<Units> all;
  for (const std::string& path : paths) {
    auto units = path.ends_with(".bc") ? loadBitcode(env, path) : Loading(env, options).load(path);
    if (!units) return std::unexpected(std::move(units.error()));
    all.push_back(std::move(*units));
  }
  return all;
}

Result<std::shared_ptr<const ir::Program>> linkProgram(const Units& units) {
  const auto runtime = exec::openRuntime();
  if (!runtime) return std::unexpected(runtime.error());
  return ir::Program::link(units, *runtime);
}

} // namespace beagle::pipeline
