#pragma once

#include "analysis/solver/z3_context.h"
#include "analysis/support/budget.h"

#include <condition_variable>
#include <mutex>
#include <thread>

namespace beagle::solver {

/// Interrupts the Z3 call that is under way once the token is cancelled. Z3 looks at nothing but its own
/// flag, and a token has nobody to wake: a thread looks at it now and then while calls are made.
class Z3Watcher {
public:
  explicit Z3Watcher(support::CancelToken cancel) : cancel_(std::move(cancel)) {}
  ~Z3Watcher();
  Z3Watcher(const Z3Watcher&) = delete;
  Z3Watcher& operator=(const Z3Watcher&) = delete;

  [[nodiscard]] bool cancelled() const { return cancel_.cancelled(); }
  [[nodiscard]] const support::CancelToken& token() const { return cancel_; }

  /// A call into `context` is under way as long as this lives.
  class Call {
  public:
    Call(Z3Watcher& watcher, Z3Context& context) : watcher_(watcher) { watcher_.enter(context.raw()); }
    ~Call() { watcher_.enter(nullptr); }
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;

  private:
    Z3Watcher& watcher_;
  };

private:
  void enter(Z3_context context);
  void run();

  support::CancelToken cancel_;
  std::mutex mutex_;
  std::condition_variable ended_;
  Z3_context active_ = nullptr;
  bool end_ = false;
  std::thread thread_; ///< from the first call on
};

} // namespace beagle::solver
