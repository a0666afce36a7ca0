#include "analysis/pipeline/loading.h"

#include "analysis/exec/runtime.h"

namespace beagle::pipeline {

using support::Result;

Result<std::shared_ptr<ir::BitcodeModule>> loadBitcode(const Env& env, const std::string& path) {
  auto content = env.files.read(path);
  if (!content) return std::unexpected(std::move(content.error()));
  auto module = ir::BitcodeModule::open(std::move(*content), path);
  if (!module) return std::unexpected(std::move(module.error()));
  return std::make_shared<ir::BitcodeModule>(std::move(*module));
}

Result<std::shared_ptr<const ir::Program>> linkProgram(const Units& units, const ir::Likeness& likeness) {
  const auto runtime = exec::runtimeLibrary();
  if (!runtime) return std::unexpected(runtime.error());
  return ir::Program::link(units, *runtime, likeness);
}

} // namespace beagle::pipeline
