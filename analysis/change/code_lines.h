#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace beagle::change {

/// For each line of a C or C++ text (index 0 is line 1), whether something other than blanks and comments
/// stands on it. Strings, raw strings and spliced lines are understood. Only as many lines are looked at.
[[nodiscard]] std::vector<bool> codeLines(std::string_view text, std::size_t lines);

} // namespace beagle::change
