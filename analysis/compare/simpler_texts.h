#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace beagle::compare {

/// Whether people rather read the one: it is shorter, or has smaller digits and letters, and nothing that cannot be
/// read.
[[nodiscard]] bool isSimpler(std::string_view one, std::string_view other);

/// The text with one thing made simpler, the simplest first: a line or a word left out, perhaps with a number in front
/// that counts one less, a smaller number, a shorter word.
[[nodiscard]] std::vector<std::string> simplerTexts(std::string_view text);

} // namespace beagle::compare
