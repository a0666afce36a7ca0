#include "analysis/compare/loop_steps.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace beagle::compare {

namespace {

/// The values of each visit that are not the same at all of them: what stays tells nothing.
std::vector<std::vector<std::uint64_t>> changingValues(const std::vector<LoopVisit>& visits) {
  std::map<std::uint64_t, std::size_t> count; // of visits that have the value
  std::vector<std::vector<std::uint64_t>> values;
  for (const LoopVisit& visit : visits) {
    std::vector<std::uint64_t>& own = values.emplace_back(visit.values);
    std::ranges::sort(own);
    own.erase(std::ranges::unique(own).begin(), own.end());
    for (const std::uint64_t value : own) ++count[value];
  }
  for (std::vector<std::uint64_t>& own : values)
    std::erase_if(own, [&](std::uint64_t value) { return count[value] == visits.size(); });
  return values;
}

/// How well two visits fit, between 0 and 1.
double likeness(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b) {
  if (a.empty() || b.empty()) return 0;
  std::vector<std::uint64_t> common;
  std::ranges::set_intersection(a, b, std::back_inserter(common));
  const double share = static_cast<double>(common.size()) / static_cast<double>(std::max(a.size(), b.size()));
  return share < 0.5 ? 0 : share * share;
}

} // namespace

void LoopSteps::learn(const std::vector<LoopVisit>& base, const std::vector<LoopVisit>& head) {
  const auto old = changingValues(base), now = changingValues(head);
  // best[i][j]: of what comes from the i-th and the j-th visit on.
  std::vector<std::vector<double>> best(base.size() + 1, std::vector<double>(head.size() + 1, 0));
  // One visit can belong to two of the other version: to a loop's last one, and to the first of the loop behind it,
  // which does what is left. Then more than half has to fit.
  constexpr double half = 0.25;
  const auto isNextLoop = [](const std::vector<LoopVisit>& visits, std::size_t i) {
    return i + 1 < visits.size() && visits[i + 1].place != visits[i].place;
  };
  enum class Way : std::uint8_t { Both, Base, Head };
  const auto onward = [&](std::size_t i, std::size_t j) {
    std::pair<double, Way> way{best[i + 1][j + 1], Way::Both};
    if (isNextLoop(head, j) && best[i][j + 1] > way.first && likeness(old[i], now[j + 1]) > half)
      way = {best[i][j + 1], Way::Head};
    if (isNextLoop(base, i) && best[i + 1][j] > way.first && likeness(old[i + 1], now[j]) > half)
      way = {best[i + 1][j], Way::Base};
    return way;
  };
  const auto together = [&](std::size_t i, std::size_t j) {
    const double fit = likeness(old[i], now[j]);
    return fit == 0 ? 0 : fit + onward(i, j).first;
  };
  for (std::size_t i = base.size(); i-- > 0;)
    for (std::size_t j = head.size(); j-- > 0;) best[i][j] = std::max({together(i, j), best[i + 1][j], best[i][j + 1]});

  Places from{noLoop, noLoop};
  std::size_t lastOld = 0, lastNow = 0; // visits up to there are behind
  for (std::size_t i = 0, j = 0; i < base.size() && j < head.size();) {
    const double fit = likeness(old[i], now[j]);
    const bool belong = fit > 0 && best[i][j] == together(i, j);
    if (belong) {
      const Moves moves{{base[i].place, head[j].place},
                        static_cast<std::uint32_t>(i + 1 - lastOld),
                        static_cast<std::uint32_t>(j + 1 - lastNow)};
      seen_[from][moves] += fit;
      from = moves.to;
      lastOld = i + 1;
      lastNow = j + 1;
      const Way way = onward(i, j).second;
      if (way != Way::Head) ++i;
      if (way != Way::Base) ++j;
    } else if (best[i][j] == best[i + 1][j]) {
      ++i;
    } else {
      ++j;
    }
  }
}

void LoopSteps::decide() {
  for (const auto& [from, all] : seen_) {
    // Who leads comes to the next place by one turn.
    double oldLeads = 0, nowLeads = 0;
    for (const auto& [moves, weight] : all) {
      if (moves.base == 1) oldLeads += weight;
      if (moves.head == 1) nowLeads += weight;
    }
    if (oldLeads == 0 && nowLeads == 0) continue;
    Step step{.baseLeads = oldLeads > nowLeads, .turns = {}};
    std::map<LoopPlace, double> weightOf;
    for (const auto& [moves, weight] : all) {
      if ((step.baseLeads ? moves.base : moves.head) != 1) continue;
      const LoopPlace place = step.baseLeads ? moves.to.first : moves.to.second;
      double& known = weightOf[place];
      if (weight < known) continue;
      known = weight;
      step.turns[place] = step.baseLeads ? moves.head : moves.base;
    }
    steps_.emplace(from, std::move(step));
  }
  // Who has waited for one step goes on in the next: or one could go around for ever while the other one is long gone.
  std::set<Places> waited;
  for (const auto& [from, step] : steps_)
    for (const auto& [place, turns] : step.turns)
      if (turns == 0) waited.insert(step.baseLeads ? Places{place, from.second} : Places{from.first, place});
  for (auto& [from, step] : steps_)
    if (waited.contains(from))
      for (auto& [place, turns] : step.turns) turns = std::max(turns, 1U);
}

bool LoopSteps::isUneven() const {
  return std::ranges::any_of(steps_, [](const auto& step) {
    return std::ranges::any_of(step.second.turns, [](const auto& each) { return each.second != 1; });
  });
}

const LoopSteps::Step* LoopSteps::from(Places places) const {
  const auto found = steps_.find(places);
  return found == steps_.end() ? nullptr : &found->second;
}

} // namespace beagle::compare
