#include "analysis/build/problems.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace beagle::build {
namespace {

using support::ProcessResult;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> found(std::string_view text) {
  std::vector<std::string> result;
  for (const Problem& problem : problemsIn(text)) result.push_back(problem.str());
  return result;
}

TEST(Problems, OfCompilers) {
  EXPECT_THAT(found("In file included from x\n/beagle/src/a/b.c:12:3: error: no such thing\n  12 | x\n"
                    "../src/c.c:4: fatal error: d.h: No such file\nw.c:1:1: warning: error: no\n"),
              ElementsAre("a/b.c:12:3: no such thing", "src/c.c:4: d.h: No such file"));
}

TEST(Problems, OfCMake) {
  EXPECT_THAT(
      found("-- Found\nCMake Error at lib/CMakeLists.txt:7 (find_package):\n  Could not find\n  X.\n\n  More text.\n"
            "CMake Error: it broke\n"),
      ElementsAre("lib/CMakeLists.txt:7: Could not find X.", "it broke"));
  EXPECT_THAT(found("CMake Error at CMakeLists.txt:9 (add_library):\n  Cannot find source file:\n\n    win32/x.rc\n\n"
                    "  Tried extensions .c .C\n\n\n-- Generating done\n"),
              ElementsAre("CMakeLists.txt:9: Cannot find source file: win32/x.rc"));
  EXPECT_THAT(
      found("CMake Error at CMakeLists.txt:358 (add_subdirectory):\n  The source directory\n\n"
            "    /beagle/src/third_party/googletest\n\n  does not contain a CMakeLists.txt file.\n\n\n"
            "-- Configuring incomplete, errors occurred!\n"),
      ElementsAre("CMakeLists.txt:358: The source directory /beagle/src/third_party/googletest does not contain "
                  "a CMakeLists.txt file."));
}

TEST(Problems, OfMesonConfigureMakeAndLinkers) {
  EXPECT_THAT(found("meson.build:3:0: ERROR: Dependency \"x\" not found\n"),
              ElementsAre("meson.build:3: Dependency \"x\" not found"));
  EXPECT_THAT(found("checking for x... not found\nconfigure: error: x is needed\n"),
              ElementsAre("configure: error: x is needed"));
  EXPECT_THAT(found("make: *** No rule to make target 'y', needed by 'all'.  Stop.\n"),
              ElementsAre(HasSubstr("No rule to make target 'y'")));
  EXPECT_THAT(found("a.c:(.text+0x5): undefined reference to `f'\n"),
              ElementsAre(HasSubstr("undefined reference to `f'")));
}

TEST(Problems, AreFewDistinctAndHarmless) {
  std::string text;
  for (int i = 0; i < 9; ++i) text += "a.c:" + std::to_string(i / 2) + ":1: error: x\x1b[31m\n";
  EXPECT_THAT(found(text), ElementsAre(HasSubstr("x\\x1b[31m"), testing::_, testing::_));
  EXPECT_THAT(found(""), IsEmpty());
  EXPECT_THAT(found("CMake Error at\nCMake Error at :\n: error: \n"), testing::SizeIs(testing::Le(3U)));
}

TEST(StepFailed, ReadsFromTheOutsideIn) {
  const auto error = stepFailed("make", {.code = 2, .errors = "a.c:1:2: error: one\nb.c:3:4: error: two\n"});
  EXPECT_EQ(error.str(), "`make` exited with status 2: a.c:1:2: one; b.c:3:4: two");
}

TEST(StepFailed, QuotesTheLastWordsWhenNothingElseIsKnown) {
  EXPECT_EQ(stepFailed("x", {.code = 1, .output = "one\ntwo\n\n"}).str(), "`x` exited with status 1: two");
  EXPECT_EQ(stepFailed("x", {.code = 1}).str(), "`x` exited with status 1: it printed nothing");
  EXPECT_EQ(stepFailed("make", {.code = 2,
                                .output = "cc -c a.c\n",
                                .errors = "make: cc: Text file busy\nmake: *** [Makefile:2: a.o] Error 127\n"
                                          "make: Target 'all' not remade because of errors.\n"})
                .str(),
            "`make` exited with status 2: make: cc: Text file busy");
  EXPECT_EQ(stepFailed("make", {.code = 2, .output = "false\n", .errors = "make: *** [Makefile:2: a] Error 1\n"}).str(),
            "`make` exited with status 2: make: *** [Makefile:2: a] Error 1");
  EXPECT_EQ(stepFailed("make", {.code = 2, .errors = "note: x\nmake: *** [Makefile:2: a] Segmentation fault\n"}).str(),
            "`make` exited with status 2: make: *** [Makefile:2: a] Segmentation fault");
  EXPECT_EQ(stepFailed("make", {.code = 2,
                                .errors = "tool: no such option\nmake: *** [Makefile:2: a] Error 1\n"
                                          "make: *** Waiting for unfinished jobs....\n"})
                .str(),
            "`make` exited with status 2: tool: no such option");
}

TEST(StepFailed, NamesTheLimit) {
  EXPECT_THAT(stepFailed("x", {.end = ProcessResult::End::TimedOut}).str(),
              HasSubstr("`--build-timeout` allows more time"));
  EXPECT_EQ(stepFailed("x", {.end = ProcessResult::End::OverLimit, .limit = "more than 9 processes at once"}).str(),
            "`x` was stopped at its limit: more than 9 processes at once");
  EXPECT_EQ(stepFailed("x", {.end = ProcessResult::End::Cancelled}).kind(), support::ErrorKind::Cancelled);
}

TEST(StepFailed, SaysThatThereIsNoNetwork) {
  EXPECT_THAT(stepFailed("x", {.code = 1, .errors = "fatal: Could not resolve host: example.org\n"}).str(),
              HasSubstr("builds have no network: a `prepare` step may fetch"));
}

TEST(StepFailed, SaysWhichProgramIsMissing) {
  EXPECT_EQ(
      stepFailed("autoreconf -fi", {.code = 2,
                                    .errors = "Can't exec \"autopoint\": No such file or directory at FileUtils.pm "
                                              "line 293.\nautoreconf: error: autopoint failed with exit status: 2\n"})
          .str(),
      "`autoreconf -fi` exited with status 2: Can't exec \"autopoint\": No such file or directory at "
      "FileUtils.pm line 293.; autoreconf: error: autopoint failed with exit status: 2; the build needs the "
      "program `autopoint`, which is not installed here");
  for (const char* errors : {"/bin/sh: 1: flex: not found\n", "bash: line 1: flex: command not found\n"})
    EXPECT_THAT(stepFailed("make", {.code = 2, .errors = errors}).str(),
                HasSubstr("the build needs the program `flex`, which is not installed here"));
  EXPECT_THAT(stepFailed("make", {.code = 2, .errors = "configure: header x.h: not found\n"}).str(),
              testing::Not(HasSubstr("needs the program")));
}

} // namespace
} // namespace beagle::build
