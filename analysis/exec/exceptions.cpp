// What the code that clang makes does about exceptions. Who catches what, the C++ runtime knows: runtime/cxx.

#include "analysis/exec/handlers.h"
#include "analysis/exec/unwinding.h"

#include <utility>

namespace beagle::exec {

using ir::Instruction;
using ir::Opcode;

namespace {

bool landingPad(Machine& machine, const Instruction& i) {
  const auto [exception, selector] = std::exchange(machine.state().landing, {});
  machine.slot(i.d) = exception;
  machine.slot(i.d + 1) = selector;
  return true;
}

/// The cleanup is done.
bool resume(Machine& machine, const Instruction& i) {
  static const ir::CallSite site = [] {
    ir::CallSite withException;
    withException.arguments.emplace_back().type = {ir::ScalarKind::Pointer, 0, 64};
    return withException;
  }();
  const auto runtime = machine.program().find("_Unwind_Resume");
  if (!runtime) return machine.unsupported("an exception in a program without the C++ runtime");
  return machine.call(*runtime, site, 0, {{machine.slot(i.a)}});
}

bool typeIdFor(Machine& machine, const Instruction& i) {
  machine.slot(i.d) = selectorOf(machine.slot(i.a));
  return true;
}

constexpr std::array table = {
    HandlerEntry{Opcode::LandingPad, landingPad},
    HandlerEntry{Opcode::Resume, resume},
    HandlerEntry{Opcode::TypeIdFor, typeIdFor},
};

} // namespace

std::span<const HandlerEntry> exceptionHandlers() { return table; }

} // namespace beagle::exec
