#pragma once

#include "analysis/ir/program.h"

#include <set>
#include <string>
#include <string_view>

namespace beagle::ir {

/// How units are made ready for being linked to code of ours.
struct ExportOptions {
  bool checkAddresses = false;    ///< marks every function for AddressSanitizer
  std::set<std::string> own = {}; ///< what else only the unit goes by (`ownSymbols`)
  /// Functions of libraries that the unit is to call by another name (`calledInstead`): the libraries call them, too.
  std::set<std::string> instead = {};
};

/// The unit's bitcode with all that only it can see made visible: internal functions and variables get the names
/// that `exportedFunction` and `exportedGlobal` say, and so do `main` and what is in `options.own`.
/// `unit` is the unit's number in the program; the bitcode may be another compilation of the same source.
[[nodiscard]] support::Result<std::string> exportSymbols(std::string_view bitcode, std::size_t unit,
                                                         const ExportOptions& options);

[[nodiscard]] std::string calledInstead(const std::string& function);

/// Of what a unit of the program defines for all: what all others take from another unit.
[[nodiscard]] std::set<std::string> ownSymbols(const Program& program, std::size_t unit);

/// The symbol that names a defined function of the program in its exported units.
[[nodiscard]] std::string exportedFunction(const Program& program, FunctionIndex function);
/// Of a global; of one that no unit defines, its own name. "" when nothing names it (a string literal).
[[nodiscard]] std::string exportedGlobal(const Program& program, GlobalIndex global);

} // namespace beagle::ir
