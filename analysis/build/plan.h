#pragma once

#include "analysis/support/error.h"
#include "analysis/support/files.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace beagle::build {

/// How a version's compile commands were found.
enum class Method { Database, CMake, Meson, Make, Command, Plain };

[[nodiscard]] std::string_view nameOf(Method method); ///< "database", "cmake", ... as on the command line

/// One compiler call of the project, in terms of Clang 19. Paths are as seen while building (paths.h).
struct CompileCommand {
  std::string directory;              ///< working directory
  std::string file;                   ///< the source, absolute and normal
  std::vector<std::string> arguments; ///< options only: no program, source, output, -c or dependency options
  bool cxx = false;                   ///< which driver called it: C++ or C
  std::vector<std::string> dropped;   ///< options that Clang 19 does not know and that were left out
  std::string borrowedFrom = {};      ///< the source whose command it is, where the build compiles no such file

  friend bool operator==(const CompileCommand&, const CompileCommand&) = default;
};

/// A folder from outside the tree that compile commands refer to; mounted read-only.
struct Mount {
  std::string outside;
  std::string inside;

  friend bool operator==(const Mount&, const Mount&) = default;
};

/// All that is needed to compile any unit of one version.
struct BuildPlan {
  Method method = Method::Plain;
  std::string why;                      ///< what led to the method, for people: "CMakeLists.txt at the root"
  std::string failure = {};             ///< why it is Plain though there is a makefile; empty: it is not
  std::vector<CompileCommand> commands; ///< in the project's order; a file may stand several times
  std::vector<Mount> mounts;
  std::vector<std::string> notes; ///< what a reader of the result should know
  // On the user's disk, where all changes without a commit:
  std::vector<std::string> lookedFor;     ///< folders that are mounted, or would be if they were there
  std::vector<std::string> headerFolders; ///< of the working folder, whose untracked headers are copied
  std::string taken;                      ///< identifies what was found of these, without what is in mounts
  /// Headers that were copied from there, as each was just before; of a plan that was just made.
  std::map<std::string, support::FileStatus> copied;

  friend bool operator==(const BuildPlan&, const BuildPlan&) = default;
};

[[nodiscard]] std::string toJson(const BuildPlan& plan);
[[nodiscard]] support::Result<BuildPlan> planFromJson(std::string_view text);

} // namespace beagle::build
