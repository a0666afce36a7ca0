#pragma once

#include "analysis/exec/changed_code.h"
#include "analysis/explore/tree.h"

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string_view>

namespace beagle::explore {

enum class Order : std::uint8_t {
  DepthFirst,
  BreadthFirst,
  Random,
  Coverage,
  Greedy, ///< nearest first to changed code
};
[[nodiscard]] std::optional<Order> orderNamed(std::string_view name); ///< "dfs", "bfs", "random", "coverage", "greedy"
[[nodiscard]] std::string_view nameOf(Order order);

/// The decisions that lead from the start to a place in the tree: see State::history.
using History = exec::PersistentVector<std::uint32_t>;

/// A feasible side that waits to be run.
struct Candidate {
  std::shared_ptr<State> snapshot; ///< stands at the choice; none: set aside, its history leads there again
  Node* node = nullptr;            ///< none: the start
  std::uint32_t alternative = 0;
  std::shared_ptr<const logic::Assignment> model; ///< of the side; none: the snapshot's own
  History history;                                ///< of the snapshot, when that was set aside
  exec::Ref<exec::Join> join;                     ///< of the snapshot
  bool goesOn = false;                            ///< the snapshot stands at no choice: it has taken that side already
};

/// The candidates, handed out in one of the orders. Equal contents and seed, equal order.
class Frontier {
public:
  Frontier(Order order, std::uint64_t seed) : order_(order), random_(seed) {}

  /// What Greedy goes for; without it, all is as far away.
  void aimAt(const exec::ChangedCode* code) { aim_ = code; }

  void push(Candidate candidate);
  [[nodiscard]] Candidate pop(); ///< requires !empty()
  /// Greedy: nothing that waits has met the change, or is on its way there.
  [[nodiscard]] bool isElsewhere() const { return !ranked_.empty() && ranked_.begin()->first.isElsewhere; }
  [[nodiscard]] bool empty() const { return waiting_.empty() && ranked_.empty(); }
  [[nodiscard]] std::size_t size() const { return waiting_.size() + ranked_.size(); }
  /// Drops the snapshots, which can be made again; the `kept` candidates that are next in turn keep theirs.
  std::size_t setAside(std::size_t kept);
  /// Whether a run that forks goes on with the side its model takes, or waits its turn like the others.
  [[nodiscard]] bool staysWithRun() const { return order_ == Order::DepthFirst; }

private:
  struct Rank {
    bool isElsewhere = false;   ///< Greedy: it did not meet the change, and never will
    std::uint64_t visits = 0;   ///< how often that side of that choice was taken before
    std::uint32_t distance = 0; ///< Greedy: to the change
    std::uint64_t number = 0;
    friend auto operator<=>(const Rank&, const Rank&) = default;
  };

  [[nodiscard]] bool isRanked() const { return order_ == Order::Coverage || order_ == Order::Greedy; }
  [[nodiscard]] Rank rankOf(const Candidate& candidate);

  Order order_;
  const exec::ChangedCode* aim_ = nullptr;
  std::mt19937_64 random_;
  std::deque<Candidate> waiting_;
  std::map<Rank, Candidate> ranked_; ///< Coverage and Greedy only
  std::map<std::array<std::uint32_t, 3>, std::uint64_t> visits_;
  std::uint64_t pushed_ = 0;
};

} // namespace beagle::explore
