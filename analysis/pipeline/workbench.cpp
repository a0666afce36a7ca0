#include "analysis/pipeline/workbench.h"

namespace beagle::pipeline {

support::Result<std::unique_ptr<Workbench>> Workbench::open(Env& env, build::SandboxMode mode,
                                                            std::uint64_t cacheLimit) {
  build::CacheRoot root = build::CacheRoot::open(env.cacheFolder, env.log);
  auto folder = build::RunFolder::make(root, env.log);
  if (!folder) return std::unexpected(std::move(folder.error()));
  auto sandbox = build::Sandbox::open(mode, env.processes, folder->path());
  if (!sandbox) return std::unexpected(std::move(sandbox.error()));
  auto toolchain = build::Toolchain::find(env.files, env.programFolder);
  if (!toolchain) return std::unexpected(std::move(toolchain.error()));
  return std::unique_ptr<Workbench>(new Workbench{root, std::move(*folder),
                                                  build::Store(root.folder(), env.log, {.sizeLimit = cacheLimit}),
                                                  std::move(*sandbox), std::move(*toolchain)});
}

} // namespace beagle::pipeline
