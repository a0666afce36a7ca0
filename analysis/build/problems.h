#pragma once

#include "analysis/support/error.h"
#include "analysis/support/process.h"

#include <string>
#include <string_view>
#include <vector>

namespace beagle::build {

/// An error message found in the output of a build.
struct Problem {
  support::SourcePosition position; ///< relative to the tree, where it says one
  std::string message;

  [[nodiscard]] std::string str() const;
};

/// The first errors that compilers, CMake, Meson, configure scripts, make or linkers report in a text.
[[nodiscard]] std::vector<Problem> problemsIn(std::string_view text, std::size_t atMost = 3);

/// The error for a build step that did not succeed: the command, how it ended, its first errors, and the limit
/// that it hit. `command` is as a person would type it.
[[nodiscard]] support::Error stepFailed(std::string_view command, const support::ProcessResult& result);

} // namespace beagle::build
