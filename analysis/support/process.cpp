#include "analysis/support/process.h"

#include "analysis/support/files.h"
#include "analysis/support/process_watch.h"
#include "analysis/support/text.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace beagle::support {

namespace {

class Pipe {
public:
  bool open() { return ::pipe2(ends_.data(), O_CLOEXEC) == 0; }
  ~Pipe() {
    closeRead();
    closeWrite();
  }
  Pipe() = default;
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  [[nodiscard]] int read() const { return ends_[0]; }
  [[nodiscard]] int write() const { return ends_[1]; }
  void closeRead() { closeEnd(0); }
  void closeWrite() { closeEnd(1); }

private:
  void closeEnd(unsigned end) {
    if (ends_[end] >= 0) ::close(ends_[end]);
    ends_[end] = -1;
  }
  std::array<int, 2> ends_{-1, -1};
};

std::vector<char*> pointersTo(const std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

void setLimit(int resource, const std::optional<std::uint64_t>& value) {
  if (!value) return;
  const rlimit limit{*value, *value};
  ::setrlimit(static_cast<__rlimit_resource>(resource), &limit);
}

/// Held from a fork until the child has become its program. (The kernel makes one copy of our memory at a time
/// anyway.)
std::mutex& starts() {
  static std::mutex mutex;
  return mutex;
}

/// Runs between fork and exec: only async-signal-safe calls, everything else was prepared before.
[[noreturn]] void becomeChild(const Command& command, const std::string& program, char* const* arguments,
                              char* const* environment, const Pipe& in, const Pipe& out, const Pipe& err,
                              const Pipe& failure, pid_t parent) {
  ::setpgid(0, 0);
  // Who kills us leaves no build behind. The kernel means the thread that forked, which waits until the child ends.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);
  ::dup2(in.read(), STDIN_FILENO);
  ::dup2(out.write(), STDOUT_FILENO);
  ::dup2(err.write(), STDERR_FILENO);
  ::signal(SIGPIPE, SIG_DFL);
  setLimit(RLIMIT_AS, command.limits.addressSpace);
  setLimit(RLIMIT_FSIZE, command.limits.fileSize);
  setLimit(RLIMIT_CORE, 0);
  int code = 0;
  if (!command.folder.empty() && ::chdir(command.folder.c_str()) != 0) {
    code = errno;
  } else {
    ::execve(program.c_str(), arguments, environment);
    code = errno;
  }
  [[maybe_unused]] const ssize_t told = ::write(failure.write(), &code, sizeof code);
  ::_exit(127);
}

/// Whether the child has become its program, or has said why it cannot; waits a moment for it.
bool hasStarted(const Pipe& failure) {
  pollfd started{failure.read(), POLLIN, 0};
  return ::poll(&started, 1, 50) > 0;
}

/// Collects one stream of the child up to the limit, and cuts lines for the listener.
class Stream {
public:
  Stream(std::string& text, std::uint64_t limit) : text_(text), limit_(limit) {}

  void take(std::string_view chunk, bool& cut, const std::function<void(std::string_view)>& onLine) {
    std::string_view rest = onLine ? chunk : std::string_view();
    for (std::size_t end; (end = rest.find('\n')) != std::string_view::npos; rest.remove_prefix(end + 1)) {
      addToLine(rest.substr(0, end));
      onLine(line_);
      line_.clear();
    }
    addToLine(rest);
    const std::size_t room = limit_ - std::min<std::uint64_t>(limit_, text_.size());
    if (chunk.size() > room) cut = true;
    text_.append(chunk.substr(0, room));
  }

private:
  /// What is longer than the limit is cut: whoever writes no line's end must not fill our memory.
  void addToLine(std::string_view part) {
    line_.append(part.substr(0, limit_ - std::min<std::uint64_t>(limit_, line_.size())));
  }

  std::string& text_;
  std::uint64_t limit_;
  std::string line_;
};

} // namespace

std::string ProcessResult::describe() const {
  switch (end) {
  case End::Exited: return fmt::format("exited with status {}", code);
  case End::Signalled: return fmt::format("was ended by signal {} ({})", code, ::strsignal(code));
  case End::TimedOut: return "was stopped at its time limit";
  case End::Cancelled: return "was cancelled";
  case End::OverLimit: return fmt::format("was stopped at its limit: {}", limit);
  }
  return {};
}

std::optional<std::string> findProgram(const std::string& name) {
  if (name.find('/') != std::string::npos)
    return ::access(name.c_str(), X_OK) == 0 ? std::optional(name) : std::nullopt;
  const char* path = ::getenv("PATH");
  for (const std::string_view folder : split(path ? path : "/usr/local/bin:/usr/bin:/bin", ':')) {
    std::string candidate = joinPath(folder.empty() ? "." : folder, name);
    if (::access(candidate.c_str(), X_OK) == 0 && !DiskFiles().isFolder(candidate)) return candidate;
  }
  return std::nullopt;
}

Result<ProcessResult> SystemProcesses::run(const Command& command, const CancelToken& cancel) {
  const std::string& name = command.arguments.front();
  const std::optional<std::string> program = findProgram(name);
  if (!program) return cannotRun("{}: no such program", name);

  Pipe in, out, err, failure;
  if (!in.open() || !out.open() || !err.open() || !failure.open())
    return cannotRun("{}: cannot make a pipe: {}", name, std::strerror(errno));

  const std::vector<char*> arguments = pointersTo(command.arguments);
  const std::vector<char*> given = command.environment ? pointersTo(*command.environment) : std::vector<char*>{};
  char* const* environment = command.environment ? given.data() : environ;

  std::unique_lock starting(starts());
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child < 0) return cannotRun("{}: cannot start a process: {}", name, std::strerror(errno));
  if (child == 0) becomeChild(command, *program, arguments.data(), environment, in, out, err, failure, parent);
  ::setpgid(child, child);
  in.closeRead();
  out.closeWrite();
  err.closeWrite();
  failure.closeWrite();

