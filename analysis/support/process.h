#pragma once

#include "analysis/support/budget.h"
#include "analysis/support/error.h"

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace beagle::support {

/// Limits of one child process and what it starts. Nothing set: no limit. The kernel holds those on address
/// space and file size; the others are watched, a few times a second.
struct ProcessLimits {
  std::optional<std::uint64_t> addressSpace; ///< bytes per process
  std::optional<std::uint64_t> fileSize;     ///< bytes of the largest file it may write
  std::optional<std::uint64_t> processes;    ///< threads at once, of all its processes together
  std::optional<std::uint64_t> memory;       ///< bytes of private memory of all its processes together
  std::optional<std::chrono::milliseconds> wallTime;
  std::uint64_t output = 64U << 20; ///< bytes kept of each of its two streams; the rest is read and dropped
};

struct Command {
  std::vector<std::string> arguments;                  ///< the program first; looked up in PATH without a '/'
  std::string folder;                                  ///< where it runs; empty: here
  std::optional<std::vector<std::string>> environment; ///< "NAME=value"; nothing: ours is inherited
  std::string input;                                   ///< its standard input
  std::string group; ///< the folder of a control group that it is in from the start; empty: in ours
  ProcessLimits limits;
  /// Called with each complete line of its standard output while it runs.
  std::function<void(std::string_view)> onLine;
};

struct ProcessResult {
  enum class End { Exited, Signalled, TimedOut, Cancelled, OverLimit } end = End::Exited;
  int code = 0;      ///< exit status or signal number
  std::string limit; ///< which limit ended it: "more than 64 processes at once"
  std::string output;
  std::string errors;
  bool outputCut = false;

  [[nodiscard]] bool ok() const { return end == End::Exited && code == 0; }
  [[nodiscard]] std::string describe() const; ///< "exited with status 2", "was stopped after its time limit"
};

/// Seam for child processes.
class Processes {
public:
  virtual ~Processes() = default;
  /// An error only when it could not be started; every other end is a result. Its whole process group is
  /// gone when this returns.
  [[nodiscard]] virtual Result<ProcessResult> run(const Command& command, const CancelToken& cancel = {}) = 0;
};

class SystemProcesses final : public Processes {
public:
  [[nodiscard]] Result<ProcessResult> run(const Command& command, const CancelToken& cancel = {}) override;
};

/// To be held by whoever writes a file that is going to be run. A child has the files that are open here until it
/// has become its program, and the kernel runs no file that is open for writing ("text file busy"): no process
/// starts meanwhile.
class ProgramWriting {
public:
  ProgramWriting();

private:
  std::unique_lock<std::mutex> starts_;
};

/// Records the commands and answers with what the test prepared; past that, an error.
class FakeProcesses final : public Processes {
public:
  std::vector<Command> commands;
  std::deque<Result<ProcessResult>> answers;

  [[nodiscard]] Result<ProcessResult> run(const Command& command, const CancelToken& cancel = {}) override;
};

/// The file that PATH (or the given list of folders) leads to, if any.
[[nodiscard]] std::optional<std::string> findProgram(const std::string& name);

} // namespace beagle::support
