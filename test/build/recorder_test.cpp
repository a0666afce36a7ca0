#include "analysis/build/database.h"
#include "analysis/support/files.h"
#include "analysis/support/process.h"
#include "test/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

namespace beagle::build {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// The recorder under the name gcc, before the real one in PATH.
class RecorderTest : public testing::Test {
protected:
  void SetUp() override {
    std::filesystem::create_directory(folder_.path() + "/bin");
    for (const char* name : {"gcc", "cc", "no-such-gcc"})
      std::filesystem::create_symlink(BEAGLE_RECORD, folder_.path() + "/bin/" + name);
  }

  support::ProcessResult shell(const std::string& script, std::vector<std::string> more = {}) {
    std::vector<std::string> environment{"PATH=" + folder_.path() + "/bin:/usr/bin:/bin",
                                         "BEAGLE_RECORD_FILE=" + folder_.path() + "/calls"};
    environment.insert(environment.end(), more.begin(), more.end());
    auto result = support::SystemProcesses().run(
        {.arguments = {"/bin/sh", "-c", script}, .folder = folder_.path(), .environment = std::move(environment)});
    if (!result) ADD_FAILURE() << result.error().str();
    return result ? *result : support::ProcessResult{};
  }

  std::vector<RecordedCall> calls() {
    const auto text = support::DiskFiles().read(folder_.path() + "/calls");
    return text ? readRecord(*text) : std::vector<RecordedCall>{};
  }

  TemporaryFolder folder_;
};

TEST_F(RecorderTest, RecordsAndBecomesTheCompiler) {
  folder_.write("a.c", "int main(void) { return VALUE; }\n");
  const auto result = shell("gcc -DVALUE=3 \"-DS=\\\"q\\\"\" a.c -o prog && ./prog", {"CPATH=/x"});
  EXPECT_EQ(result.code, 3) << result.errors;
  const auto recorded = calls();
  ASSERT_EQ(recorded.size(), 1U);
  EXPECT_EQ(recorded[0].call.directory, std::filesystem::canonical(folder_.path()));
  EXPECT_THAT(recorded[0].call.arguments, ElementsAre("gcc", "-DVALUE=3", "-DS=\"q\"", "a.c", "-o", "prog"));
  EXPECT_EQ(recorded[0].call.environment, (std::map<std::string, std::string>{{"CPATH", "/x"}}));
}

TEST_F(RecorderTest, KeepsAnyBytes) {
  shell("gcc -dumpversion '-DX=\xff\xc3\xa4\t\\'");
  ASSERT_EQ(calls().size(), 1U);
  EXPECT_EQ(calls()[0].call.arguments[2], "-DX=\xff\xc3\xa4\t\\");
}

TEST_F(RecorderTest, KeepsResponseFilesThatAreRemovedLater) {
  folder_.write("a.c", "int a;");
  shell("echo '-DR a.c' > r; gcc -c @r; rm r");
  ASSERT_EQ(calls().size(), 1U);
  EXPECT_EQ(calls()[0].responses, (std::map<std::string, std::string>{{"r", "-DR a.c\n"}}));
}

TEST_F(RecorderTest, ParallelCallsDoNotMix) {
  const auto result = shell("for i in $(seq 60); do gcc -dumpversion -DN=$i >/dev/null & done; wait");
  EXPECT_TRUE(result.ok());
  EXPECT_EQ(calls().size(), 60U);
}

TEST_F(RecorderTest, FailureOfTheCompilerIsHandedOn) {
  folder_.write("a.c", "int a = ;");
  const auto result = shell("gcc -c a.c", {"BEAGLE_RECORD_FAST=1"});
  EXPECT_EQ(result.code, 1);
  EXPECT_THAT(result.errors, HasSubstr("a.c:1:9: error"));
}

TEST_F(RecorderTest, HurriesOnlyWhereTheCompilerAgrees) {
  folder_.write("a.c", "#ifdef __OPTIMIZE__\n#error optimised\n#endif\n");
  folder_.write("b.c", "#ifndef __OPTIMIZE__\n#error not optimised\n#endif\n");
  EXPECT_TRUE(shell("gcc -O2 -c a.c", {"BEAGLE_RECORD_FAST=1"}).ok());
  EXPECT_TRUE(shell("gcc -O2 -c b.c", {"BEAGLE_RECORD_FAST=1"}).ok());
  EXPECT_FALSE(shell("gcc -O2 -c a.c").ok());
}

TEST_F(RecorderTest, CalledByItsPathItStillFindsTheNext) {
  EXPECT_TRUE(shell(folder_.path() + "/bin/gcc -dumpversion").ok());
}

TEST_F(RecorderTest, MissingCompilerIsSaid) {
  const auto result = shell("no-such-gcc -c a.c");
  EXPECT_EQ(result.code, 127);
  EXPECT_THAT(result.errors, HasSubstr("no compiler `no-such-gcc` in PATH"));
}

TEST_F(RecorderTest, WithoutAFileItOnlyPassesOn) {
  EXPECT_TRUE(shell("unset BEAGLE_RECORD_FILE; gcc -dumpversion").ok());
  EXPECT_TRUE(calls().empty());
}

TEST(Record, DamagedLinesAreLeftOut) { EXPECT_EQ(readRecord("{\"dir\nnull\n[]\n{\"directory\":3}\n").size(), 0U); }

} // namespace
} // namespace beagle::build
