#pragma once

#include "analysis/build/units.h"
#include "analysis/change/program.h"
#include "analysis/ir/built_units.h"
#include "analysis/ir/symbol_index.h"
#include "analysis/pipeline/workbench.h"

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace beagle::pipeline {

/// One version on its way from units to facts.
struct BuiltVersion {
  build::Version version;
  std::unique_ptr<build::UnitSet> units;
  std::unique_ptr<ir::BuiltUnits> source; ///< for the index
  std::unique_ptr<ir::SymbolIndex> index;
  change::Program program;
  std::vector<build::CompiledUnit> compiled; ///< as in program.units
  std::vector<build::FailedUnit> failed;
  std::map<std::size_t, std::string> outlines; ///< texts by position in `compiled`
  change::RenamedFiles renamed;                ///< of base: what its files are called in head

  /// What a unit goes by in both versions: as in head, also where its file had another name before.
  [[nodiscard]] std::string nameOf(const build::Unit& unit) const;
  /// The number by which the index knows a unit of the program.
  [[nodiscard]] std::size_t numberOf(std::size_t unit) const;
};

/// Makes a version that was prepared ready to be compiled, unit by unit. All references outlive it, and it stays where
/// it is.
void openVersion(BuiltVersion& target, Env& env, Workbench& bench, build::VersionBuilder& builder,
                 build::Version version, unsigned jobs);

} // namespace beagle::pipeline
