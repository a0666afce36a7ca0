#pragma once

#include "analysis/build/tree_diff.h"

namespace beagle::build {

/// Whether a change is to words and pictures for people alone: by their names, and because nothing that describes how
/// either version is built, and no script, says the name of one of them. Builds that take such files by a pattern are
/// not seen.
[[nodiscard]] bool isDocumentation(const TreeDiff& diff, const Tree& base, const Tree& head);

} // namespace beagle::build
