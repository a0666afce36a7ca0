#include "analysis/testgen/native_interface.h"

#include "analysis/ir/export.h"
#include "analysis/testgen/c_call.h"

#include <fmt/format.h>

#include <algorithm>

namespace beagle::testgen {

namespace {

void addTarget(FunctionNames& names, const Target& target) {
  if (target.kind == Target::Kind::Function) names.targets.insert(target.name);
  if (target.kind == Target::Kind::Global) names.globals.insert(target.name);
}

void addTargets(FunctionNames& names, const Image& image) {
  for (const Pointer& pointer : image.pointers) addTarget(names, pointer.target);
}

void addTargets(FunctionNames& names, const Scalar& scalar) {
  if (scalar.pointer) addTarget(names, *scalar.pointer);
}

} // namespace

FunctionNames functionsIn(std::span<const ConcreteInput> inputs) {
  FunctionNames names;
  for (const ConcreteInput& input : inputs) {
    for (const Argument& argument : input.arguments) addTargets(names, argument.value);
    for (const InputObject& object : input.objects) addTargets(names, object.image);
    for (const GlobalValue& global : input.globals) addTargets(names, global.image);
    names.countsAllocations |=
        input.failingAllocation != 0 || std::ranges::find(input.library, blocksPart) != input.library.end();
    names.outside.insert(input.startCalls.begin(), input.startCalls.end());
    names.leftOut.insert(input.leftOut.begin(), input.leftOut.end());
    for (const OutsideCall& call : input.calls) {
      names.outside.insert(call.symbol);
      for (const Scalar& result : call.results) addTargets(names, result);
      for (const OutsideCall::Write& write : call.writes) addTargets(names, write.image);
    }
  }
  return names;
}

support::Result<NativeInterface> nativeInterface(const ir::Program& program, ir::FunctionIndex entry,
                                                 const FunctionNames& names) {
  NativeInterface result;
  result.entry = program.functions()[entry].name;
  result.symbol = ir::exportedFunction(program, entry);
  result.shape = ir::callShape(program, entry);
  if (const std::string problem = unsupportedInC(result.shape); !problem.empty())
    return support::cannotRun("{} cannot be called natively: it has {}", program.functions()[entry].sourceName,
                              problem);
  result.isMain = program.functions()[entry].isMain;
  result.isCxx = std::ranges::any_of(program.functions(), [](const ir::FunctionInfo& function) {
    return !function.isRuntime && function.name.starts_with("_Z");
  });
  for (ir::GlobalIndex i = 0; i < program.globals().size(); ++i) {
    const ir::Global& global = program.globals()[i];
    // What the analysis has instead of a C library has no place in a native program.
    if (global.isRuntime || (global.isFixed() && !names.globals.contains(global.name)) || global.size == 0 ||
        global.isWeakReference)
      continue;
    std::string symbol = ir::exportedGlobal(program, i);
    if (symbol.empty()) continue;
    result.globalByName.emplace(global.name, result.globals.size());
    result.globals.push_back({global.name, std::move(symbol), global.size, global.isThreadLocal, global.isDefined});
  }
  for (const std::string& name : names.targets) {
    const auto function = program.find(name);
    const bool isExported = function && !program.functions()[*function].isRuntime;
    result.functionByName.emplace(name, result.functions.size());
    result.functions.push_back({name, isExported ? ir::exportedFunction(program, *function) : name, !function});
  }
  return result;
}

} // namespace beagle::testgen
