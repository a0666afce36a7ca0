#pragma once

#include "analysis/support/clock.h"
#include "analysis/support/terminal.h"

#include <chrono>
#include <cstdio>
#include <mutex>
#include <optional>
#include <string>

namespace beagle::support {

/// How far a phase of work has come: a bar that redraws itself on a terminal, a plain line now and then in a
/// file or CI log, nothing when silent. Safe from several threads.
class Progress {
public:
  /// `stream` null: silent.
  Progress(std::FILE* stream, Terminal terminal, const Clock& clock)
      : stream_(stream), terminal_(terminal), clock_(clock) {}
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();

  /// Begins a phase of `total` steps; 0 when nobody knows. One that others are in, as both versions are
  /// compiled at the same time, has the steps of all, and ends when each of them has finished.
  void begin(std::string phase, std::size_t total);
  void step(std::string_view what = {});
  /// Says how far it is without counting.
  void show(std::string_view what);
  void finish();
  /// What a phase says besides: how much it has found so far, and when it ends at the latest. Both end with it.
  void found(std::size_t more);
  void endsBy(std::chrono::steady_clock::time_point deadline);

private:
  [[nodiscard]] bool isDue();
  void endPhase();
  [[nodiscard]] std::string state() const;
  void draw(std::string_view what, bool last);

  std::FILE* stream_;
  Terminal terminal_;
  const Clock& clock_;
  std::mutex mutex_;
  std::string phase_;
  std::size_t sharers_ = 0; ///< that have begun the phase and not finished
  std::size_t total_ = 0;
  std::size_t done_ = 0;
  std::size_t found_ = 0;
  std::optional<std::chrono::steady_clock::time_point> deadline_;
  std::chrono::steady_clock::time_point lastDrawn_{};
};

} // namespace beagle::support
