#pragma once

#include "analysis/support/error.h"
#include "test/oracle/prelude/outcome.h"
#include "test/oracle/program.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace beagle::oracle {

using Outcome = oracle_outcome;

/// Where things are: the compiler, the headers of generated programs, a folder for files.
struct Tools {
  std::string compiler;
  std::string prelude;
  std::string folder;
  unsigned seconds = 120; ///< that the native runs may take
};

/// Outcomes by program and input: `outcomes[program][input]`.
using Outcomes = std::vector<std::vector<Outcome>>;

/// Compiles the programs and runs each on every input, in a process of their own. An error is our bug, in the
/// generator or in the headers.
[[nodiscard]] support::Result<Outcomes> runNatively(const Tools& tools, const std::vector<GeneratedProgram>& programs);

/// Compiles to the bitcode that the engine reads; the path of the file.
[[nodiscard]] support::Result<std::string> compileBitcode(const Tools& tools,
                                                          const std::vector<GeneratedProgram>& programs);

} // namespace beagle::oracle
