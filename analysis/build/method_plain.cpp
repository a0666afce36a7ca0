#include "analysis/build/header_folders.h"
#include "analysis/build/methods.h"
#include "analysis/build/paths.h"
#include "analysis/support/files.h"
#include "analysis/support/text.h"

#include <algorithm>

namespace beagle::build {

MethodResult planPlain(BuildSteps& steps) {
  std::vector<std::string> flags{fmt::format("-I{}", sourceRoot)};
  const bool include =
      std::ranges::any_of(steps.tree(), [](const std::string& path) { return path.starts_with("include/"); });
  if (include) flags.push_back(fmt::format("-I{}/include", sourceRoot));
  // Behind those of the system: a folder that is only guessed hides none of its headers.
  const auto read = [&](const std::string& path) {
    return steps.read(support::joinPath(sourceRoot, path)).value_or(std::string());
  };
  for (const std::string& folder : headerFolders(steps.tree(), {"", "include"}, read))
    flags.insert(flags.end(), {"-idirafter", support::joinPath(sourceRoot, folder)});

  const auto& globs = steps.request().options.plainGlobs;
  MethodResult result;
  for (const std::string& path : steps.tree()) {
    const std::string_view ending = support::extension(path);
    if (!isSource(path) || ending == ".i" || ending == ".ii") continue;
    const bool wanted = globs.empty() || std::ranges::any_of(globs, [&](const std::string& glob) {
                          return support::matchesGlob(path, glob);
                        });
    if (wanted)
      result.commands.push_back({.directory = std::string(sourceRoot),
                                 .file = support::joinPath(sourceRoot, path),
                                 .arguments = flags,
                                 .cxx = ending != ".c",
                                 .dropped = {}});
  }
  return result;
}

} // namespace beagle::build
