#pragma once

#include "analysis/ir/program.h"
#include "analysis/support/error.h"

#include <string>

namespace beagle::pipeline {

/// The function that a name on the command line means, "" for `main` or the only one that there is: its index, or an
/// error that says what there is instead.
[[nodiscard]] support::Result<ir::FunctionIndex> findEntry(const ir::Program& program, const std::string& name);

} // namespace beagle::pipeline
