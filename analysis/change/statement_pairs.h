#pragma once

#include "analysis/change/outline_tree.h"

#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace beagle::change {

/// Finds which statement of a changed stretch is the edited form of which.
class StatementPairs {
public:
  StatementPairs(const OutlineTree& base, const OutlineTree& head) : base_(base), head_(head) {}

  /// Positions in the two stretches, ascending on both sides: the pairs that are most alike together.
  [[nodiscard]] std::vector<std::pair<std::size_t, std::size_t>> find(std::span<const ListItem> base,
                                                                      std::span<const ListItem> head);
  /// From 0 (nothing in common) to 1; nothing when one can not be the other.
  [[nodiscard]] std::optional<double> likeness(const ListItem& base, const ListItem& head);

private:
  using Bag = std::vector<std::uint64_t>;
  [[nodiscard]] const Bag& bagOf(const OutlineTree& tree, std::map<std::int32_t, Bag>& bags, const ListItem& item);

  const OutlineTree& base_;
  const OutlineTree& head_;
  std::map<std::int32_t, Bag> baseBags_, headBags_; ///< of whole items at their number, of labels at its complement
};

} // namespace beagle::change
