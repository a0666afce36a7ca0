#pragma once

#include "analysis/build/build_steps.h"
#include "analysis/build/flags.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace beagle::build {

/// Records the compiler calls of build steps: beagle-record stands first in PATH under every compiler's name.
class Recording {
public:
  [[nodiscard]] static support::Result<Recording> open(BuildSteps& steps);

  /// Compilers are found through the recorder but nothing is recorded: for configure scripts, so that what they
  /// write into makefiles leads to the recorder too.
  [[nodiscard]] BuildSteps::Step quiet(BuildSteps::Step step) const;
  /// Calls are recorded. `fast`: object files are made as quickly as the compiler can.
  [[nodiscard]] BuildSteps::Step recorded(BuildSteps::Step step, bool fast) const;

  /// What was recorded so far, in the order of the calls.
  [[nodiscard]] std::vector<CompileCommand> commands(BuildSteps& steps) const;

private:
  explicit Recording(std::shared_ptr<const std::string> folder) : folder_(std::move(folder)) {}

  [[nodiscard]] Bind bind() const;

  std::shared_ptr<const std::string> folder_;    ///< removed with the last copy
  std::map<std::string, std::string> compilers_; ///< by the names they are called by
};

} // namespace beagle::build
