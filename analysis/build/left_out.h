#pragma once

#include "analysis/build/plan.h"

#include <optional>
#include <string>
#include <vector>

namespace beagle::build {

/// How a source that the build leaves out may well be compiled: as the nearest one of its language is, by folders.
/// `like`: rather as that one, where there is a command for it. Nothing: none is of its language.
[[nodiscard]] std::optional<CompileCommand> borrowedCommand(const std::vector<CompileCommand>& commands,
                                                            const std::string& file, const std::string& like = {});

} // namespace beagle::build
