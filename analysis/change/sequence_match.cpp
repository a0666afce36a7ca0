#include "analysis/change/sequence_match.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

namespace beagle::change {

namespace {

using Index = std::int32_t;

/// A stretch of each side that is still to be matched.
struct Stretch {
  Index baseBegin, baseEnd, headBegin, headEnd;
};

struct Pair {
  Index base, head;
};

/// How often an element occurs in a stretch, and where it was last seen.
struct Occurrences {
  Index inBase = 0, inHead = 0;
  Index base = 0, head = 0;
};

class Matcher {
public:
  Matcher(std::span<const std::uint64_t> base, std::span<const std::uint64_t> head)
      : base_(base), head_(head), partner_(base.size(), -1) {}

  std::vector<Index> run() {
    pending_.push_back({0, static_cast<Index>(base_.size()), 0, static_cast<Index>(head_.size())});
    while (!pending_.empty()) {
      Stretch stretch = pending_.back();
      pending_.pop_back();
      trim(stretch);
      if (stretch.baseBegin == stretch.baseEnd || stretch.headBegin == stretch.headEnd) continue;
      if (shortestEdit(stretch)) continue;
      std::vector<Pair> fixed = onceOnBothSides(stretch);
      if (fixed.empty()) fixed = rarest(stretch);
      if (!fixed.empty()) splitAt(stretch, fixed);
    }
    return std::move(partner_);
  }

private:
  void trim(Stretch& s) {
    while (s.baseBegin < s.baseEnd && s.headBegin < s.headEnd && base_[s.baseBegin] == head_[s.headBegin])
      partner_[s.baseBegin++] = s.headBegin++;
    while (s.baseBegin < s.baseEnd && s.headBegin < s.headEnd && base_[s.baseEnd - 1] == head_[s.headEnd - 1])
      partner_[--s.baseEnd] = --s.headEnd;
  }

  /// Myers' greedy algorithm, given up when more than `limit` elements were inserted and deleted. Its notes of
  /// every round are kept to walk back along: round d has 2d + 1 of them.
  bool shortestEdit(const Stretch& s) {
    constexpr Index limit = 300;
    const Index n = s.baseEnd - s.baseBegin, m = s.headEnd - s.headBegin;
    std::vector<std::vector<Index>> rounds;
    std::vector<Index> furthest(2 * limit + 3, 0);
    const auto at = [&](Index k) -> Index& { return furthest[static_cast<std::size_t>(k + limit + 1)]; };
    for (Index d = 0; d <= limit; ++d) {
      for (Index k = -d; k <= d; k += 2) {
        Index x = k == -d || (k != d && at(k - 1) < at(k + 1)) ? at(k + 1) : at(k - 1) + 1;
        Index y = x - k;
        while (x < n && y < m && base_[s.baseBegin + x] == head_[s.headBegin + y]) ++x, ++y;
        at(k) = x;
        if (x >= n && y >= m) {
          walkBack(s, rounds, d, k);
          return true;
        }
      }
      rounds.emplace_back(furthest.begin() + (limit + 1 - d), furthest.begin() + (limit + 2 + d));
    }
    return false;
  }

  void walkBack(const Stretch& s, const std::vector<std::vector<Index>>& rounds, Index d, Index k) {
    Index x = s.baseEnd - s.baseBegin, y = s.headEnd - s.headBegin;
    for (; d > 0; --d) {
      const std::vector<Index>& before = rounds[static_cast<std::size_t>(d - 1)];
      const auto at = [&](Index diagonal) {
        const Index i = diagonal + d - 1;
        return i >= 0 && i < std::ssize(before) ? before[static_cast<std::size_t>(i)] : Index{0};
      };
      const bool inserted = k == -d || (k != d && at(k - 1) < at(k + 1));
      const Index fromX = inserted ? at(k + 1) : at(k - 1);
      const Index fromK = inserted ? k + 1 : k - 1;
      const Index startX = inserted ? fromX : fromX + 1;
      while (x > startX) partner_[s.baseBegin + --x] = s.headBegin + --y;
      x = fromX, y = fromX - fromK, k = fromK;
    }
    while (x > 0) partner_[s.baseBegin + --x] = s.headBegin + --y;
  }

  std::unordered_map<std::uint64_t, Occurrences> count(const Stretch& s) const {
    std::unordered_map<std::uint64_t, Occurrences> seen;
    for (Index i = s.baseBegin; i < s.baseEnd; ++i) {
      Occurrences& one = seen[base_[i]];
      ++one.inBase, one.base = i;
    }
    for (Index i = s.headBegin; i < s.headEnd; ++i)
      if (const auto it = seen.find(head_[i]); it != seen.end()) ++it->second.inHead, it->second.head = i;
    return seen;
  }

  /// Patience: of the elements that occur once on both sides, a longest run in the same order.
  std::vector<Pair> onceOnBothSides(const Stretch& s) const {
    std::vector<Pair> unique;
    for (const auto& [element, one] : count(s))
      if (one.inBase == 1 && one.inHead == 1) unique.push_back({one.base, one.head});
    std::ranges::sort(unique, {}, &Pair::base);
    std::vector<std::size_t> tops, before(unique.size());
    for (std::size_t i = 0; i < unique.size(); ++i) {
      const auto place =
          std::ranges::lower_bound(tops, unique[i].head, {}, [&](std::size_t t) { return unique[t].head; });
      before[i] = place == tops.begin() ? unique.size() : *(place - 1);
      if (place == tops.end()) tops.push_back(i);
      else *place = i;
    }
    std::vector<Pair> chain;
    if (!tops.empty())
      for (std::size_t i = tops.back(); i < unique.size(); i = before[i]) chain.push_back(unique[i]);
    std::ranges::reverse(chain);
    return chain;
  }

  /// One occurrence of the element that is rarest on both sides together, when it is rare enough to mean much.
  std::vector<Pair> rarest(const Stretch& s) const {
    constexpr Index common = 64;
    std::optional<Occurrences> best;
    for (const auto& [element, one] : count(s)) {
      if (one.inHead == 0 || one.inBase + one.inHead > common) continue;
      const auto rank = [](const Occurrences& o) { return std::pair(o.inBase + o.inHead, o.base); };
      if (!best || rank(one) < rank(*best)) best = one;
    }
    if (!best) return {};
    return {{best->base, best->head}};
  }

  void splitAt(const Stretch& s, const std::vector<Pair>& fixed) {
    Index base = s.baseBegin, head = s.headBegin;
    for (const Pair& pair : fixed) {
      partner_[pair.base] = pair.head;
      pending_.push_back({base, pair.base, head, pair.head});
      base = pair.base + 1, head = pair.head + 1;
    }
    pending_.push_back({base, s.baseEnd, head, s.headEnd});
  }

  std::span<const std::uint64_t> base_, head_;
  std::vector<Index> partner_;
  std::vector<Stretch> pending_;
};

} // namespace

std::vector<std::int32_t> matchSequences(std::span<const std::uint64_t> base, std::span<const std::uint64_t> head) {
  return Matcher(base, head).run();
}

} // namespace beagle::change
