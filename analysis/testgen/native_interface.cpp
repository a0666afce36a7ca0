#include "analysis/testgen/native_interface.h"

#include "analysis/ir/export.h"
#include "analysis/testgen/c_call.h"

#include <fmt/format.h>

#include <algorithm>

namespace beagle::testgen {

support::Result<NativeInterface> nativeInterface(const ir::Program& program, ir::FunctionIndex entry) {
  NativeInterface result;
  result.entry = program.functions()[entry].name;
  result.symbol = ir::exportedFunction(program, entry);
  result.shape = ir::callShape(program, entry);
  if (const std::string problem = unsupportedInC(result.shape); !problem.empty())
    return support::cannotRun("{} cannot be called natively: it has {}", program.functions()[entry].sourceName, problem);
  result.isMain = result.entry == "main";
  result.isCxx = std::ranges::any_of(program.functions(), [](const ir::FunctionInfo& function) {
    return !function.isRuntime && function.name.starts_with("_Z");
  });
  for (ir::GlobalIndex i = 0; i < program.globals().size(); ++i) {
    const ir::Global& global = program.globals()[i];
    // What the analysis has instead of a C library has no place in a native program.
    if (global.isRuntime || global.isConstant || global.size == 0 || global.isWeakReference) continue;
    std::string symbol = ir::exportedGlobal(program, i);
    if (symbol.empty()) continue;
    result.globalByName.emplace(global.name, result.globals.size());
    result.globals.push_back({global.name, std::move(symbol), global.size, global.isThreadLocal, global.isDefined});
  }
  return result;
}

} // namespace beagle::testgen
