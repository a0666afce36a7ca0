#pragma once

#include "analysis/report/report.h"

namespace beagle::report {

/// Characters of one array that follow each other as the text that they are: `name[0] = 'G', name[1] = 'o', name[2] =
/// '\0'` becomes `name = "Go"`. Without an end it is a part of one, `name[0..1] = "Go"`.
[[nodiscard]] Report::Values withTexts(const Report::Values& values);

} // namespace beagle::report
