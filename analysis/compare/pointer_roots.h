#pragma once

#include "analysis/ir/flow.h"

#include <compare>
#include <optional>
#include <set>

namespace beagle::compare {

/// What a pointer leads to a part of.
struct PointerRoot {
  enum class Kind : std::uint8_t { Parameter, Local, Global } kind = Kind::Parameter;
  std::uint64_t number = 0; ///< of the parameter, of the instruction that allocates, of the global
  friend auto operator<=>(const PointerRoot&, const PointerRoot&) = default;
};

/// Whether the instruction gives a part of what its first operand leads to.
[[nodiscard]] bool movesPointer(ir::Opcode op);

/// Where the pointers of a function come from, as far as its code shows.
class PointerRoots {
public:
  /// Both outlive it.
  PointerRoots(const ir::Function& function, const ir::Flow& flow) : function_(function), flow_(flow) {}

  /// Of the pointer in the slot when the instruction `at` is the next one.
  [[nodiscard]] std::optional<PointerRoot> before(std::uint32_t at, ir::SlotIndex slot) const;
  /// The same whatever was written to the slot last.
  [[nodiscard]] std::optional<PointerRoot> always(ir::SlotIndex slot) const;
  /// Whether nothing is reached through both, or the program has no meaning.
  [[nodiscard]] bool areApart(const PointerRoot& a, const PointerRoot& b) const;
  /// The instruction in the same block that the slot has its value from.
  [[nodiscard]] const ir::Instruction* writerOf(std::uint32_t at, ir::SlotIndex slot) const;

private:
  [[nodiscard]] std::optional<PointerRoot> always(ir::SlotIndex slot, std::set<ir::SlotIndex>& seen) const;
  [[nodiscard]] bool isRestrict(const PointerRoot& root) const;

  const ir::Function& function_;
  const ir::Flow& flow_;
};

} // namespace beagle::compare
