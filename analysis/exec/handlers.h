#pragma once

#include "analysis/exec/machine.h"

namespace beagle::exec {

/// Executes one instruction. False: the run has ended, or has to ask; the instruction then counts as not executed.
using Handler = bool (*)(Machine& machine, const ir::Instruction& instruction);

/// The handler of an operation, from the tables of its family.
[[nodiscard]] Handler handlerOf(ir::Opcode op);

struct HandlerEntry {
  ir::Opcode op;
  Handler handler;
};
[[nodiscard]] std::span<const HandlerEntry> integerHandlers();
[[nodiscard]] std::span<const HandlerEntry> bitHandlers();
[[nodiscard]] std::span<const HandlerEntry> floatHandlers();
[[nodiscard]] std::span<const HandlerEntry> valueHandlers();
[[nodiscard]] std::span<const HandlerEntry> pointerHandlers();
[[nodiscard]] std::span<const HandlerEntry> memoryHandlers();
[[nodiscard]] std::span<const HandlerEntry> controlHandlers();
[[nodiscard]] std::span<const HandlerEntry> variadicHandlers();
[[nodiscard]] std::span<const HandlerEntry> exceptionHandlers();

} // namespace beagle::exec
