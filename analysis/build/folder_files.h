#pragma once

#include "analysis/support/files.h"

#include <functional>
#include <string>

namespace beagle::build {

/// Everything below a folder, folders too, in an order that only names decide. Links to folders are followed, those
/// that are met on the way through one are not: links may lead in circles. `isBehindLink`: such a link led to it.
void visitBelow(
    const support::Files& files, const std::string& folder,
    const std::function<void(const std::string& path, const support::FileStatus& status, bool isBehindLink)>& visit);

/// Another one when a file below the folder comes, goes, or gets another size or time.
[[nodiscard]] std::string stampOf(const support::Files& files, const std::string& folder);

} // namespace beagle::build
