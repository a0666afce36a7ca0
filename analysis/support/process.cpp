#include "analysis/support/process.h"

#include "analysis/support/files.h"
#include "analysis/support/process_watch.h"
#include "analysis/support/text.h"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
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

/// Held while a child becomes its program.
std::mutex& starts() {
  static std::mutex mutex;
  return mutex;
}

/// All that a child is told; prepared before there is one.
struct Child {
  const Command& command;
  const std::string& program;
  char* const* arguments;
  char* const* environment;
  const Pipe &in, &out, &err, &failure;
  std::string groupFile; ///< who writes to it is in the group
  pid_t parent = 0;
  sigset_t signals{}; ///< that are blocked here
};

/// What keeps a child from becoming its program.
struct Obstacle {
  bool isGroup = false;
  int code = 0;
};

bool enterGroup(const std::string& file) {
  if (file.empty()) return true;
  const int opened = ::open(file.c_str(), O_WRONLY | O_CLOEXEC);
  return opened >= 0 && ::write(opened, "0", 1) == 1;
}

/// Runs in our memory until it becomes its program: only async-signal-safe calls, and nothing is changed.
__attribute__((no_sanitize("address", "undefined"))) int becomeChild(void* argument) {
  const Child& child = *static_cast<const Child*>(argument);
  // No handler of ours runs in it: it would change what is ours.
  for (int number = 1; number < NSIG; ++number)
    if (struct sigaction now;
        ::sigaction(number, nullptr, &now) == 0 && now.sa_handler != SIG_IGN && now.sa_handler != SIG_DFL)
      ::signal(number, SIG_DFL);
  ::signal(SIGPIPE, SIG_DFL);
  ::sigprocmask(SIG_SETMASK, &child.signals, nullptr);
  ::setpgid(0, 0);
  // Who kills us leaves no build behind. The kernel means the thread that started it, which waits until the child ends.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != child.parent) ::_exit(127);
  ::dup2(child.in.read(), STDIN_FILENO);
  ::dup2(child.out.write(), STDOUT_FILENO);
  ::dup2(child.err.write(), STDERR_FILENO);
  setLimit(RLIMIT_AS, child.command.limits.addressSpace);
  setLimit(RLIMIT_FSIZE, child.command.limits.fileSize);
  setLimit(RLIMIT_CORE, 0);
  const std::string& folder = child.command.folder;
  const bool isInGroup = enterGroup(child.groupFile);
  if (isInGroup && (folder.empty() || ::chdir(folder.c_str()) == 0))
    ::execve(child.program.c_str(), child.arguments, child.environment);
  const Obstacle obstacle{!isInGroup, errno};
  [[maybe_unused]] const ssize_t told = ::write(child.failure.write(), &obstacle, sizeof obstacle);
  ::_exit(127);
}

/// Comes back when the child has become its program, or has said why it cannot. Our memory is not copied for that
/// moment: with all that an analysis has, and writes to meanwhile, that would cost more than most commands. Nothing
/// ends it while it opens its program.
pid_t start(Child& child) {
  constexpr std::size_t stackSize = 64U << 10; // for a few system calls
  const auto stack = std::make_unique_for_overwrite<std::byte[]>(stackSize);
  sigset_t all;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_BLOCK, &all, &child.signals);
  const pid_t pid = ::clone(becomeChild, stack.get() + stackSize, CLONE_VM | CLONE_VFORK | SIGCHLD, &child);
  const int code = errno;
  ::pthread_sigmask(SIG_SETMASK, &child.signals, nullptr);
  errno = code;
  return pid;
}

/// Writes what the child's input has room for. That nobody reads on is an error to tell, not our end: the signal for
/// it, which the kernel means for this thread alone, is taken back.
ssize_t offer(const Pipe& in, std::string_view input) {
  sigset_t broken, before;
  ::sigemptyset(&broken);
  ::sigaddset(&broken, SIGPIPE);
  ::pthread_sigmask(SIG_BLOCK, &broken, &before);
  const ssize_t put = ::write(in.write(), input.data(), input.size());
  const int code = errno;
  constexpr timespec now{};
  if (put < 0 && code == EPIPE) ::sigtimedwait(&broken, nullptr, &now);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = code;
  return put;
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
  Child prepared{.command = command,
                 .program = *program,
                 .arguments = arguments.data(),
                 .environment = environment,
                 .in = in,
                 .out = out,
                 .err = err,
                 .failure = failure,
                 .groupFile = command.group.empty() ? "" : command.group + "/cgroup.procs",
                 .parent = ::getpid()};
  const pid_t child = start(prepared);
  if (child < 0) return cannotRun("{}: cannot start a process: {}", name, std::strerror(errno));
  starting.unlock();
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
      const ssize_t put = offer(in, input);
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

  Obstacle obstacle;
  if (::read(failure.read(), &obstacle, sizeof obstacle) == sizeof obstacle)
    return obstacle.isGroup ? cannotRun("{}: cannot enter the control group {}: {}", name, command.group,
                                        std::strerror(obstacle.code))
                            : cannotRun("{}: cannot be run: {}", name, std::strerror(obstacle.code));
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
