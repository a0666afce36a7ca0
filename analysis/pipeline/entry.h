#pragma once

#include "analysis/ir/program.h"
#include "analysis/support/error.h"

#include <string>
#include <vector>

namespace beagle::pipeline {

/// The function that a name on the command line means, "" for `main` or the only one that there is: its index, or an
/// error that says what there is instead.
[[nodiscard]] support::Result<ir::FunctionIndex> findEntry(const ir::Program& program, const std::string& name);

/// No function has the name, which is "" when nobody said one.
[[nodiscard]] std::unexpected<support::Error> noSuchEntry(const std::string& name,
                                                          const std::vector<std::string>& names);
/// Several functions have the name. `choices`: what tells them apart.
[[nodiscard]] std::unexpected<support::Error> severalEntries(const std::string& name,
                                                             const std::vector<std::string>& choices);

} // namespace beagle::pipeline
