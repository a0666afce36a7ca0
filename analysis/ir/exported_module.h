#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace llvm {
class GlobalValue;
class Module;
} // namespace llvm

namespace beagle::ir {

/// How units are made ready for being linked to code of ours.
struct ExportOptions {
  bool checkAddresses = false;                   ///< marks every function for AddressSanitizer
  std::map<std::string, std::size_t> apart = {}; ///< names that mean what another unit has (`symbolsApart`)
  /// Functions of libraries that the unit is to call by another name (`calledInstead`): the libraries call them, too.
  std::set<std::string> instead = {};
  std::set<std::string> leftOut = {}; ///< what is not run before `main`, by its exported name
  /// Of `countedAllocators`, those that are called by the names that the runner has for them.
  std::set<std::string> counted = {};
};

/// `malloc` and the like, and what they are called where they are counted (testgen/runner/sizes.c).
constexpr std::array countedAllocators{
    std::pair{"malloc", "beagle_malloc"},       std::pair{"calloc", "beagle_calloc"},
    std::pair{"realloc", "beagle_realloc"},     std::pair{"free", "beagle_free"},
    std::pair{"strdup", "beagle_strdup"},       std::pair{"strndup", "beagle_strndup"},
    std::pair{"_Znwm", "beagle_new"},           std::pair{"_Znam", "beagle_new_array"},
    std::pair{"_ZdlPv", "beagle_delete"},       std::pair{"_ZdlPvm", "beagle_delete_sized"},
    std::pair{"_ZdaPv", "beagle_delete_array"}, std::pair{"_ZdaPvm", "beagle_delete_array_sized"}};

[[nodiscard]] std::string calledInstead(const std::string& function);

/// Makes all visible that only the unit can see: internal functions and variables, `main` and what is in
/// `options.apart` get `exportedName`s. `unit` is the unit's number in the program. Functions need not have been read.
void exportModule(llvm::Module& module, std::size_t unit, const ExportOptions& options);

[[nodiscard]] std::string exportedName(const llvm::GlobalValue& value, std::size_t unit, bool isApart);
/// Whether anything names it.
[[nodiscard]] bool isExported(const llvm::GlobalValue& value);

} // namespace beagle::ir
