#pragma once

#include "analysis/exec/harness.h"

#include <optional>

namespace beagle::exec {

/// What is in a string or a vector when a run has ended: that many elements, one behind the other. What room there is
/// for more is nobody's business.
struct HeldElements {
  ObjectId object = 0; ///< 0: none has ever been there
  std::uint64_t offset = 0;
  ir::TypeIndex element = ir::none;
  std::uint64_t step = 0;
  Value size; ///< of 64 bits
  std::uint64_t most = 0;
};

/// Of the one that stands at the offset of an object. Nothing when it is none as it has to be. The machine is attached
/// to the state.
[[nodiscard]] std::optional<HeldElements> heldElements(Machine& machine, const Harness& harness, const State& state,
                                                       ir::TypeIndex type, ObjectId object, std::uint64_t offset);

} // namespace beagle::exec
