#pragma once

#include "analysis/ir/source_types.h"
#include "analysis/ir/unit_closure.h"
#include "analysis/pipeline/built_version.h"
#include "analysis/pipeline/loading.h"
#include "analysis/pipeline/moved_lines.h"
#include "analysis/testgen/outcome.h"
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
  std::set<std::string> configured{};           ///< files of which the version has several units, linked or not
  /// Line numbers that its code has in place of others, which the project's build gives it.
  testgen::RenumberedLines renumbered{};
};

[[nodiscard]] support::Result<LinkedVersion> linkUnits(Units units, const ir::Likeness& likeness = {});

/// Gives what both versions have the same name in both: a function that only one version has to tell from another
/// unit's is told from it in both, and what only one asks of the C library, which may remember it, is there in both.
[[nodiscard]] support::Result<void> linkAlike(LinkedVersion& base, LinkedVersion& head);

/// Units of a version, by number.
using UnitNumbers = std::set<std::size_t>;

/// More units than this are not what a change, or a function, is about.
constexpr std::size_t mostUnits = 60;

/// The units that the entries reach, at most so many. What is left out because there is too much of it is said in
/// `notes`.
[[nodiscard]] support::Result<UnitNumbers> unitsReached(BuiltVersion& version,
                                                        const std::set<ir::FunctionPlace>& entries, std::size_t most,
                                                        std::vector<std::string>& notes);
/// Adds to each what only the other one has, where its version has that unit at all: a variable of the project is there
/// in both versions, also when only one reaches it.
void shareUnits(const BuiltVersion& base, UnitNumbers& baseUnits, const BuiltVersion& head, UnitNumbers& headUnits);

/// The units as one program. Those that do not compile are left out. The settings say of which functions the code is
/// not looked at. `moved`: of head, whose line numbers are then those of base; or null.
[[nodiscard]] support::Result<LinkedVersion> linkVersion(Env& env, BuiltVersion& version,
                                                         build::VersionBuilder& builder, const UnitNumbers& numbers,
                                                         const config::Configuration& settings, MovedLines* moved);

/// Where a function may be: in units whose source has its name, or in any, as macros make names.
enum class Search : std::uint8_t { WhereNamed, Everywhere };

/// Where functions of this name (linkage or source, and the unit or header with "name@file") are defined, as far as
/// that is easily found: in the units that were compiled first, then in those whose source seems to define it, then in
/// those that mention it, then, if wanted, in all others.
[[nodiscard]] support::Result<std::vector<ir::FunctionPlace>> functionsNamed(BuiltVersion& version,
                                                                             const std::string& name, Search search);

/// The function in a program that its unit is part of.
[[nodiscard]] std::optional<ir::FunctionIndex> functionAt(const BuiltVersion& version, const ir::Program& program,
                                                          const ir::FunctionPlace& place);

} // namespace beagle::pipeline
