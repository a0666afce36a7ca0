#pragma once

#include "analysis/ir/unit_facts.h"

#include <optional>
#include <string>
#include <vector>

namespace llvm {
class Function;
class GlobalVariable;
class Module;
} // namespace llvm

namespace beagle::ir {

/// What a unit has run before and after `main`, in order: functions that ask for it, and one step for each variable
/// whose value is computed then.
[[nodiscard]] std::vector<StartStep> startStepsOf(const llvm::Module& module);

/// The list of functions to run in which a variable is a row because of its section: the oldest way.
struct StartList {
  std::uint32_t priority = 0;
  bool isAtEnd = false;
};
[[nodiscard]] std::optional<StartList> startListOf(const llvm::GlobalVariable& variable);

/// What people call a function that the compiler made to be run at start-up; "" for all others.
[[nodiscard]] std::string startNameOf(const llvm::Function& function);

} // namespace beagle::ir
