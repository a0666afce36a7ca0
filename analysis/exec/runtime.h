#pragma once

#include "analysis/ir/archive.h"
#include "analysis/support/error.h"

#include <string>

namespace beagle::exec {

/// The C library that analysed programs are linked with: one unit for each source in runtime/, as
/// ir::Program::link takes them. What it lacks is a function without a body, which ends a path by name.
[[nodiscard]] support::Result<const ir::BitcodeArchive*> runtimeLibrary();

/// Whether a symbol that no unit of the program defines is known all the same: the library above has it, or the engine
/// itself does what it does.
[[nodiscard]] bool isProvided(const std::string& symbol);

} // namespace beagle::exec
