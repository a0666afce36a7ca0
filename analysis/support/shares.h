#pragma once

#include <cstddef>
#include <vector>

namespace beagle::support {

/// How a time is shared among pieces of work that several workers take in this order: for each, which part (0 to 1) of
/// the time that is left when it is begun. Shares are as large as the weights say, as far as the pieces fit into the
/// time; who needs less leaves more to those behind.
[[nodiscard]] std::vector<double> sharesOfTime(const std::vector<double>& weights, std::size_t workers);

} // namespace beagle::support
