#pragma once

#include "analysis/pipeline/text_trials.h"

#include <condition_variable>
#include <future>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace beagle::pipeline {

/// Looks for texts with which versions differ while somebody else explores: where a run takes a million steps, the
/// engine tries few inputs, and what few of them show comes late.
class TextSearch {
public:
  using Duration = support::Budget::Clock::duration;
  using Found = TextTrials::Found;

  /// Begins after a while: most comparisons need no help. `judge` is asked by another thread.
  TextSearch(TextTrials trials, TextTrials::Judge judge);
  ~TextSearch();
  TextSearch(const TextSearch&) = delete;
  TextSearch& operator=(const TextSearch&) = delete;

  /// Texts that came to something new.
  void offer(std::vector<std::string> texts);
  /// Who is to stop when a difference was found that the engine sees, too, or a run that does not end: somebody has to
  /// take it then.
  void interrupt(const support::CancelToken& exploring);
  /// Those with which versions differ so far, each once.
  [[nodiscard]] std::vector<Found> take();
  /// The same once it has found some, or was at work for so long.
  [[nodiscard]] std::vector<Found> wait(Duration time, const support::Budget& budget);
  [[nodiscard]] std::size_t count() const; ///< of texts that were run

private:
  void work();
  [[nodiscard]] bool sleep(Duration time);

  TextTrials trials_;
  const TextTrials::Judge judge_;
  mutable std::mutex mutex_; ///< of all that follows
  std::condition_variable changed_;
  std::vector<std::string> offered_;
  std::vector<Found> found_;
  std::optional<support::CancelToken> exploring_;
  std::optional<support::Budget::Clock::time_point> since_; ///< it is at work
  std::size_t count_ = 0;
  bool isSure_ = false, isOver_ = false;
  support::CancelToken stop_;
  std::future<void> worker_; ///< last: it uses the others
};

} // namespace beagle::pipeline
