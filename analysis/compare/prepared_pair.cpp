#include "analysis/compare/prepared_pair.h"

#include "analysis/compare/start_difference.h"

#include <set>

namespace beagle::compare {

PreparedPair::Prepared::Prepared(logic::TermManager& terms, input::Leaves& leaves, Side own, Side other,
                                 input::Layouts& both, const CompareOptions& options,
                                 const std::set<std::string>& apart)
    : side(own), layouts(both), harness(own.program, own.types, leaves, options.harness,
                                        exec::OtherVersion{other.program, other.types, other.entry, apart}),
      surroundings(harness), machine(own.program, terms, surroundings, options.machine) {}

PreparedPair::PreparedPair(logic::TermManager& terms, input::Leaves& leaves, Side base, Side head,
                           const CompareOptions& options)
    : PreparedPair(terms, leaves, base, head, options, startDifference(base.program, head.program).apart) {}

PreparedPair::PreparedPair(logic::TermManager& terms, input::Leaves& leaves, Side base, Side head,
                           const CompareOptions& options, const std::set<std::string>& apart)
    : layouts_(std::make_unique<input::Layouts>(base.types, head.types)),
      base_(terms, leaves, base, head, *layouts_, options, apart),
      head_(terms, leaves, head, base, *layouts_, options, apart) {}

support::Result<void> PreparedPair::start() {
  const auto whose = [](const Side& side) { return side.placesIn.value_or(side.entry); };
  const auto placesIn = [&](const Side& side) { return PlacesOf{side.program, whose(side), side.places}; };
  places_ = changedPlaces(placesIn(base_.side), placesIn(head_.side));
  if (!places_.base.empty())
    for (Prepared* version : {&base_, &head_}) {
      version->watched.emplace(whose(version->side), version == &base_ ? places_.base : places_.head);
      version->machine.watch(*version->watched);
    }
  auto head = head_.harness.start(head_.machine, head_.side.entry);
  if (!head) return support::within(head, "head");
  auto base = base_.harness.start(base_.machine, base_.side.entry, baseNames(), &head_.harness);
  if (!base) return support::within(base, "base");
  // What one version asks of its inputs holds for the other as well.
  for (const Term constraint : head->path.all()) base->path.add(constraint);
  base_.start.emplace(std::move(*base));
  head_.start.emplace(std::move(*head));
  return {};
}

exec::Neighbours PreparedPair::neighbours() const {
  exec::Neighbours both = head_.harness.neighbours();
  addNeighbours(both, base_.harness.neighbours());
  return both;
}

/// What base's parameters go by: head's names. Those of the same name and type are the same; others, by their
/// place.
std::vector<std::string> PreparedPair::baseNames() const {
  const ir::SourceFunction base = base_.side.types.function(base_.side.entry);
  const ir::SourceFunction head = head_.side.types.function(head_.side.entry);
  const auto typeName = [](const Side& side, ir::TypeIndex index) {
    return index == ir::none ? std::string() : side.types.type(index).name;
  };
  std::vector<std::string> names(base.parameters.size());
  std::set<std::size_t> taken;
  for (std::size_t i = 0; i < base.parameters.size(); ++i)
    for (std::size_t k = 0; k < head.parameters.size(); ++k) {
      if (base.parameters[i].name.empty() || base.parameters[i].name != head.parameters[k].name || taken.contains(k))
        continue;
      if (typeName(base_.side, base.parameters[i].type) != typeName(head_.side, head.parameters[k].type)) continue;
      names[i] = head.parameters[k].name;
      taken.insert(k);
      break;
    }
  for (std::size_t i = 0; i < base.parameters.size(); ++i) {
    if (!names[i].empty()) continue;
    const bool isFree = i < head.parameters.size() && !taken.contains(i);
    names[i] = isFree ? head.parameters[i].name : base.parameters[i].name;
    if (isFree) taken.insert(i);
  }
  return names;
}

} // namespace beagle::compare
