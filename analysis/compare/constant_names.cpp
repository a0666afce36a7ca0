#include "analysis/compare/constant_names.h"

namespace beagle::compare {

namespace {

bool isOwnConstant(const ir::Global& global) {
  return global.isInternal && global.isConstant && global.isDefined && global.unsupported.empty();
}

} // namespace

bool ConstantNames::has(Version& version, std::string_view name) {
  const auto globals = version.program->globals();
  if (version.globals.empty())
    for (ir::GlobalIndex i = 0; i < globals.size(); ++i) version.globals.emplace(globals[i].name, i);
  return version.globals.contains(name);
}

bool ConstantNames::isRenamed(bool isBase, ir::GlobalIndex index) {
  const ir::Global& global = version(isBase).program->globals()[index];
  return isOwnConstant(global) && !global.isMergeable && !has(version(!isBase), global.name);
}

ConstantNames::By ConstantNames::of(bool isBase, ir::GlobalIndex index) {
  const auto globals = version(isBase).program->globals();
  const ir::Global& global = globals[index];
  if (!isOwnConstant(global)) return By::Name;
  if (global.isMergeable) return By::Contents;
  if (!isRenamed(isBase, index)) return By::NameContents;
  for (ir::GlobalIndex i = 0; i < globals.size(); ++i)
    if (i != index && globals[i].size == global.size && globals[i].bytes == global.bytes && isRenamed(isBase, i))
      return By::NameContents;
  return By::Renamed;
}

bool ConstantNames::areAlike(ir::GlobalIndex base, ir::GlobalIndex head) {
  const By old = of(true, base);
  if (old != of(false, head)) return false;
  return old == By::Contents || old == By::Renamed ||
         version(true).program->globals()[base].name == version(false).program->globals()[head].name;
}

} // namespace beagle::compare
