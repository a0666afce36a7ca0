#pragma once

#include "analysis/change/change_set.h"

#include <string>
#include <vector>

namespace beagle::change {

/// A function to be explored because of the change, with the way from it to what changed.
struct Entry {
  Place place;
  std::string symbol;
  std::size_t unit = 0;           ///< one that defines it, in head's program
  std::vector<std::string> chain; ///< names: the entry first, what changed last
  std::string reason;
  std::vector<Place> leadsTo; ///< changed functions, in head
};

struct EntryChoice {
  std::vector<Entry> entries;
  std::vector<std::string> pastCap; ///< names of those that no longer fit, once they are ranked
};

/// Every changed function that is visible outside its unit, and for static, inline and template ones the
/// nearest callers that are; the same for the readers of changed globals.
[[nodiscard]] EntryChoice chooseEntries(const Program& head, const Pairing& pairing, const ChangeSet& changes);

} // namespace beagle::change
