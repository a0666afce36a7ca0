#pragma once

#include <string>
#include <vector>

namespace beagle::change {

/// A part of an item that is shown, cut with a mark.
[[nodiscard]] std::string shortened(std::string text);
[[nodiscard]] std::string digestOfParts(const std::vector<std::string>& parts);

} // namespace beagle::change
