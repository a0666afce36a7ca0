#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace beagle::change {

/// The lines of a C or C++ text (index 0 is line 1) with blanks in the place of comments, so that columns are those
/// of the text. Strings, raw strings and spliced lines are understood. Only as many lines are looked at.
[[nodiscard]] std::vector<std::string> codeOfLines(std::string_view text, std::size_t lines);

/// For each of them, whether something other than blanks and comments stands on it.
[[nodiscard]] std::vector<bool> codeLines(std::string_view text, std::size_t lines);

} // namespace beagle::change
