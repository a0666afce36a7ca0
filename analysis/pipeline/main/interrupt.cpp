#include "analysis/pipeline/main/interrupt.h"

#include <signal.h>

#include <chrono>

namespace beagle::pipeline {

namespace {

using Clock = std::chrono::steady_clock;

/// What ends a program by signalling it and then its whole group, as `timeout` does, asks once.
constexpr Clock::duration sameRequest = std::chrono::milliseconds(500);

// A signal handler can reach nothing else.
std::atomic<bool>* cancelFlag = nullptr;
std::atomic<Clock::rep> asked = 0;

void onSignal(int signal) {
  const Clock::rep now = Clock::now().time_since_epoch().count();
  Clock::rep first = 0;
  if (asked.compare_exchange_strong(first, now)) {
    cancelFlag->store(true, std::memory_order_relaxed);
    return;
  }
  if (now - first < sameRequest.count()) return;
  ::signal(signal, SIG_DFL);
  ::raise(signal);
}

} // namespace

void cancelOnSignals(std::atomic<bool>& flag) {
  cancelFlag = &flag;
  struct sigaction action{};
  action.sa_handler = onSignal;
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
}

} // namespace beagle::pipeline
