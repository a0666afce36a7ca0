#pragma once

#include "analysis/solver/solver.h"

#include <chrono>
#include <memory>
#include <string>

namespace beagle::solver {

/// A solver in front of another one: answers what it can and asks below for the rest. Counts both, and tells
/// its own time from the time below.
class Layer : public Solver {
public:
  [[nodiscard]] Answer check(const Query& query) final;
  void statistics(std::vector<LayerStatistics>& out) const override;
  [[nodiscard]] std::uint64_t resources() const override { return below_->resources(); }

protected:
  Layer(std::string name, TermManager& terms, std::unique_ptr<Solver> below);

  [[nodiscard]] virtual Answer answer(const Query& query) = 0;
  [[nodiscard]] Answer ask(const Query& query);

  [[nodiscard]] TermManager& terms() { return terms_; }
  [[nodiscard]] const TermManager& terms() const { return terms_; }

  using Clock = std::chrono::steady_clock;

private:
  /// Something that grows evenly with time and is cheap to read: a query may pass a layer within a microsecond.
  [[nodiscard]] static std::uint64_t ticks() {
#ifdef __x86_64__
    return __builtin_ia32_rdtsc();
#else
    return static_cast<std::uint64_t>(Clock::now().time_since_epoch().count());
#endif
  }

  TermManager& terms_;
  std::unique_ptr<Solver> below_;
  LayerStatistics statistics_;
  bool asked_ = false;
  // In ticks; together with the time since the layer was made, they are seconds.
  std::uint64_t own_ = 0;
  std::uint64_t lower_ = 0;
  std::uint64_t firstTick_ = ticks();
  Clock::time_point made_ = Clock::now();
};

/// Counts one answer.
void count(LayerStatistics& statistics, const Answer& answer);

[[nodiscard]] std::string_view answerName(const Answer& answer); ///< "sat", "unsat", "unknown"

/// Path and goal as one conjunction: nothing twice, no constraint that is true; conjunctions are taken apart.
[[nodiscard]] std::vector<Term> constraintsOf(const TermManager& terms, const Query& query);

} // namespace beagle::solver
