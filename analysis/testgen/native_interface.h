#pragma once

#include "analysis/ir/call_shape.h"
#include "analysis/ir/program.h"
#include "analysis/testgen/concrete_input.h"

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace beagle::testgen {

/// Functions that inputs speak of.
struct FunctionNames {
  std::set<std::string> outside;  ///< without code: the inputs say what their calls do
  std::set<std::string> targets;  ///< whose addresses stand in the inputs
  std::set<std::string> globals;  ///< no functions: variables whose addresses stand there
  std::set<std::string> leftOut;  ///< not run before `main`
  bool countsAllocations = false; ///< one fails, or what is left of them is wanted
};
[[nodiscard]] FunctionNames functionsIn(std::span<const ConcreteInput> inputs);

/// What C code has to know of a version to call one of its functions.
struct NativeInterface {
  struct Global {
    std::string name;   ///< the program's
    std::string symbol; ///< the linker's, in exported units (ir/export.h)
    std::uint64_t size = 0;
    bool isThreadLocal = false;
    bool isDefined = true;
  };

  std::string entry;  ///< the program's name
  std::string symbol; ///< the linker's
  ir::CallShape shape;
  bool isCxx = false;          ///< C++ is part of the program: it is linked as such, and the entry may throw
  bool isMain = false;         ///< the entry is the program's: when it has returned, what is registered is called
  std::vector<Global> globals; ///< that a run may change
  std::map<std::string, std::size_t> globalByName;
  struct Function {
    std::string name;
    std::string symbol;
    bool isOutside = false; ///< no function of the program
  };
  std::vector<Function> functions; ///< whose addresses the inputs hold
  std::map<std::string, std::size_t> functionByName;
};

/// With the functions and constants whose addresses are wanted. An error when C cannot express the call.
[[nodiscard]] support::Result<NativeInterface> nativeInterface(const ir::Program& program, ir::FunctionIndex entry,
                                                               const FunctionNames& names = {});

} // namespace beagle::testgen
