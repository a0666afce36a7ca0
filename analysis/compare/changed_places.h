#pragma once

#include "analysis/ir/program.h"
#include "analysis/ir/source_lines.h"

#include <cstdint>
#include <vector>

namespace beagle::compare {

/// The changed places in a function's own code, told apart by their lines: for each block, a bit for each place that it
/// is at. Two differences of one kind that come from two places are two.
struct ChangedPlaces {
  std::vector<std::uint32_t> base, head; ///< empty where there are not two places at least
};

struct PlacesOf {
  const ir::Program& program;
  ir::FunctionIndex function;
  const ir::SourceLines* lines; ///< of changed places, in the same order in both versions; null: not known
};
[[nodiscard]] ChangedPlaces changedPlaces(const PlacesOf& base, const PlacesOf& head);

/// Which places the runs of both versions came to.
struct PlacesMet {
  std::uint32_t base = 0, head = 0;

  [[nodiscard]] bool none() const { return base == 0 && head == 0; }
  [[nodiscard]] bool isIn(const PlacesMet& other) const {
    return (base & ~other.base) == 0 && (head & ~other.head) == 0;
  }
  friend auto operator<=>(const PlacesMet&, const PlacesMet&) = default;
};

/// Whether what happens at these places is what happens at some of the others together.
[[nodiscard]] bool isCombination(const PlacesMet& met, const std::vector<PlacesMet>& others);

} // namespace beagle::compare
