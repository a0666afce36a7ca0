#include "analysis/explore/frontier.h"

#include <algorithm>
#include <array>
#include <utility>

namespace beagle::explore {

namespace {

constexpr std::array<std::pair<std::string_view, Order>, 5> names = {{
    {"dfs", Order::DepthFirst},
    {"bfs", Order::BreadthFirst},
    {"random", Order::Random},
    {"coverage", Order::Coverage},
    {"greedy", Order::Greedy},
}};

/// Behind a change, what can be seen of it is worth more than other ways to it.
constexpr std::uint64_t visitsBehind = 8;

} // namespace

std::optional<Order> orderNamed(std::string_view name) {
  const auto found = std::ranges::find(names, name, [](const auto& entry) { return entry.first; });
  return found == names.end() ? std::nullopt : std::optional(found->second);
}

std::string_view nameOf(Order order) {
  return std::ranges::find(names, order, [](const auto& entry) { return entry.second; })->first;
}

void Frontier::push(Candidate candidate) {
  if (!isRanked()) return waiting_.push_back(std::move(candidate));
  const Rank rank = rankOf(candidate);
  ranked_.emplace(rank, std::move(candidate));
}

Frontier::Rank Frontier::rankOf(const Candidate& candidate) {
  Rank rank;
  rank.number = pushed_++;
  if (!candidate.node) return rank;
  const exec::Choice& choice = candidate.node->choice;
  rank.visits = visits_[{choice.site.function, choice.site.where, candidate.alternative}]++;
  if (order_ != Order::Greedy || !aim_ || !candidate.snapshot) return rank;
  if ((candidate.snapshot->met & exec::ChangedCode::Target) != 0) {
    rank.visits /= visitsBehind;
    return rank;
  }
  const auto distance = candidate.goesOn ? aim_->distance(*candidate.snapshot)
                                         : aim_->distance(*candidate.snapshot, choice, candidate.alternative);
  rank.isElsewhere = !distance;
  rank.distance = distance.value_or(0);
  return rank;
}

std::size_t Frontier::setAside(std::size_t kept) {
  std::size_t dropped = 0;
  const auto drop = [&](Candidate& candidate) {
    if (!candidate.snapshot || candidate.snapshot->isMerged) return;
    candidate.history = candidate.snapshot->history;
    candidate.snapshot.reset();
    ++dropped;
  };
  const bool isFirstNext = order_ == Order::BreadthFirst;
  for (std::size_t i = kept; i < waiting_.size(); ++i) drop(waiting_[isFirstNext ? i : waiting_.size() - 1 - i]);
  std::size_t left = ranked_.size();
  for (auto entry = ranked_.rbegin(); entry != ranked_.rend() && left > kept; ++entry, --left) drop(entry->second);
  return dropped;
}

Candidate Frontier::pop() {
  if (isRanked()) {
    Candidate best = std::move(ranked_.begin()->second);
    ranked_.erase(ranked_.begin());
    return best;
  }
  if (order_ == Order::BreadthFirst) {
    Candidate first = std::move(waiting_.front());
    waiting_.pop_front();
    return first;
  }
  // The remainder is biased by less than 2^-32, and the same everywhere, unlike a standard distribution.
  if (order_ == Order::Random) std::swap(waiting_[random_() % waiting_.size()], waiting_.back());
  Candidate last = std::move(waiting_.back());
  waiting_.pop_back();
  return last;
}

} // namespace beagle::explore
