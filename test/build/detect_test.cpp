#include "analysis/build/detect.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace beagle::build {
namespace {

using testing::ElementsAre;

/// "method file" per candidate, in order of preference.
std::vector<std::string> found(std::vector<std::string> tree, std::vector<std::string> working = {}) {
  std::vector<std::string> result;
  for (const BuildCandidate& candidate : detectBuilds(tree, working))
    result.push_back(std::string(nameOf(candidate.method)) + (candidate.file.empty() ? "" : " " + candidate.file) +
                     (candidate.tracked ? "" : " (working)"));
  return result;
}

TEST(Detect, NothingButSourcesIsPlain) { EXPECT_THAT(found({"a.c"}), ElementsAre("plain")); }

TEST(Detect, OrderOfPreference) {
  EXPECT_THAT(found({"CMakeLists.txt", "Makefile", "build/compile_commands.json", "configure", "meson.build"}),
              ElementsAre("database build/compile_commands.json", "cmake CMakeLists.txt", "meson meson.build",
                          "make configure", "plain"));
}

TEST(Detect, TrackedDatabaseBeforeTheWorkingFolders) {
  EXPECT_THAT(
      found({"compile_commands.json"}, {"compile_commands.json", "build-x/compile_commands.json"}),
      ElementsAre("database compile_commands.json", "database build-x/compile_commands.json (working)", "plain"));
}

TEST(Detect, AutotoolsPrefersWhatIsFurthestAlong) {
  EXPECT_THAT(found({"Makefile", "autogen.sh", "configure.ac"}), ElementsAre("make configure.ac", "plain"));
  EXPECT_THAT(found({"Makefile", "autogen.sh"}), ElementsAre("make autogen.sh", "plain"));
  EXPECT_THAT(found({"GNUmakefile", "Makefile"}), ElementsAre("make GNUmakefile", "plain"));
}

TEST(Detect, OneFolderDown) {
  EXPECT_THAT(found({"README", "src/configure", "src/Makefile.in"}), ElementsAre("make src/configure", "plain"));
  EXPECT_THAT(found({"test/Makefile", "doc/CMakeLists.txt"}), ElementsAre("plain"));
  EXPECT_THAT(found({"README", "expat/CMakeLists.txt", "expat/lib/a.c", "expat/doc/CMakeLists.txt", "fuzz/Makefile"}),
              ElementsAre("cmake expat/CMakeLists.txt", "plain"));
  EXPECT_THAT(found({"projects/make/Makefile", "src/a.c"}), ElementsAre("make projects/make/Makefile", "plain"));
  EXPECT_THAT(found({"a/b/c/Makefile", "src/a.c"}), ElementsAre("plain"));
  EXPECT_THAT(found({"src/a.c", "src/test/CMakeLists.txt", "Examples/Makefile", "Examples/a.c", "test-data/Makefile"}),
              ElementsAre("plain"));
  EXPECT_THAT(found({"fuzzylite/CMakeLists.txt", "fuzzylite/a.cpp"}),
              ElementsAre("cmake fuzzylite/CMakeLists.txt", "plain"));
  EXPECT_THAT(found({"src/a.c", "assets/Makefile"}), ElementsAre("plain"));
}

TEST(Detect, OfSeveralFoldersTheOneWithTheSources) {
  EXPECT_THAT(found({"a/CMakeLists.txt", "a/1.c", "a/src/2.c", "b/CMakeLists.txt", "b/1.c"}),
              ElementsAre("cmake a/CMakeLists.txt", "plain"));
  EXPECT_THAT(found({"a/CMakeLists.txt", "a/1.c", "b/CMakeLists.txt", "b/1.c"}), ElementsAre("plain"));
}

TEST(Detect, SaysWhy) {
  EXPECT_EQ(detectBuilds({"CMakeLists.txt"}, {}).front().why, "CMakeLists.txt at the root");
  EXPECT_EQ(detectBuilds({"src/Makefile"}, {}).front().why, "Makefile in src/");
  EXPECT_EQ(detectBuilds({"a/Makefile", "b/Makefile"}, {}).front().why,
            "there are build systems in a, b, and none at the root: each source file by itself");
  EXPECT_EQ(detectBuilds({"a/Makefile", "b/Makefile", "c/Makefile", "d/Makefile"}, {}).front().why,
            "there are build systems in a, b, c, others, and none at the root: each source file by itself");
  EXPECT_EQ(detectBuilds({}, {"out/compile_commands.json"}).front().why,
            "compile_commands.json in out/ of the working folder");
}

TEST(Detect, DatabasePlaces) {
  EXPECT_TRUE(isDatabasePath("compile_commands.json"));
  EXPECT_TRUE(isDatabasePath("cmake-build-debug/compile_commands.json"));
  EXPECT_TRUE(isDatabasePath("_build/compile_commands.json"));
  EXPECT_FALSE(isDatabasePath("test/compile_commands.json"));
  EXPECT_FALSE(isDatabasePath("build/a/compile_commands.json"));
}

} // namespace
} // namespace beagle::build
