#pragma once

#include "analysis/pipeline/changes.h"

#include <string>

namespace beagle::pipeline {

/// What `beagle config` is asked to do.
struct ConfigOptions {
  enum class Action { Init, Validate, Explain, Schema, Reference } action = Action::Validate;
  std::string path = ".";
  std::string revision; ///< Validate, Explain: read from git instead of from disk; empty: from disk
  bool force = false;   ///< Init: overwrite
  bool json = false;    ///< Validate, Explain
};

struct ConfigAnswer {
  std::string text;                     ///< for standard output
  std::vector<support::Error> problems; ///< for the messages; empty when all is well
};

/// Answers, or says why it cannot. Mistakes in files are problems of the answer; with `json` they stand in
/// its text.
[[nodiscard]] support::Result<ConfigAnswer> runConfig(Env& env, const ConfigOptions& options);

} // namespace beagle::pipeline
