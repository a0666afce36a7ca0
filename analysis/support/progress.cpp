#include "analysis/support/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

namespace beagle::support {

namespace {
constexpr auto redrawEvery = std::chrono::milliseconds(80);
constexpr auto plainLineEvery = std::chrono::seconds(10);
} // namespace

Progress::~Progress() { endPhase(); }

void Progress::begin(std::string phase, std::size_t total) {
  const std::scoped_lock lock(mutex_);
  if (!phase_.empty() && phase == phase_) {
    ++sharers_;
    total_ += total;
    return;
  }
  endPhase();
  phase_ = std::move(phase);
  sharers_ = 1;
  total_ = total;
  done_ = found_ = 0;
  deadline_.reset();
  lastDrawn_ = clock_.now();
  if (stream_ && terminal_.interactive) draw({}, false);
}

void Progress::step(std::string_view what) {
  const std::scoped_lock lock(mutex_);
  ++done_;
  if (isDue()) draw(what, false);
}

void Progress::show(std::string_view what) {
  const std::scoped_lock lock(mutex_);
  if (isDue()) draw(what, false);
}

void Progress::found(std::size_t more) {
  const std::scoped_lock lock(mutex_);
  found_ += more;
}

void Progress::endsBy(std::chrono::steady_clock::time_point deadline) {
  const std::scoped_lock lock(mutex_);
  deadline_ = deadline;
}

bool Progress::isDue() {
  if (!stream_ || phase_.empty()) return false;
  const auto every = terminal_.interactive ? std::chrono::steady_clock::duration(redrawEvery) : plainLineEvery;
  const auto now = clock_.now();
  if (now - lastDrawn_ < every) return false;
  lastDrawn_ = now;
  return true;
}

void Progress::finish() {
  const std::scoped_lock lock(mutex_);
  if (sharers_ > 1) --sharers_;
  else endPhase();
}

void Progress::endPhase() {
  if (phase_.empty()) return;
  if (stream_) draw({}, true);
  phase_.clear();
  sharers_ = 0;
}

/// "3/12, 2 found, 41 s left"
std::string Progress::state() const {
  std::string text = total_ ? fmt::format("{}/{}", done_, total_) : done_ ? fmt::format("{}", done_) : "";
  if (found_ > 0) text += fmt::format(", {} found", found_);
  if (deadline_) {
    const auto left = std::chrono::duration_cast<std::chrono::seconds>(*deadline_ - clock_.now()).count();
    text += fmt::format(", {} s left", std::max<std::int64_t>(left, 0));
  }
  return text;
}

void Progress::draw(std::string_view what, bool last) {
  const std::string count = state();
  if (!terminal_.interactive) {
    if (last) return;
    return tell(stream_, fmt::format("{} {}\n", phase_, count.empty() ? what : count));
  }
  if (last) return tell(stream_, "\r\x1b[K"); // the bar leaves no trace
  std::string bar;
  if (total_) {
    constexpr std::size_t cells = 20;
    const std::size_t full = std::min(cells, done_ * cells / total_);
    for (std::size_t i = 0; i < cells; ++i) bar += i < full ? "█" : "░";
    bar += ' ';
  }
  std::string line = count.empty() ? phase_ : fmt::format("{} {}", phase_, count);
  const std::size_t taken = line.size() + (total_ ? 24 : 1);
  const std::size_t room = terminal_.width > taken ? terminal_.width - taken : 0;
  if (what.size() + 1 < room) line += fmt::format(" {}", what);
  tell(stream_, fmt::format("\r\x1b[K{}{}", bar, paint(terminal_, Colour::Dim, line)));
}

} // namespace beagle::support
