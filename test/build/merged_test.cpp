#include "test/build/git_fixture.h"

#include <gmock/gmock.h>

namespace beagle::build {
namespace {

using testing::HasSubstr;

/// Two branches that begin with the same file of many lines.
struct TwoBranches {
  TwoBranches() {
    repo.write("numbers.c", text("1", "9"));
    repo.commit("first");
    repo.git({"checkout", "--quiet", "-b", "ours"});
  }
  static std::string text(const std::string& first, const std::string& last) {
    return first + "\n2\n3\n4\n5\n6\n7\n8\n" + last + "\n";
  }
  void goOn(const std::string& first, const std::string& last) const {
    repo.write("numbers.c", text(first, last));
    repo.commit("go on");
  }
  void toTheirs() const { repo.git({"checkout", "--quiet", "-b", "theirs", "main"}); }

  TemporaryFolder temp;
  GitRepo repo{temp / "r"};
};

TEST(MergedVersion, HasWhatBothChangedAndNothingIsWritten) {
  const TwoBranches branches;
  branches.goOn("one", "9");
  branches.toTheirs();
  branches.goOn("1", "nine");
  const std::string before = branches.repo.git({"count-objects", "-v"});
  const auto merged = branches.repo.open().resolve("{ours+theirs}");
  ASSERT_TRUE(merged) << merged.error().str();
  EXPECT_EQ(*merged->tree.content("numbers.c"), TwoBranches::text("one", "nine"));
  EXPECT_EQ(branches.repo.open().range("{ours+theirs}..theirs")->base.tree.id(), merged->tree.id());
  EXPECT_EQ(branches.repo.open().resolve(merged->commit)->tree.id(), merged->tree.id()) << "it is named for ever";
  EXPECT_EQ(branches.repo.git({"count-objects", "-v"}), before);
}

TEST(MergedVersion, WhereBothChangedTheSameLinesTheFirstCounts) {
  const TwoBranches branches;
  branches.goOn("one", "9");
  branches.toTheirs();
  branches.goOn("uno", "nine");
  const Repository repository = branches.repo.open();
  EXPECT_EQ(*repository.resolve("{ours+theirs}")->tree.content("numbers.c"), TwoBranches::text("one", "nine"));
  EXPECT_EQ(*repository.resolve("{theirs+ours}")->tree.content("numbers.c"), TwoBranches::text("uno", "nine"));
}

TEST(MergedVersion, SeveralAreMergedOneAfterTheOther) {
  const TwoBranches branches;
  branches.goOn("one", "9");
  branches.toTheirs();
  branches.goOn("1", "nine");
  branches.repo.git({"checkout", "--quiet", "-b", "third", "main"});
  branches.repo.write("more.c", "int more;\n");
  branches.repo.commit("more");
  const auto merged = branches.repo.open().resolve("{third+ours+theirs}");
  ASSERT_TRUE(merged) << merged.error().str();
  EXPECT_EQ(*merged->tree.content("numbers.c"), TwoBranches::text("one", "nine"));
  EXPECT_TRUE(merged->tree.find("more.c"));
}

TEST(MergedVersion, WhatNobodySettlesIsAnError) {
  const TwoBranches branches;
  branches.repo.git({"rm", "--quiet", "numbers.c"});
  branches.repo.commit("remove it");
  branches.toTheirs();
  branches.goOn("1", "nine");
  const Repository repository = branches.repo.open();
  EXPECT_THAT(repository.resolve("{ours+theirs}").error().str(), HasSubstr("cannot be merged"));
  EXPECT_THAT(repository.resolve("{ours+}").error().str(), HasSubstr("empty revision"));
  EXPECT_THAT(repository.resolve("{ours+nowhere}").error().str(), HasSubstr("nowhere"));
  EXPECT_THAT(repository.resolve("{ours+ours^{tree}}").error().str(), HasSubstr("is no commit"));
  EXPECT_FALSE(repository.resolve("{ours}"));
}

} // namespace
} // namespace beagle::build
