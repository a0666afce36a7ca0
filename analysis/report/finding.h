#pragma once

#include "analysis/report/report.h"

#include <vector>

namespace beagle::report {

/// Something that a view shows by itself: a difference, a function that could not be settled, or a changed
/// place that was not compiled. It points into its report.
struct Finding {
  enum class Weight {
    Fails,   ///< counts against the check
    Noted,   ///< there is no check, or it does not mind
    Allowed, ///< the contract has nothing against it
  } weight = Weight::Noted;
  const Report::Function* function = nullptr; ///< none: a changed place
  const Report::Change* change = nullptr;     ///< none: the function could not be settled
  const Report::Hunk* hunk = nullptr;
};

/// Those that count come first.
[[nodiscard]] std::vector<Finding> findingsOf(const Report& report);

/// A place of the finding in the new version: where it shows, or the function, or the changed place.
[[nodiscard]] SourceLine placeOf(const Finding& finding);

} // namespace beagle::report
