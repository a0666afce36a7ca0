#pragma once

#include "analysis/ir/bitcode.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace beagle::ir {

/// What all calls of a function pass for one of its parameters.
struct PassedValues {
  std::vector<std::uint64_t> values; ///< all there are, ascending, if they are few; empty: those of the range
  std::uint64_t first = 0, last = 0; ///< of the parameter's bits; it may go through zero: `last` is below `first` then
  bool isNeverNull = false;          ///< of a pointer, and all that is known
  friend bool operator==(const PassedValues&, const PassedValues&) = default;
};

/// For each parameter of a function that only this unit knows and calls, as LLVM has them: what stands in its calls,
/// and what the code there has checked before. Nothing for a parameter that may be anything; an empty list when that
/// holds for all of them, as where the function's address is handed around.
[[nodiscard]] std::vector<std::optional<PassedValues>> passedValues(BitcodeModule& unit, const std::string& symbol);

/// What holds for calls of either kind.
[[nodiscard]] std::optional<PassedValues> eitherOf(const std::optional<PassedValues>& one,
                                                   const std::optional<PassedValues>& other, std::uint32_t width);

} // namespace beagle::ir
