#pragma once

#include "analysis/ir/program.h"

#include <optional>

namespace beagle::compare {

/// A computation whose operands may come in any order and grouping: sums, products, bits.
struct Gathering {
  ir::Opcode op = ir::Opcode::Add;
  std::uint16_t width = 0;
  friend bool operator==(const Gathering&, const Gathering&) = default;
};

/// A call after which its function does nothing but return: what the call returns, or that and one operand more, which
/// was known before.
struct TailCall {
  std::optional<Gathering> gathering;
  ir::SlotIndex operand = 0; ///< of the gathering
};
[[nodiscard]] std::optional<TailCall> tailCallAt(const ir::Function& function, std::uint32_t call);

/// What the function gathers in all its tail calls of itself; nothing when it does not, or several things.
[[nodiscard]] std::optional<Gathering> gatheringOf(const ir::Function& function, ir::FunctionIndex own);

} // namespace beagle::compare
