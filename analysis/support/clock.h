#pragma once

#include <chrono>

namespace beagle::support {

/// Seam for time, so that tests decide what time it is.
class Clock {
public:
  virtual ~Clock() = default;
  [[nodiscard]] virtual std::chrono::steady_clock::time_point now() const = 0;
  [[nodiscard]] virtual std::chrono::system_clock::time_point wallTime() const = 0;
};

class SystemClock final : public Clock {
public:
  [[nodiscard]] std::chrono::steady_clock::time_point now() const override { return std::chrono::steady_clock::now(); }
  [[nodiscard]] std::chrono::system_clock::time_point wallTime() const override {
    return std::chrono::system_clock::now();
  }
};

/// A clock that stands still until it is told to move.
class FakeClock final : public Clock {
public:
  void advance(std::chrono::nanoseconds by) { elapsed_ += by; }
  [[nodiscard]] std::chrono::steady_clock::time_point now() const override {
    return std::chrono::steady_clock::time_point(elapsed_);
  }
  [[nodiscard]] std::chrono::system_clock::time_point wallTime() const override {
    return std::chrono::system_clock::time_point(
        std::chrono::duration_cast<std::chrono::system_clock::duration>(elapsed_));
  }

private:
  std::chrono::nanoseconds elapsed_{std::chrono::hours(1)};
};

} // namespace beagle::support
