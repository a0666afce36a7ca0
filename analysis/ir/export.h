#pragma once

#include "analysis/ir/exported_module.h"
#include "analysis/ir/program.h"

#include <map>
#include <string>
#include <string_view>

namespace beagle::ir {

/// The unit's bitcode after `exportModule`: what was only its own has the names that `exportedFunction` and
/// `exportedGlobal` say. The bitcode may be another compilation of the same source.
[[nodiscard]] support::Result<std::string> exportSymbols(std::string_view bitcode, std::size_t unit,
                                                         const ExportOptions& options);

/// Names in a unit of the program that mean something else there than for most: the number of the unit that has it.
[[nodiscard]] std::map<std::string, std::size_t> symbolsApart(const Program& program, std::size_t unit);

/// The symbol that names a defined function of the program in its exported units.
[[nodiscard]] std::string exportedFunction(const Program& program, FunctionIndex function);
/// Of a global; of one that no unit defines, its own name. "" when nothing names it (a string literal).
[[nodiscard]] std::string exportedGlobal(const Program& program, GlobalIndex global);

} // namespace beagle::ir
