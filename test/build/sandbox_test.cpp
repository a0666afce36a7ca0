#include "analysis/build/process_cap.h"
#include "analysis/build/sandbox.h"
#include "analysis/support/files.h"
#include "test/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

namespace beagle::build {
namespace {

using support::ProcessLimits;
using support::ProcessResult;
using testing::HasSubstr;
using testing::Not;

class SandboxTest : public testing::TestWithParam<SandboxMode> {
protected:
  void SetUp() override {
    auto opened = Sandbox::open(GetParam(), processes_);
    ASSERT_TRUE(opened) << opened.error().str();
    sandbox_.emplace(std::move(*opened));
  }

  ProcessResult shell(const std::string& script, ProcessLimits limits = {}) {
    if (!limits.wallTime) limits.wallTime = std::chrono::seconds(20);
    auto result = sandbox_->run({.arguments = {"sh", "-c", script},
                                 .folder = "/beagle/src",
                                 .binds = {{folder_.path(), "/beagle/src", true}},
                                 .limits = limits});
    if (!result) ADD_FAILURE() << result.error().str();
    return result ? *result : ProcessResult{};
  }

  TemporaryFolder folder_;
  support::SystemProcesses processes_;
  std::optional<Sandbox> sandbox_;
};

std::string nameOfMode(const testing::TestParamInfo<SandboxMode>& info) {
  return info.param == SandboxMode::On ? "On" : "Off";
}
INSTANTIATE_TEST_SUITE_P(Mode, SandboxTest, testing::Values(SandboxMode::On, SandboxMode::Off), nameOfMode);

TEST_P(SandboxTest, RunsInTheBoundFolderUnderItsInsideName) {
  const auto result = shell("echo text > made; pwd; ls");
  EXPECT_TRUE(result.ok()) << result.describe() << result.errors;
  EXPECT_EQ(result.output, "/beagle/src\nmade\n");
  EXPECT_EQ(support::DiskFiles().read(folder_.path() + "/made"), "text\n");
}

TEST_P(SandboxTest, ArgumentsAndEnvironmentMayNameInsidePaths) {
  folder_.write("a/file", "content");
  const auto result = sandbox_->run({.arguments = {"sh", "-c", "cat $1/file; cat $PLACE/file", "sh", "/beagle/src/a"},
                                     .folder = "/beagle/src/a",
                                     .environment = {"PLACE=/beagle/src/a"},
                                     .binds = {{folder_.path(), "/beagle/src", false}}});
  ASSERT_TRUE(result) << result.error().str();
  EXPECT_EQ(result->output, "contentcontent") << result->errors;
}

TEST_P(SandboxTest, EnvironmentIsNotInherited) {
  ::setenv("BEAGLE_TEST_SECRET", "hunter2", 1);
  const auto result = shell("env");
  ::unsetenv("BEAGLE_TEST_SECRET");
  EXPECT_THAT(result.output, Not(HasSubstr("hunter2")));
  EXPECT_THAT(result.output, HasSubstr("LC_ALL=C.UTF-8"));
  EXPECT_THAT(result.output, HasSubstr("SOURCE_DATE_EPOCH="));
}

TEST_P(SandboxTest, HomeIsWritableAndNotOurs) {
  const auto result = shell("touch $HOME/x $TMPDIR/y && echo $HOME");
  EXPECT_TRUE(result.ok()) << result.errors;
  const char* home = ::getenv("HOME");
  EXPECT_NE(result.output, std::string(home ? home : "") + "\n");
}

TEST_P(SandboxTest, ForkBombIsEndedAtTheProcessLimit) {
  // Bounded by itself: at most 400 processes, for some seconds.
  const auto result = shell("i=0; while [ $i -lt 400 ]; do sleep 5 & i=$((i+1)); done; wait", {.processes = 60});
  EXPECT_EQ(result.end, ProcessResult::End::OverLimit) << result.describe();
  EXPECT_EQ(result.describe(), "was stopped at its limit: more than 60 processes at once");
}

TEST_P(SandboxTest, MemoryHogIsEndedAtTheMemoryLimit) {
  // Bounded by itself: 600 MB over three processes.
  const std::string hog = "head -c 200000000 /dev/zero | tail -c 200000000 | (sleep 3; cat >/dev/null)";
  const auto result = shell("(" + hog + ") & (" + hog + ") & " + hog + "; wait", {.memory = 100ULL << 20});
  EXPECT_EQ(result.describe(), "was stopped at its limit: more than 100 MiB of memory");
}

TEST_P(SandboxTest, FileSizeIsLimited) {
  const auto result = shell("head -c 3000000 /dev/zero > big", {.fileSize = 1000000});
  EXPECT_FALSE(result.ok());
  EXPECT_EQ(support::DiskFiles().status(folder_.path() + "/big")->size, 1000000U);
}

TEST_P(SandboxTest, OutputIsLimited) {
  const auto result = shell("head -c 3000000 /dev/zero", {.output = 1000});
  EXPECT_EQ(result.output.size(), 1000U);
  EXPECT_TRUE(result.outputCut);
}

TEST_P(SandboxTest, TimeIsLimited) {
  const auto result = shell("sleep 30", {.wallTime = std::chrono::milliseconds(200)});
  EXPECT_EQ(result.end, ProcessResult::End::TimedOut);
}

TEST_P(SandboxTest, MissingProgramIsAnError) {
  const auto result = sandbox_->run({.arguments = {"no-such-program-here"}});
  ASSERT_FALSE(result);
  EXPECT_THAT(result.error().str(), HasSubstr("no-such-program-here"));
}

TEST_P(SandboxTest, LinesArriveWithInsidePaths) {
  std::vector<std::string> seen;
  const auto result = sandbox_->run({.arguments = {"pwd"},
                                     .folder = "/beagle/src",
                                     .binds = {{folder_.path(), "/beagle/src", false}},
                                     .onLine = [&](std::string_view line) { seen.emplace_back(line); }});
  ASSERT_TRUE(result) << result.error().str();
  EXPECT_THAT(seen, testing::ElementsAre("/beagle/src"));
}

class SandboxOn : public SandboxTest {};
INSTANTIATE_TEST_SUITE_P(Mode, SandboxOn, testing::Values(SandboxMode::On), nameOfMode);

TEST_P(SandboxOn, HasNoNetwork) {
  // Only the loopback interface, and that one is the sandbox's own.
  EXPECT_EQ(shell("tail -n +3 /proc/net/dev | wc -l").output, "1\n");
  EXPECT_EQ(shell("tail -n +2 /proc/net/route | wc -l").output, "0\n");
}

TEST_P(SandboxOn, SeesNothingOfTheMachineButTheBinds) {
  folder_.write("secret", "hunter2");
  TemporaryFolder other;
  other.write("secret", "hunter2");
  const auto result = shell("cat " + other.path() +
                            "/secret; ls -A /root /home /var /work /srv; cat /etc/shadow; "
                            "cat /etc/passwd; ls -A /tmp");
  EXPECT_THAT(result.output, Not(HasSubstr("hunter2")));
  EXPECT_EQ(result.output, "root:x:0:0:root:/:/bin/sh\nbeagle:x:1000:1000::/tmp/home:/bin/sh\n"
                           "nobody:x:65534:65534::/:/bin/sh\nhome\n");
}

TEST_P(SandboxOn, ToolchainAndReadOnlyBindsCannotBeWritten) {
  const auto result = sandbox_->run(
      {.arguments = {"sh", "-c",
                     "touch /usr/x; touch /beagle/src/x; touch /x; touch /dev/x; touch /etc/x; ls /beagle/src"},
       .binds = {{folder_.path(), "/beagle/src", false}}});
  ASSERT_TRUE(result) << result.error().str();
  EXPECT_EQ(result->output, "");
  EXPECT_EQ(std::ranges::count(result->errors, '\n'), 5) << result->errors;
}

TEST_P(SandboxOn, MemoryFileSystemsAreLimited) {
  const auto result =
      shell("head -c 30000000 /dev/zero > /dev/shm/x || head -c 30000000 /dev/zero > /tmp/x", {.memory = 20ULL << 20});
  EXPECT_FALSE(result.ok());
  EXPECT_THAT(result.errors, HasSubstr("No space left"));
}

TEST_P(SandboxOn, SeesOnlyItsOwnProcesses) {
  EXPECT_EQ(shell("ls -d /proc/[0-9]* | wc -l | xargs test 8 -gt").code, 0);
}

TEST(Sandbox, WithoutBubblewrapItRefusesAndSaysWhatToDo) {
  support::FakeProcesses processes;
  processes.answers.push_back(support::cannotRun("bwrap: no such program"));
  const auto opened = Sandbox::open(SandboxMode::On, processes);
  ASSERT_TRUE(opened);
  const auto started = opened->ready();
  ASSERT_FALSE(started);
  EXPECT_EQ(started.error().kind(), support::ErrorKind::CannotRun);
  EXPECT_EQ(started.error().str(), "the sandbox cannot start: bwrap: no such program; install the package bubblewrap; "
                                   "`--sandbox=off` builds without a sandbox, for code that you trust");
}

TEST(ProcessCap, HoldsWithoutBeingWatched) {
  // Bounded by itself: at most 100 processes for a second.
  const std::string many = "i=0; while [ $i -lt 100 ]; do sleep 1 & i=$((i+1)); done; wait";
  ProcessCap cap(20);
  if (cap.group().empty()) GTEST_SKIP() << "control groups cannot be made here";
  const auto result = support::SystemProcesses().run({.arguments = {"sh", "-c", many}, .group = cap.group()});
  ASSERT_TRUE(result) << result.error().str();
  EXPECT_FALSE(result->ok());
  EXPECT_TRUE(cap.wasReached({}));
}

TEST(ProcessCap, IsNotReachedByFewProcesses) {
  ProcessCap cap(20);
  const auto result = support::SystemProcesses().run({.arguments = {"sh", "-c", "true & wait"}, .group = cap.group()});
  ASSERT_TRUE(result) << result.error().str();
  EXPECT_TRUE(result->ok()) << result->errors;
  EXPECT_FALSE(cap.wasReached({}));
}

TEST(ProcessCap, IsToldOfByShellsAndBuildTools) {
  for (const char* words : {"sh: 0: Cannot fork\n", "bash: fork: retry: Resource temporarily unavailable\n",
                            "make: vfork: Resource temporarily unavailable\n",
                            "ninja: fatal: posix_spawn: Resource temporarily unavailable\n"})
    EXPECT_TRUE(ProcessCap::tellsOfNoProcess(words)) << words;
  EXPECT_FALSE(ProcessCap::tellsOfNoProcess("main.c:1:1: error: unknown type name 'fork'\n"));
}

TEST(Sandbox, ForbiddenUserNamespacesAreNamed) {
  support::FakeProcesses processes;
  processes.answers.assign(
      3,
      ProcessResult{.code = 1, .errors = "bwrap: No permissions to create new namespace: Operation not permitted\n"});
  const auto opened = Sandbox::open(SandboxMode::On, processes);
  ASSERT_TRUE(opened);
  EXPECT_TRUE(processes.commands.empty());
  // The same is said each time; that no command starts is tried once.
  for (int i = 0; i < 2; ++i) {
    const auto ran = opened->run({.arguments = {"true"}});
    ASSERT_FALSE(ran);
    EXPECT_THAT(ran.error().str(), HasSubstr("Operation not permitted (are user namespaces forbidden here?)"));
    EXPECT_THAT(ran.error().str(), HasSubstr("--sandbox=off"));
  }
  EXPECT_EQ(processes.commands.size(), 3U);
}

TEST(Sandbox, SwitchedOffItStartsNothingToFindOut) {
  support::FakeProcesses processes;
  const auto opened = Sandbox::open(SandboxMode::Off, processes);
  ASSERT_TRUE(opened);
  EXPECT_TRUE(opened->ready());
  EXPECT_TRUE(processes.commands.empty());
}

TEST(PathMap, TranslatesWholePathsOnly) {
  const PathMap map({{"/t/one", "/beagle/src"}, {"/t/one/sub", "/beagle/build"}});
  EXPECT_EQ(map.outward("-I/beagle/src/inc"), "-I/t/one/inc");
  EXPECT_EQ(map.outward("-DP=\"/beagle/src\""), "-DP=\"/t/one\"");
  EXPECT_EQ(map.outward("/beagle/src2 /beagle/src.bak"), "/beagle/src2 /beagle/src.bak");
  EXPECT_EQ(map.outward("/beagle/src:/beagle/build"), "/t/one:/t/one/sub");
  EXPECT_EQ(map.inward("In file /t/one/sub/x.h, see /t/one."), "In file /beagle/build/x.h, see /beagle/src.");
}

TEST(PathMap, RelativePathsBetweenRootsBecomeAbsolute) {
  const PathMap map({{"/t/tree", "/beagle/src"}, {"/t/b", "/beagle/build"}});
  EXPECT_EQ(map.inwardArgument("-I../tree/inc", "/t/b"), "-I/beagle/src/inc");
  EXPECT_EQ(map.inwardArgument("../tree/a.c", "/t/b"), "/beagle/src/a.c");
  EXPECT_EQ(map.inwardArgument("../a.c", "/t/tree/sub"), "../a.c");
  EXPECT_EQ(map.inwardArgument("-I../../usr/include", "/t/b"), "-I../../usr/include");
  EXPECT_EQ(map.inwardArgument("-DP=/t/b/x", "/t/b"), "-DP=/beagle/build/x");
}

} // namespace
} // namespace beagle::build
