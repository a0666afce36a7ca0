#pragma once

#include "analysis/build/repository.h"
#include "analysis/pipeline/changes.h"

namespace beagle::pipeline {

/// The two versions that the user asked for and where they come from.
struct Subject {
  build::Repository repository;
  build::RevisionPair pair;
  /// The folders that a compile database may talk of, one per version; empty where there is none.
  std::string baseFolder, headFolder;
  std::vector<std::string> flags = {}; ///< with which it is compiled, beside the project's
};

/// Understands nothing, a range, two revisions, two files, two folders.
[[nodiscard]] support::Result<Subject> openSubject(const Env& env, const ChangesOptions& options,
                                                   const std::string& runFolder);

} // namespace beagle::pipeline
