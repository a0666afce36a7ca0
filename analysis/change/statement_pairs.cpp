#include "analysis/change/statement_pairs.h"

#include <algorithm>

namespace beagle::change {

using ir::Construct;

namespace {

bool isJump(Construct construct) {
  return construct == Construct::Return || construct == Construct::Break || construct == Construct::Continue ||
         construct == Construct::Goto || construct == Construct::Throw;
}

/// How much two sorted bags have in common (Dice's coefficient).
double common(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b) {
  if (a.empty() || b.empty()) return 0;
  std::size_t shared = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i] == b[j]) ++shared, ++i, ++j;
    else if (a[i] < b[j]) ++i;
    else ++j;
  }
  return 2.0 * static_cast<double>(shared) / static_cast<double>(a.size() + b.size());
}

} // namespace

/// Names, numbers and texts; signs say little about what a statement is. Of a long statement its beginning.
const StatementPairs::Bag& StatementPairs::bagOf(const OutlineTree& tree, std::map<std::int32_t, Bag>& bags,
                                                 const ListItem& item) {
  constexpr std::uint32_t longest = 400;
  const auto [it, isNew] = bags.try_emplace(item.labelOnly ? ~item.node : item.node);
  if (isNew) {
    const TreeNode& node = tree.node(item.node);
    const std::uint32_t end = std::min(item.labelOnly ? tree.endOfLabel(item.node) : node.end, node.begin + longest);
    for (std::uint32_t i = node.begin; i < end; ++i)
      if (tree.tokens()[i].kind != TokenKind::Operator) it->second.push_back(tree.keys()[i]);
    std::ranges::sort(it->second);
  }
  return it->second;
}

std::optional<double> StatementPairs::likeness(const ListItem& base, const ListItem& head) {
  if (base.labelOnly != head.labelOnly) return std::nullopt;
  const Construct old = base_.node(base.node).construct, young = head_.node(head.node).construct;
  const double shared = common(bagOf(base_, baseBags_, base), bagOf(head_, headBags_, head));
  if (old != young) {
    if (isJump(old) && isJump(young)) return 0.35;
    return shared >= 0.5 && !base.labelOnly ? std::optional(0.8 * shared) : std::nullopt;
  }
  if (old == Construct::Variable) {
    const std::uint32_t a = base_.nameOfVariable(base.node), b = head_.nameOfVariable(head.node);
    if (a < base_.node(base.node).end && b < head_.node(head.node).end && base_.keys()[a] == head_.keys()[b]) return 1;
  }
  const bool always = isJump(old) || base.labelOnly;
  return always || shared >= 0.35 ? std::optional(0.3 + 0.7 * shared) : std::nullopt;
}

std::vector<std::pair<std::size_t, std::size_t>> StatementPairs::find(std::span<const ListItem> base,
                                                                      std::span<const ListItem> head) {
  constexpr std::size_t most = 4000; // pairs looked at
  const std::size_t n = base.size(), m = head.size();
  const std::size_t band = n * m <= most ? std::max(n, m) : std::max<std::size_t>(4, most / std::max(n, m));
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  if (n == 0 || m == 0) return pairs;
  // best[i][j] for the first i and j statements; only a band around the diagonal when there are many.
  const auto isNear = [&](std::size_t i, std::size_t j) {
    const std::size_t wanted = i * m / n;
    return j + band >= wanted && j <= wanted + band;
  };
  if (n * m > 4'000'000) return pairs; // rewritten from end to end: nobody reads pairs here
  std::vector<float> best((n + 1) * (m + 1), 0);
  const auto at = [&](std::size_t i, std::size_t j) -> float& { return best[i * (m + 1) + j]; };
  std::map<std::pair<std::size_t, std::size_t>, float> scores;
  for (std::size_t i = 1; i <= n; ++i)
    for (std::size_t j = 1; j <= m; ++j) {
      at(i, j) = std::max(at(i - 1, j), at(i, j - 1));
      if (!isNear(i - 1, j - 1)) continue;
      const auto score = likeness(base[i - 1], head[j - 1]);
      if (!score) continue;
      scores[{i, j}] = static_cast<float>(*score);
      at(i, j) = std::max(at(i, j), at(i - 1, j - 1) + static_cast<float>(*score));
    }
  for (std::size_t i = n, j = m; i > 0 && j > 0;) {
    const auto score = scores.find({i, j});
    if (score != scores.end() && at(i, j) == at(i - 1, j - 1) + score->second) pairs.emplace_back(--i, --j);
    else if (at(i, j) == at(i - 1, j)) --i;
    else --j;
  }
  std::ranges::reverse(pairs);
  return pairs;
}

} // namespace beagle::change
