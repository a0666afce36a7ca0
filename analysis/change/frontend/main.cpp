// beagle-cc: compiles units to bitcode and writes down what the comparison of two versions needs to know of
// them. Jobs come as JSON lines on standard input, answers go as JSON lines to standard output.
//
// Each unit is compiled in a process of its own, forked from one that has loaded the compiler already: a crash
// takes one unit with it, and starting costs next to nothing.
//
// beagle-cc [JOBS [SECONDS]]: so many units at once, and so much of the processor's time for each.
//
// beagle-cc --clang ARGUMENT... [--then ARGUMENT...]...: compiles one file or links objects as clang does, and is ready
// sooner; then the next, until one fails. Of several, the exit code is the number of that one, counted from 1.

#include "analysis/change/frontend/job.h"
#include "analysis/change/frontend/plain_compile.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <map>
#include <string>
#include <vector>

namespace {

using beagle::change::CompileAnswer;
using beagle::change::CompileJob;

struct Running {
  std::size_t job;
  int answer; ///< pipe from the child
};

std::string readAll(int descriptor) {
  std::string text;
  char buffer[4096];
  for (ssize_t got; (got = ::read(descriptor, buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<std::size_t>(got));
  ::close(descriptor);
  return text;
}

std::string howItEnded(int status, rlim_t seconds) {
  if (!WIFSIGNALED(status)) return "ended without an answer";
  if (WTERMSIG(status) == SIGXCPU)
    return "was stopped at its time limit, " + std::to_string(seconds) + " s of the processor";
  return std::string("was ended by signal ") + ::strsignal(WTERMSIG(status));
}

void collect(std::map<pid_t, Running>& running, rlim_t seconds) {
  // Answers are a line each and much smaller than a pipe, diagnostics included (they are cut): the child never
  // waits for us, so waiting for it first is safe.
  int status = 0;
  const pid_t child = ::wait(&status);
  const auto it = running.find(child);
  if (it == running.end()) return;
  std::string text = readAll(it->second.answer);
  if (text.empty()) {
    text = toJson(CompileAnswer{false, "the compiler " + howItEnded(status, seconds)}, it->second.job);
  }
  std::cout << text << std::endl;
  running.erase(it);
}

bool start(const CompileJob& job, std::size_t number, std::map<pid_t, Running>& running, rlim_t seconds) {
  int ends[2];
  if (::pipe(ends) != 0) return false;
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(ends[0]);
    const rlimit time{seconds, RLIM_INFINITY};
    if (seconds > 0) ::setrlimit(RLIMIT_CPU, &time);
    const std::string text = toJson(beagle::change::compileUnit(job), number);
    [[maybe_unused]] const ssize_t told = ::write(ends[1], text.data(), text.size());
    ::_exit(0); // nothing is worth tidying up
  }
  ::close(ends[1]);
  if (child < 0) {
    ::close(ends[0]);
    return false;
  }
  running[child] = {number, ends[0]};
  return true;
}

[[noreturn]] void compileAsClang(const std::vector<std::string>& arguments) {
  ::_exit(beagle::change::compilePlainly(arguments)); // nothing is worth tidying up
}

/// Each of several in a process of its own: the compiler can be made ready only once.
[[noreturn]] void compileOneByOne(char** word, char** end) {
  for (int number = 1;; ++number) {
    char** const next = std::find_if(word, end, [](const char* one) { return std::strcmp(one, "--then") == 0; });
    if (number == 1 && next == end) compileAsClang({word, next});
    int status = 0;
    const pid_t child = ::fork();
    if (child == 0) compileAsClang({word, next});
    const bool isDone = child > 0 && ::waitpid(child, &status, 0) == child;
    if (!isDone) std::cerr << "beagle-cc: cannot start a process: " << std::strerror(errno) << std::endl;
    else if (WIFSIGNALED(status)) std::cerr << "beagle-cc: the compiler " << howItEnded(status, 0) << std::endl;
    if (!isDone || status != 0) ::_exit(std::min(number, 255));
    if (next == end) ::_exit(0);
    word = next + 1;
  }
}

} // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::strcmp(argv[1], "--clang") == 0) compileOneByOne(argv + 2, argv + argc);
  const unsigned parallel = argc > 1 ? std::max(1, std::atoi(argv[1])) : 1;
  const rlim_t seconds = argc > 2 ? static_cast<rlim_t>(std::max(1, std::atoi(argv[2]))) : 0; // 0: no limit
  std::map<pid_t, Running> running;
  std::string line;
  for (std::size_t number = 0; std::getline(std::cin, line); ++number) {
    while (running.size() >= parallel) collect(running, seconds);
    const auto job = beagle::change::jobFromJson(line);
    if (!job) {
      std::cout << toJson(CompileAnswer{false, job.error().str()}, number) << std::endl;
    } else if (!start(*job, number, running, seconds)) {
      std::cout << toJson(CompileAnswer{false, std::string("cannot start a process: ") + std::strerror(errno)}, number)
                << std::endl;
    }
  }
  while (!running.empty()) collect(running, seconds);
}
