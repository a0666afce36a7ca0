#pragma once

#include "analysis/ir/passed_values.h"
#include "analysis/pipeline/diff_subject.h"

#include <optional>
#include <vector>

namespace beagle::pipeline {

/// What the calls of a function pass that only its own file can call, in either version: by ir::Function::parameters of
/// both. Empty when it may be anything: others can call the function, its address is handed around, or the versions
/// have other parameters.
[[nodiscard]] std::vector<std::optional<ir::PassedValues>> passedArguments(const DiffSubject& subject,
                                                                           const DiffEntry& entry);

} // namespace beagle::pipeline
