#pragma once

#include "analysis/change/outline_tree.h"

#include <string>
#include <string_view>
#include <utility>

namespace beagle::change {

/// Code in backticks, cut after about 60 characters.
[[nodiscard]] std::string quoted(std::string_view code);

/// Two pieces of code that differ, cut so that the difference is seen.
[[nodiscard]] std::pair<std::string, std::string> quotedPair(std::string_view base, std::string_view head);

/// A statement as people call it: "call `free(p)`", "`if (n > max)`", "`case 'x'`", "declaration `int n = 0`".
[[nodiscard]] std::string phraseOf(const OutlineTree& tree, const ListItem& item);

/// The code of a statement that names it: all of a simple one, the head of a compound one.
[[nodiscard]] std::string headOf(const OutlineTree& tree, const ListItem& item);

/// Whether the text is longer than what is quoted in one piece.
[[nodiscard]] bool isLong(std::string_view code);

} // namespace beagle::change
