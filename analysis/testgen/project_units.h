#pragma once

#include "analysis/build/plan.h"
#include "analysis/testgen/replay.h"

#include <span>
#include <vector>

namespace beagle::testgen {

/// What the project's own compilation of a version needs.
struct ProjectSource {
  std::vector<build::Bind> binds;              ///< under which its compile commands hold (build/planner.h)
  std::vector<build::CompileCommand> commands; ///< in the order in which the program was linked from the units
};

/// The units as the project compiles them, with its own options and level of optimisation, and with
/// AddressSanitizer and UndefinedBehaviorSanitizer: for `Checks::Own`. What they do differently from the bitcode that
/// was analysed rests on the compiler and its options. (Replay B of the design.) `scratch` is a folder for what is
/// made on the way.
[[nodiscard]] support::Result<std::vector<NativeUnit>>
unitsAsBuilt(const build::Sandbox& sandbox, support::Files& files, const std::string& scratch,
             const ProjectSource& source, const Compiler& compiler = {}, const support::CancelToken& cancel = {});

} // namespace beagle::testgen
