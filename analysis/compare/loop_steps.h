#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace beagle::compare {

/// The beginning of a loop: its function and its first instruction. `noLoop`: where a function begins.
using LoopPlace = std::uint64_t;
constexpr LoopPlace noLoop = ~std::uint64_t{0};

/// What a trial run of one version came to the beginning of a loop with.
struct LoopVisit {
  LoopPlace place = noLoop;
  std::vector<std::uint64_t> values; ///< numbers that live there, in any order; the memory, too
};

/// Which turns of the loops of two versions belong together. Runs on the same inputs are laid side by side so that
/// what they hold fits best; from one such place, one version leads to the next, and the other one follows with as many
/// turns as it needs. So unrolled and peeled loops keep step with what they were made of, each loop at its own pace.
/// A guess: whoever uses it proves what comes of it.
class LoopSteps {
public:
  using Places = std::pair<LoopPlace, LoopPlace>; ///< in base, in head
  struct Step {
    bool baseLeads = false;
    std::map<LoopPlace, std::uint32_t> turns; ///< of the other one, by where the leading one comes to
  };

  /// Takes note of what both came to on one input, in order.
  void learn(const std::vector<LoopVisit>& base, const std::vector<LoopVisit>& head);
  /// When that is all.
  void decide();

  /// Whether some loop needs more, or fewer, turns than the other version's.
  [[nodiscard]] bool isUneven() const;
  /// How both go on from there; null: as if they had one pace.
  [[nodiscard]] const Step* from(Places places) const;

private:
  struct Moves {
    Places to;
    std::uint32_t base = 0, head = 0; ///< loops' beginnings that each came to, the last one included
    friend auto operator<=>(const Moves&, const Moves&) = default;
  };
  std::map<Places, std::map<Moves, double>> seen_; ///< and how much speaks for it
  std::map<Places, Step> steps_;
};

} // namespace beagle::compare
