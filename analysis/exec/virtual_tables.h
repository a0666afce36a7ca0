#pragma once

#include "analysis/ir/program.h"
#include "analysis/ir/source_types.h"

namespace beagle::exec {

/// The virtual table of a class; null: the program does not have it.
[[nodiscard]] const ir::Global* virtualTableOf(const ir::Program& program, const ir::SourceType& type);
/// Whether one of a table's functions is pure virtual.
[[nodiscard]] bool lacksFunction(const ir::Program& program, const ir::Global& table);

} // namespace beagle::exec
