#pragma once

#include "analysis/build/tree.h"

namespace beagle::build {

/// Whether two trees differ in nothing but words and pictures for people: by their names, and because no other file
/// says the name of one of them. What takes such files by a pattern is not seen.
[[nodiscard]] bool differInWords(const Tree& base, const Tree& head);

} // namespace beagle::build
