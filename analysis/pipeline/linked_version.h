#pragma once

#include "analysis/ir/source_types.h"
#include "analysis/ir/unit_closure.h"
#include "analysis/pipeline/changes_run.h"
#include "analysis/pipeline/loading.h"
#include "analysis/testgen/project_units.h"

#include <memory>
#include <optional>
#include <set>

namespace beagle::pipeline {

/// A version as the engine runs it.
struct LinkedVersion {
  Units units;
  std::shared_ptr<const ir::Program> program;
  std::unique_ptr<ir::SourceTypes> types;
  std::optional<testgen::ProjectSource> source; ///< how the project compiles the units; nothing for a bitcode file
};

[[nodiscard]] support::Result<LinkedVersion> linkUnits(Units units);

/// The units that the entries reach, as one program. What is left out because there is too much of it is said in `notes`.
[[nodiscard]] support::Result<LinkedVersion> linkReached(Env& env, ChangesRun& run, bool isBase,
                                                         const std::set<ir::FunctionPlace>& entries,
                                                         std::vector<std::string>& notes);

/// Where a function of this name (linkage or source) is defined; nothing when no unit that is easily found defines it.
[[nodiscard]] support::Result<std::optional<ir::FunctionPlace>> findFunction(BuiltVersion& version, const std::string& name);

/// The function in a program that its unit is part of.
[[nodiscard]] std::optional<ir::FunctionIndex> functionAt(const BuiltVersion& version, const ir::Program& program,
                                                          const ir::FunctionPlace& place);

} // namespace beagle::pipeline
