#include "analysis/explore/frontier.h"

#include <algorithm>
#include <array>
#include <utility>

namespace beagle::explore {

namespace {

constexpr std::array<std::pair<std::string_view, Order>, 4> names = {{
    {"dfs", Order::DepthFirst},
    {"bfs", Order::BreadthFirst},
    {"random", Order::Random},
    {"coverage", Order::Coverage},
}};

} // namespace

std::optional<Order> orderNamed(std::string_view name) {
  const auto found = std::ranges::find(names, name, [](const auto& entry) { return entry.first; });
  return found == names.end() ? std::nullopt : std::optional(found->second);
}

std::string_view nameOf(Order order) {
  return std::ranges::find(names, order, [](const auto& entry) { return entry.second; })->first;
}

void Frontier::push(Candidate candidate) {
  if (order_ != Order::Coverage) return waiting_.push_back(std::move(candidate));
  std::uint64_t visits = 0;
  if (candidate.node) {
    const exec::Site site = candidate.node->choice.site;
    visits = visits_[{site.function, site.where, candidate.alternative}]++;
  }
  ranked_.emplace(Rank{visits, pushed_++}, std::move(candidate));
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
  if (order_ == Order::Coverage) {
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
