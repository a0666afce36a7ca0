#include "analysis/support/process.h"
#include "test/temporary_folder.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>

#include <atomic>
#include <fstream>
#include <thread>

namespace beagle::support {
namespace {

Result<ProcessResult> shell(const std::string& script, ProcessLimits limits = {}, std::string input = {}) {
  return SystemProcesses().run({.arguments = {"sh", "-c", script}, .input = std::move(input), .limits = limits});
}

TEST(Process, KeepsBothStreamsAndTheStatus) {
  const auto result = shell("echo out; echo err >&2; exit 3");
  ASSERT_TRUE(result);
  EXPECT_EQ(result->output, "out\n");
  EXPECT_EQ(result->errors, "err\n");
  EXPECT_EQ(result->code, 3);
  EXPECT_FALSE(result->ok());
}

TEST(Process, FeedsStandardInputLargerThanAPipe) {
  const std::string input(1 << 20, 'x');
  const auto result = shell("wc -c", {}, input);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->output, "1048576\n");
}

// It reads what the pipe holds and closes it while we wait: what we write next meets a pipe that nobody reads.
TEST(Process, AChildThatReadsPartOfItsInputDoesNotEndUs) {
  const TemporaryFolder folder;
  const std::string closed = folder / "closed";
  const std::string script = "echo go; head -c 65536 >/dev/null; exec <&-; : >closed; sleep 0.2; exit 4";
  const std::string input(1 << 20, 'x');
  const auto untilClosed = [&](std::string_view) {
    for (int i = 0; i < 2000 && !std::filesystem::exists(closed); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
  };
  const auto result = SystemProcesses().run(
      {.arguments = {"sh", "-c", script}, .folder = folder.path(), .input = input, .onLine = untilClosed});
  ASSERT_TRUE(result);
  EXPECT_EQ(result->output, "go\n");
  EXPECT_EQ(result->code, 4);
}

TEST(Process, CutsOutputAtItsLimitAndSaysSo) {
  const auto result = shell("head -c 100000 /dev/zero", {.output = 1000});
  ASSERT_TRUE(result);
  EXPECT_EQ(result->output.size(), 1000U);
  EXPECT_TRUE(result->outputCut);
}

TEST(Process, TimeLimitEndsGrandchildrenToo) {
  const auto begin = std::chrono::steady_clock::now();
  const auto result = shell("sleep 60 & sleep 60; echo never", {.wallTime = std::chrono::milliseconds(300)});
  ASSERT_TRUE(result);
  EXPECT_EQ(result->end, ProcessResult::End::TimedOut);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

TEST(Process, BackgroundChildHoldingTheStreamsDoesNotHoldUs) {
  const auto begin = std::chrono::steady_clock::now();
  const auto result = shell("sleep 60 & echo done");
  ASSERT_TRUE(result);
  EXPECT_EQ(result->output, "done\n");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

TEST(Process, CancellationEndsIt) {
  const CancelToken cancel;
  std::thread canceller([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    cancel.cancel();
  });
  const auto result = SystemProcesses().run({.arguments = {"sleep", "60"}}, cancel);
  canceller.join();
  ASSERT_TRUE(result);
  EXPECT_EQ(result->end, ProcessResult::End::Cancelled);
}

TEST(Process, MissingProgramAndMissingFolderAreErrors) {
  const auto program = SystemProcesses().run({.arguments = {"no-such-program-here"}});
  ASSERT_FALSE(program);
  EXPECT_EQ(program.error().str(), "no-such-program-here: no such program");
  const auto folder = SystemProcesses().run({.arguments = {"true"}, .folder = "/no/such/folder"});
  ASSERT_FALSE(folder);
  EXPECT_EQ(folder.error().str(), "true: cannot be run: No such file or directory");
}

TEST(Process, AGroupThatIsNotThereIsAnError) {
  const auto result = SystemProcesses().run({.arguments = {"true"}, .group = "/nonexistent/group"});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().str(), "true: cannot enter the control group /nonexistent/group: No such file or directory");
}

TEST(Process, WhatWeCatchEndsAChild) {
  // As in a program of ours that tidies up when somebody interrupts it.
  struct sigaction caught{}, before{};
  caught.sa_handler = [](int) {};
  ::sigaction(SIGTERM, &caught, &before);
  const auto result = SystemProcesses().run({.arguments = {"sh", "-c", "kill -TERM $$; echo went on"}});
  struct sigaction after{};
  ::sigaction(SIGTERM, nullptr, &after);
  EXPECT_EQ(after.sa_handler, caught.sa_handler);
  ::sigaction(SIGTERM, &before, nullptr);
  ASSERT_TRUE(result) << result.error().str();
  EXPECT_EQ(result->end, ProcessResult::End::Signalled);
  EXPECT_EQ(result->code, SIGTERM);
}

TEST(Process, EnvironmentIsExactlyTheGivenOne) {
  const auto result = SystemProcesses().run({.arguments = {"env"}, .environment = std::vector<std::string>{"A=1"}});
  ASSERT_TRUE(result);
  EXPECT_EQ(result->output, "A=1\n");
}

TEST(Process, LinesArriveWhileItRuns) {
  std::vector<std::string> seen;
  Command command{.arguments = {"sh", "-c", "echo one; echo two; printf rest"}};
  command.onLine = [&](std::string_view line) { seen.emplace_back(line); };
  ASSERT_TRUE(SystemProcesses().run(command));
  EXPECT_EQ(seen, (std::vector<std::string>{"one", "two"}));
}

TEST(Process, ALineWithoutEndIsCutAtTheLimit) {
  std::vector<std::string> seen;
  Command command{.arguments = {"sh", "-c", "head -c 1000000 /dev/zero | tr '\\0' x; echo; echo after"}};
  command.limits.output = 1000;
  command.onLine = [&](std::string_view line) { seen.emplace_back(line); };
  ASSERT_TRUE(SystemProcesses().run(command));
  EXPECT_EQ(seen, (std::vector<std::string>{std::string(1000, 'x'), "after"}));
}

/// Children of other threads have the program open for writing until they have become theirs.
TEST(Process, AProgramRunsThatWasWrittenWhileOthersStart) {
  const TemporaryFolder folder;
  std::atomic<bool> done = false;
  std::vector<std::thread> others;
  for (int i = 0; i < 8; ++i)
    others.emplace_back([&] {
      while (!done) EXPECT_TRUE(SystemProcesses().run({.arguments = {"true"}}));
    });
  for (int i = 0; i < 200; ++i) {
    const std::string program = folder / ("program" + std::to_string(i));
    {
      const ProgramWriting writing;
      std::ofstream(program) << "#!/bin/sh\nexit 7\n";
      ASSERT_EQ(::chmod(program.c_str(), 0755), 0);
    }
    const auto result = SystemProcesses().run({.arguments = {program}});
    EXPECT_TRUE(result) << (result ? "" : result.error().str());
    EXPECT_TRUE(!result || result->code == 7);
  }
  done = true;
  for (std::thread& other : others) other.join();
}

} // namespace
} // namespace beagle::support
