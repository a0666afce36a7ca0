#include "analysis/pipeline/built_version.h"

#include <algorithm>

namespace beagle::pipeline {

std::string BuiltVersion::nameOf(const build::Unit& unit) const {
  const auto now = renamed.find(unit.file);
  return now == renamed.end() ? unit.id : now->second + unit.id.substr(unit.file.size());
}

std::size_t BuiltVersion::numberOf(std::size_t unit) const {
  const std::vector<build::Unit>& all = units->units();
  const auto same = std::ranges::find(all, compiled[unit].unit.command, &build::Unit::command);
  return static_cast<std::size_t>(same - all.begin());
}

void openVersion(BuiltVersion& target, Env& env, Workbench& bench, build::VersionBuilder& builder,
                 build::Version version, unsigned jobs) {
  target.version = std::move(version);
  target.units = std::make_unique<build::UnitSet>(target.version, builder, bench.sandbox, bench.store, bench.toolchain,
                                                  env.files, env.progress, bench.folder.path(), jobs);
  target.source = std::make_unique<ir::BuiltUnits>(*target.units, env.cancel);
  target.index = std::make_unique<ir::SymbolIndex>(*target.source);
}

} // namespace beagle::pipeline
