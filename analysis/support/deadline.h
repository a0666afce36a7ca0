#pragma once

#include "analysis/support/budget.h"

#include <condition_variable>
#include <mutex>
#include <thread>

namespace beagle::support {

/// Cancels a token of its own when its time is over, or when another one is cancelled. For work that looks at nothing
/// but a token, such as a solver in the middle of a question.
class Deadline {
public:
  Deadline(CancelToken outer, Budget::Clock::duration time)
      : outer_(std::move(outer)), end_(Budget::Clock::now() + time), watcher_([this] { watch(); }) {}
  ~Deadline() {
    {
      const std::scoped_lock lock(mutex_);
      isOver_ = true;
    }
    wake_.notify_all();
    watcher_.join();
  }
  Deadline(const Deadline&) = delete;
  Deadline& operator=(const Deadline&) = delete;

  [[nodiscard]] const CancelToken& token() const { return token_; }

private:
  void watch() {
    constexpr auto look = std::chrono::milliseconds(50); // nobody tells when the outer one is cancelled
    std::unique_lock lock(mutex_);
    while (!isOver_) {
      const auto now = Budget::Clock::now();
      if (now >= end_ || outer_.cancelled()) {
        token_.cancel();
        return;
      }
      wake_.wait_until(lock, std::min(end_, now + look));
    }
  }

  CancelToken outer_, token_;
  Budget::Clock::time_point end_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool isOver_ = false;
  std::thread watcher_;
};

} // namespace beagle::support
