#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace beagle::change {

/// A longest, or for very different sequences a long, common subsequence: for each element of `base` the index
/// of its equal in `head`, or -1. Indices ascend.
///
/// Few differences are found exactly (Myers' O(ND)); where there are many, elements that occur once on both
/// sides, then the rarest ones, are taken for fixed points and the stretches between them are matched again.
[[nodiscard]] std::vector<std::int32_t> matchSequences(std::span<const std::uint64_t> base,
                                                       std::span<const std::uint64_t> head);

} // namespace beagle::change
