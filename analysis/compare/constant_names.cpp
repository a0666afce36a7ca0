#include "analysis/compare/constant_names.h"

namespace beagle::compare {

namespace {

bool isOwnConstant(const ir::Global& global) {
  return global.isInternal && global.isConstant && global.isDefined && global.unsupported.empty();
}

} // namespace

bool ConstantNames::isRenamed(bool isBase, ir::GlobalIndex index) const {
  const ir::Global& global = program(isBase).globals()[index];
  return isOwnConstant(global) && !global.isMergeable && !program(!isBase).findGlobal(global.name);
}

ConstantNames::By ConstantNames::of(bool isBase, ir::GlobalIndex index) const {
  const auto globals = program(isBase).globals();
  const ir::Global& global = globals[index];
  if (!isOwnConstant(global)) return By::Name;
  if (global.isMergeable) return By::Contents;
  if (!isRenamed(isBase, index)) return By::NameContents;
  for (ir::GlobalIndex i = 0; i < globals.size(); ++i)
    if (i != index && globals[i].size == global.size && globals[i].bytes == global.bytes && isRenamed(isBase, i))
      return By::NameContents;
  return By::Renamed;
}

bool ConstantNames::areAlike(ir::GlobalIndex base, ir::GlobalIndex head) const {
  const By old = of(true, base);
  if (old != of(false, head)) return false;
  return old == By::Contents || old == By::Renamed || base_.globals()[base].name == head_.globals()[head].name;
}

} // namespace beagle::compare
