#include "analysis/solver/z3_watcher.h"

#include <chrono>

namespace beagle::solver {

namespace {
constexpr std::chrono::milliseconds interval{10};
}

Z3Watcher::~Z3Watcher() {
  {
    const std::scoped_lock lock(mutex_);
    end_ = true;
  }
  ended_.notify_one();
  if (thread_.joinable()) thread_.join();
}

void Z3Watcher::enter(Z3_context context) {
  const std::scoped_lock lock(mutex_);
  active_ = context;
  if (context && !thread_.joinable()) thread_ = std::thread([this] { run(); });
}

void Z3Watcher::run() {
  std::unique_lock lock(mutex_);
  // Again and again: an interrupt that comes before Z3 has begun is lost.
  while (!ended_.wait_for(lock, interval, [this] { return end_; }))
    if (active_ && cancel_.cancelled()) Z3_interrupt(active_);
}

} // namespace beagle::solver
