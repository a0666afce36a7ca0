#pragma once

#include "analysis/compare/entry_comparison.h"
#include "analysis/pipeline/changes.h"
#include "analysis/pipeline/subject.h"

#include <set>
#include <string>
#include <vector>

namespace beagle::pipeline {

/// The options with what `.beagle.yml` says filled in, except where the command line says something else.
[[nodiscard]] support::Result<ChangesOptions> withSettings(const Env& env, ChangesOptions options,
                                                           const Subject& subject);

/// Bounds and order for an entry in a file, except for those options that were given on the command line.
void applySettings(const config::Settings& settings, const std::set<std::string>& given,
                   compare::CompareOptions& options);

/// For the notes of a report of `diff`: what was written for these files and has no influence on it. Empty
/// when nothing was.
[[nodiscard]] std::string unusedSettings(const config::Configuration& settings, const std::set<std::string>& files);

} // namespace beagle::pipeline
