#include "analysis/build/toolchain.h"

#include "analysis/build/folder_files.h"
#include "analysis/support/digest.h"

namespace beagle::build {

support::Result<Toolchain> Toolchain::find(const support::Files& files, const std::string& programFolder) {
  Toolchain toolchain{support::joinPath(programFolder, "beagle-cc"),
                      support::joinPath(programFolder, "beagle-record"),
                      support::joinPath(programFolder, "beagle-jit"),
                      {}};
  for (const std::string& program : {toolchain.compiler, toolchain.recorder, toolchain.jit})
    if (!files.exists(program))
      return support::cannotRun("{}: this part of Beagle is missing; install or build Beagle again", program);
  support::Digest digest;
  // Debian's package list changes with every installed header; the others catch what comes past it.
  for (const std::string& path : {toolchain.compiler, toolchain.recorder, std::string("/var/lib/dpkg/status"),
                                  std::string("/usr/include"), std::string("/usr/lib/llvm-19/lib")}) {
    const auto status = files.status(path);
    digest.add(path).add(status ? status->size : 0).add(static_cast<std::uint64_t>(status ? status->modifiedNs : 0));
  }
  digest.add(stampOf(files, "/usr/local/include"));
  toolchain.stamp = digest.hex();
  return toolchain;
}

} // namespace beagle::build
