#pragma once

#include "analysis/change/change_set.h"
#include "analysis/change/entries.h"
#include "analysis/change/hunks.h"
#include "analysis/report/changes_report.h"

namespace beagle::pipeline {

/// What the report says of the run itself.
struct ChangesView {
  std::string range;
  report::ChangesReport::Version base, head;
  std::vector<std::string> notes;
};

/// Puts the findings of `change` into the report's own words.
[[nodiscard]] report::ChangesReport reportOf(const ChangesView& view, const change::ChangeSet& changes,
                                             const change::EntryChoice& entries,
                                             const std::vector<change::AccountedHunk>& hunks);

} // namespace beagle::pipeline
