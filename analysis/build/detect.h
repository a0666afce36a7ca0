#pragma once

#include "analysis/build/plan.h"

#include <string>
#include <string_view>
#include <vector>

namespace beagle::build {

/// One way in which a tree may be built.
struct BuildCandidate {
  Method method = Method::Plain;
  std::string file;    ///< what led to it, relative to the tree (or to the working folder); may be empty
  bool tracked = true; ///< the file belongs to the tree, and not to the user's working folder
  std::string why;     ///< for people: "CMakeLists.txt at the root"

  friend bool operator==(const BuildCandidate&, const BuildCandidate&) = default;
};

/// The ways to build, the preferred one first; the last is always Plain. Looks at names only: `tree` lists the
/// files of the version, `working` those compile databases that lie untracked in the user's working folder.
/// Both are relative paths.
[[nodiscard]] std::vector<BuildCandidate> detectBuilds(const std::vector<std::string>& tree,
                                                       const std::vector<std::string>& working);

/// True for "compile_commands.json" at the root or in a folder whose name begins with "build" or ends so.
[[nodiscard]] bool isDatabasePath(std::string_view path);

} // namespace beagle::build
