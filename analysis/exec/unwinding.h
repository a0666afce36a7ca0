#pragma once

#include "analysis/exec/value.h"

namespace beagle::exec {

/// What a landing pad gives beside the exception when it was caught by a clause with that type info (a
/// pointer; null: by any type). 0 is left for cleanups, and what is negative for filters.
[[nodiscard]] constexpr Value selectorOf(const Value& type) {
  constexpr std::uint64_t ofAll = 0x7FFFFFFF;
  return Value::concrete(type.object() == 0 ? ofAll : type.object());
}

} // namespace beagle::exec
