#include "analysis/pipeline/text_search.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace beagle::pipeline {

using Clock = support::Budget::Clock;

namespace {

constexpr std::chrono::milliseconds mostWithoutTexts{300};
constexpr std::chrono::milliseconds perRound{500}; ///< what is offered meanwhile is tried then
constexpr std::size_t mostUnsure = 3;              ///< found, of which the engine says nothing
constexpr std::chrono::milliseconds look{50};      // nobody tells when the run is cancelled

} // namespace

TextSearch::TextSearch(TextTrials trials, TextTrials::Judge judge)
    : trials_(std::move(trials)), judge_(std::move(judge)) {
  worker_ = std::async(std::launch::async, [this] { work(); });
}

TextSearch::~TextSearch() {
  {
    const std::scoped_lock lock(mutex_);
    stop_.cancel();
  }
  changed_.notify_all();
  worker_.wait();
}

void TextSearch::offer(std::vector<std::string> texts) {
  const std::scoped_lock lock(mutex_);
  std::ranges::move(texts, std::back_inserter(offered_));
}

void TextSearch::interrupt(const support::CancelToken& exploring) {
  const std::scoped_lock lock(mutex_);
  exploring_ = exploring;
  if (isSure_) exploring.cancel();
}

std::vector<TextSearch::Found> TextSearch::take() {
  const std::scoped_lock lock(mutex_);
  isSure_ = false;
  changed_.notify_all();
  return std::exchange(found_, {});
}

std::vector<TextSearch::Found> TextSearch::wait(Duration time, const support::Budget& budget) {
  {
    std::unique_lock lock(mutex_);
    const auto isEnough = [&] { return since_ && Clock::now() - *since_ >= time; };
    while (found_.empty() && !isOver_ && !isEnough() && !budget.exhausted()) changed_.wait_for(lock, look);
  }
  return take();
}

std::size_t TextSearch::count() const {
  const std::scoped_lock lock(mutex_);
  return count_;
}

/// Whether it may go on then.
bool TextSearch::sleep(Duration time) {
  std::unique_lock lock(mutex_);
  const auto end = Clock::now() + time;
  while (Clock::now() < end && !stop_.cancelled()) changed_.wait_until(lock, end); // stop_ is set under the lock
  return !stop_.cancelled();
}

void TextSearch::work() {
  const auto end = [&] {
    const std::scoped_lock lock(mutex_);
    isOver_ = true;
    changed_.notify_all();
  };
  if (!sleep(mostWithoutTexts)) return end();
  {
    const std::scoped_lock lock(mutex_);
    since_ = Clock::now();
  }
  std::size_t unsure = 0;
  while (!stop_.cancelled() && !trials_.isOver() && unsure < mostUnsure) {
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return !isSure_ || stop_.cancelled(); }); // it may turn out to be nothing
      trials_.begin(std::exchange(offered_, {}));
    }
    const std::size_t before = trials_.count();
    std::vector<Found> found = trials_.run(support::Budget(stop_).limitTime(perRound), judge_);
    const auto isSound = [](const Found& one) {
      return one.isEndless || one.judgement == TextTrials::Judgement::Sound;
    };
    const bool isSure = std::ranges::any_of(found, isSound);
    if (trials_.count() == before && !sleep(look)) break;
    const std::scoped_lock lock(mutex_);
    count_ = trials_.count();
    if (found.empty() || stop_.cancelled()) continue;
    std::ranges::move(found, std::back_inserter(found_));
    changed_.notify_all();
    unsure += isSure ? 0 : 1;
    isSure_ |= isSure;
    if (isSure && exploring_) exploring_->cancel();
  }
  end();
}

} // namespace beagle::pipeline
