#pragma once

#include "analysis/build/build_steps.h"
#include "analysis/build/detect.h"
#include "analysis/build/flags.h"

#include <vector>

namespace beagle::build {

/// What a method found; files and order are tidied up by planBuild.
struct MethodResult {
  std::vector<CompileCommand> commands;
  std::vector<Mount> mounts;
  std::vector<std::string> lookedFor, headerFolders; ///< as in BuildPlan
  std::map<std::string, support::FileStatus> copied; ///< as in BuildPlan
  std::string failure = {};                          ///< why nothing is compiled here; empty: something is
};

[[nodiscard]] support::Result<MethodResult> planFromDatabase(BuildSteps& steps, const BuildCandidate& candidate);
[[nodiscard]] support::Result<MethodResult> planWithCMake(BuildSteps& steps, const BuildCandidate& candidate);
[[nodiscard]] support::Result<MethodResult> planWithMeson(BuildSteps& steps, const BuildCandidate& candidate);
[[nodiscard]] support::Result<MethodResult> planWithMake(BuildSteps& steps, const BuildCandidate& candidate);
[[nodiscard]] support::Result<MethodResult> planWithCommand(BuildSteps& steps);
[[nodiscard]] MethodResult planPlain(BuildSteps& steps);

/// The units of database entries whose paths are inside ones. Entries whose compiler is not known by its name
/// count as calls of a compiler that understands GCC's options: a database lists nothing else.
[[nodiscard]] std::vector<CompileCommand> commandsOfDatabase(BuildSteps& steps, std::string_view text,
                                                             const std::string& name);

} // namespace beagle::build
