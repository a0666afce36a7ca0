#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>

namespace beagle::support {

/// Shared "please stop" flag; copies refer to the same flag. Safe to set from a signal handler's thread.
class CancelToken {
public:
  CancelToken() : flag_(std::make_shared<std::atomic<bool>>(false)) {}

  void cancel() const { flag_->store(true, std::memory_order_relaxed); }
  [[nodiscard]] bool cancelled() const { return flag_->load(std::memory_order_relaxed); }
  /// The flag itself, for code that may only touch an atomic (a signal handler).
  [[nodiscard]] std::atomic<bool>* raw() const { return flag_.get(); }

private:
  std::shared_ptr<std::atomic<bool>> flag_;
};

/// What a piece of work may cost: steps (deterministic) and a deadline (which only cuts).
class Budget {
public:
  using Clock = std::chrono::steady_clock;

  Budget() = default;
  explicit Budget(CancelToken cancel) : cancel_(std::move(cancel)) {}

  Budget& limitSteps(std::uint64_t steps) {
    steps_ = steps;
    return *this;
  }
  Budget& limitTime(Clock::duration time) {
    deadline_ = Clock::now() + time;
    return *this;
  }

  /// Takes `count` steps; false when they are no longer there.
  bool spend(std::uint64_t count = 1) {
    if (!steps_) return true;
    if (*steps_ < count) {
      steps_ = 0;
      return false;
    }
    *steps_ -= count;
    return true;
  }

  [[nodiscard]] bool exhausted() const {
    return cancel_.cancelled() || (steps_ && *steps_ == 0) || (deadline_ && Clock::now() >= *deadline_);
  }
  [[nodiscard]] const CancelToken& cancel() const { return cancel_; }
  [[nodiscard]] std::optional<Clock::time_point> deadline() const { return deadline_; }

private:
  CancelToken cancel_;
  std::optional<std::uint64_t> steps_;
  std::optional<Clock::time_point> deadline_;
};

} // namespace beagle::support