  ProcessResult result;
  Stream output(result.output, command.limits.output);
  Stream errors(result.errors, command.limits.output);
  ::fcntl(in.write(), F_SETFL, O_NONBLOCK);
  std::string_view input = command.input;
  if (input.empty()) in.closeWrite();

  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  bool killed = false;
  auto kill = [&](ProcessResult::End why) {
    ::kill(-child, SIGKILL);
    result.end = why;
    killed = true;
  };

  ProcessWatch watch(child, command.limits);
  auto enforce = [&] {
    if (killed) return;
    if (cancel.cancelled()) {
      kill(ProcessResult::End::Cancelled);
    } else if (command.limits.wallTime && Clock::now() - begin > *command.limits.wallTime) {
      kill(ProcessResult::End::TimedOut);
    } else if (auto exceeded = watch.exceeded()) {
      kill(ProcessResult::End::OverLimit);
      result.limit = std::move(*exceeded);
    }
  };

  while (!hasStarted(failure)) enforce();
  starting.unlock();

  std::array<char, 1 << 16> buffer;
  bool exited = false;
  int status = 0;
  Clock::time_point drainUntil{};
  while (out.read() >= 0 || err.read() >= 0) {
    std::array<pollfd, 3> polled{pollfd{out.read(), POLLIN, 0}, pollfd{err.read(), POLLIN, 0},
                                 pollfd{in.write(), POLLOUT, 0}};
    ::poll(polled.data(), polled.size(), 50);
    auto drain = [&](Pipe& pipe, const pollfd& event, Stream& stream, const auto& onLine) {
      if (!(event.revents & (POLLIN | POLLHUP | POLLERR))) return;
      const ssize_t got = ::read(pipe.read(), buffer.data(), buffer.size());
      if (got > 0) stream.take({buffer.data(), static_cast<std::size_t>(got)}, result.outputCut, onLine);
      else if (got == 0 || errno != EINTR) pipe.closeRead();
    };
    drain(out, polled[0], output, command.onLine);
    drain(err, polled[1], errors, std::function<void(std::string_view)>());
    if (polled[2].revents & POLLOUT) {
      const ssize_t put = ::write(in.write(), input.data(), input.size());
      if (put > 0) input.remove_prefix(static_cast<std::size_t>(put));
      if (input.empty() || (put < 0 && errno != EAGAIN && errno != EINTR)) in.closeWrite();
    } else if (polled[2].revents & (POLLERR | POLLHUP)) {
      in.closeWrite();
    }
    enforce();
    // A grandchild may hold the streams open after the child itself has ended: it gets a moment, no more.
    if (!exited && ::waitpid(child, &status, WNOHANG) == child) {
      exited = true;
      drainUntil = Clock::now() + std::chrono::milliseconds(200);
    }
    if (exited && Clock::now() > drainUntil) break;
  }
  // The streams may be closed long before the end: the limits still hold.
  while (!exited) {
    if (::waitpid(child, &status, WNOHANG) == child) break;
    enforce();
    ::usleep(1000);
  }
  ::kill(-child, SIGKILL); // what it left behind

  int code = 0;
  if (::read(failure.read(), &code, sizeof code) == sizeof code)
    return cannotRun("{}: cannot be run: {}", name, std::strerror(code));
  if (!killed) {
    result.end = WIFSIGNALED(status) ? ProcessResult::End::Signalled : ProcessResult::End::Exited;
    result.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  }
  return result;
}

ProgramWriting::ProgramWriting() : starts_(starts()) {}

Result<ProcessResult> FakeProcesses::run(const Command& command, const CancelToken&) {
  commands.push_back(command);
  if (answers.empty()) return cannotRun("{}: the test prepared no answer", command.arguments.front());
  auto answer = std::move(answers.front());
  answers.pop_front();
  return answer;
}

} // namespace beagle::support
