#pragma once

#include "analysis/support/files.h"

#include <string>

namespace beagle::build {

/// Another one when a file below the folder comes, goes, or gets another size or time. Links to folders are followed,
/// those that are met on the way through one are not: links may lead in circles.
[[nodiscard]] std::string stampOf(const support::Files& files, const std::string& folder);

} // namespace beagle::build
