#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace beagle::change {

/// For each line of a C or C++ text (index 0 is line 1), whether something other than blanks and comments
/// stands on it. Strings, raw strings and spliced lines are understood.
[[nodiscard]] std::vector<bool> codeLines(std::string_view text);

} // namespace beagle::change
