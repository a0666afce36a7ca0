#pragma once

#include <llvm/IR/Module.h>

#include <expected>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace beagle::testgen {

/// What runs before the entry, or after it, in the order in which it does.
struct StartAndEnd {
  std::vector<std::string> start, end;
};

/// A symbol that no module defines.
struct Undefined {
  bool isFunction = true;
  bool isThreadLocal = false;
  std::uint64_t size = 0; ///< of a variable
};

/// What stays of the modules.
struct Reached {
  StartAndEnd run;
  std::map<std::string, Undefined> undefined; ///< those that only may be there (weak ones) are left out
  std::vector<std::string> own;               ///< symbols that the modules define for all, also for libraries
};

/// Leaves in each module what `root` and whatever runs at start-up and at the end lead to, as a linker would choose
/// among several definitions, and makes declarations of all else. Functions are read when they are reached. An error
/// names what only a linker can do.
[[nodiscard]] std::expected<Reached, std::string> keepReached(const std::vector<std::unique_ptr<llvm::Module>>& modules,
                                                              const std::string& root);

} // namespace beagle::testgen
