#pragma once

#include "analysis/change/entries.h"
#include "analysis/change/hunks.h"

namespace beagle::change {

/// Orders the entries and keeps as many as `cap`; the others are named. First come those that lead to functions whose
/// own text was edited, the ones with more edited lines before the ones with less, the nearer before the farther; then
/// those that only lead to what changed because something that it uses did. Files and lines decide the rest. Entries
/// that stand in the files `last` come behind all others.
void rankEntries(EntryChoice& choice, const ChangeSet& changes, const std::vector<AccountedHunk>& hunks,
                 const std::set<std::string>& last, std::size_t cap);

} // namespace beagle::change
