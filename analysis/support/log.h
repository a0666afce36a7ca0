#pragma once

#include "analysis/support/terminal.h"

#include <fmt/format.h>

#include <cstdio>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace beagle::support {

/// Messages for the person at the terminal; never part of a report. Safe from several threads.
class Log {
public:
  enum class Level { Quiet, Normal, Verbose };

  virtual ~Log() = default;
  virtual void warning(std::string_view text) = 0; ///< shown at every level
  virtual void info(std::string_view text) = 0;    ///< shown unless quiet
  virtual void detail(std::string_view text) = 0;  ///< shown when verbose
};

/// Writes to standard error.
class StreamLog final : public Log {
public:
  StreamLog(std::FILE* stream, Terminal terminal, Level level) : stream_(stream), terminal_(terminal), level_(level) {}

  void warning(std::string_view text) override {
    put(paint(terminal_, Colour::Yellow, "warning: ") + std::string(text));
  }
  void info(std::string_view text) override {
    if (level_ != Level::Quiet) put(std::string(text));
  }
  void detail(std::string_view text) override {
    if (level_ == Level::Verbose) put(paint(terminal_, Colour::Dim, text));
  }

private:
  void put(const std::string& line) {
    const std::scoped_lock lock(mutex_);
    // A progress bar may stand on this line: the message overwrites it.
    tell(stream_, fmt::format("{}{}\n", terminal_.interactive ? "\r\x1b[K" : "", line));
  }

  std::FILE* stream_;
  Terminal terminal_;
  Level level_;
  std::mutex mutex_;
};

/// Keeps what was said, for tests.
class RecordingLog final : public Log {
public:
  std::vector<std::string> warnings, infos;
  void warning(std::string_view text) override { warnings.emplace_back(text); }
  void info(std::string_view text) override { infos.emplace_back(text); }
  void detail(std::string_view) override {}
};

} // namespace beagle::support
