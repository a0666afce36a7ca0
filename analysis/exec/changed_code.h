#pragma once

#include "analysis/exec/state.h"
#include "analysis/ir/program.h"
#include "analysis/ir/source_lines.h"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace beagle::exec {

/// Where a change is in what an entry may call, and what of it is ahead of a run.
class ChangedCode {
public:
  /// What a run may come through.
  enum Mark : std::uint32_t {
    Target = 1,     ///< what changed in the source: how far it is to there is known in blocks, calls included
    Difference = 2, ///< code that differs from the other version's
    FirstPlace = 4, ///< the first of `mostPlaces` places that somebody wants to be told apart
  };
  static constexpr unsigned mostPlaces = 30;
  /// A byte per block of the function, 0 for those that do the same in both versions; empty: all do.
  using Differences = std::function<std::span<const std::uint8_t>(ir::FunctionIndex)>;

  /// Without `differences`, any code may differ.
  ChangedCode(const ir::Program& program, ir::FunctionIndex entry, const ir::SourceLines& lines,
              const Differences& differences = {});

  /// Tells places apart and no more. `places`: as `addPlaces` has them.
  ChangedCode(ir::FunctionIndex function, std::span<const std::uint32_t> places) { addPlaces(function, places); }

  /// For each block of the function, a bit for each place that it is at; none: there are no places.
  void addPlaces(ir::FunctionIndex function, std::span<const std::uint32_t> places);
  /// Those that a run has come through.
  [[nodiscard]] static std::uint32_t placesMet(const State& state) { return state.met / FirstPlace; }

  /// There is nothing to go for.
  [[nodiscard]] bool empty() const { return !has(Target); }
  /// Some code is known to differ from the other version's.
  [[nodiscard]] bool hasDifferences() const { return knowsDifferences_ && has(Difference); }
  /// The marks of each block; none: nothing is in the function.
  [[nodiscard]] const std::uint32_t* blocksOf(ir::FunctionIndex function) const;
  /// From where the state is, or from where it is once it has taken that side of its choice, to a target; nothing: it
  /// never comes there.
  [[nodiscard]] std::optional<std::uint32_t> distance(const State& state) const;
  [[nodiscard]] std::optional<std::uint32_t> distance(const State& state, const Choice& choice,
                                                      std::uint32_t alternative) const;
  /// Whether the run does the same in the other version, whatever comes: it has met no difference, and never will.
  [[nodiscard]] bool isSameInBoth(const State& state, const Choice& choice, std::uint32_t alternative) const;

private:
  static constexpr std::uint32_t never = ~0U;
  struct Known {
    std::vector<std::uint32_t> marks;                    ///< by block
    std::array<std::vector<std::uint32_t>, 2> distances; ///< by block: to targets, to differences
    [[nodiscard]] std::vector<std::uint32_t>& to(Mark mark) { return distances[mark == Target ? 0 : 1]; }
    [[nodiscard]] const std::vector<std::uint32_t>& to(Mark mark) const { return distances[mark == Target ? 0 : 1]; }
    std::uint32_t all = 0;    ///< of the marks
    bool isPointedAt = false; ///< it may be called through a pointer
  };
  /// Who calls, and what leads where.
  struct Ways;

  void collect(const ir::Program& program, ir::FunctionIndex entry);
  void mark(const ir::Program& program, const ir::SourceLines& lines);
  void markDifferences(const ir::Program& program, ir::FunctionIndex entry, const Differences& differences);
  void chooseTargets();
  void measure(Mark mark, const Ways& ways);
  [[nodiscard]] bool has(Mark mark) const { return (marks_ & mark) != 0; }
  [[nodiscard]] std::uint32_t from(Mark mark, const Frame& frame, ir::BlockIndex block) const;
  [[nodiscard]] std::uint32_t fromCallers(Mark mark, const State& state) const;
  [[nodiscard]] std::uint32_t nearest(Mark mark, const State& state, const Choice& choice,
                                      std::uint32_t alternative) const;

  std::vector<ir::FunctionIndex> functions_;
  std::unordered_map<ir::FunctionIndex, Known> known_;
  std::uint32_t marks_ = 0;
  bool looksEverywhere_ = false;  ///< in the system's and the runtime's code, too
  bool knowsDifferences_ = false; ///< else any code may differ
};

} // namespace beagle::exec
