#include "analysis/compare/changed_places.h"

#include "analysis/exec/changed_code.h"

#include <algorithm>
#include <set>

namespace beagle::compare {

namespace {

using Numbers = std::vector<std::set<std::size_t>>; ///< of places, by block

Numbers numbersOf(const PlacesOf& version) {
  const ir::Function& function = version.program.body(version.function);
  Numbers numbers(function.blocks.size());
  if (!version.lines) return numbers;
  const std::uint32_t file = version.program.functions()[version.function].location.file;
  const ir::SourceLines::OfFile lines = version.lines->of(version.program.file(file));
  for (std::size_t b = 0; b < function.blocks.size(); ++b)
    for (std::uint32_t k = 0; k < function.blocks[b].count; ++k) {
      const ir::Location& where = function.locations[function.code[function.blocks[b].first + k].where];
      if (where.line != 0 && where.file == file)
        lines.forEachAt(where.line, [&](std::size_t number) { numbers[b].insert(number); });
    }
  return numbers;
}

} // namespace

ChangedPlaces changedPlaces(const PlacesOf& base, const PlacesOf& head) {
  const Numbers inBase = numbersOf(base), inHead = numbersOf(head);
  std::set<std::size_t> all;
  for (const Numbers* version : {&inBase, &inHead})
    for (const std::set<std::size_t>& numbers : *version) all.insert(numbers.begin(), numbers.end());
  if (all.size() < 2) return {};
  const auto bits = [&](const Numbers& version) {
    std::vector<std::uint32_t> marks(version.size());
    for (std::size_t b = 0; b < version.size(); ++b)
      for (const std::size_t number : version[b]) {
        const auto place = static_cast<unsigned>(std::distance(all.begin(), all.find(number)));
        marks[b] |= 1U << std::min(place, exec::ChangedCode::mostPlaces - 1); // many are one
      }
    return marks;
  };
  return {bits(inBase), bits(inHead)};
}

bool isCombination(const PlacesMet& met, const std::vector<PlacesMet>& others) {
  PlacesMet together;
  for (const PlacesMet& other : others) {
    if (other == met || !other.isIn(met)) continue;
    together.base |= other.base;
    together.head |= other.head;
  }
  return together == met && !met.none();
}

} // namespace beagle::compare
