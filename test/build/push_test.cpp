#include "analysis/build/push.h"
#include "test/build/git_fixture.h"

#include <gmock/gmock.h>

#include <bit>
#include <random>
#include <set>

namespace beagle::build {
namespace {

/// A history whose commits say nothing but where they stand in it. Commits are numbered; bit n of a set is commit n.
struct History {
  std::vector<std::string> ids;
  std::vector<std::uint32_t> reached; ///< by commit: itself, and those before it
};

/// Parents are never younger than their children, but `commitsASecond` of them are of the same time.
History randomHistory(const GitRepo& repo, std::mt19937& random, std::size_t commits, std::size_t commitsASecond) {
  History history;
  const std::string tree = repo.git({"write-tree"});
  for (std::size_t i = 0; i < commits; ++i) {
    std::string text = "tree " + tree + "\n";
    std::uint32_t reached = 1U << i;
    std::set<std::size_t> parents;
    for (std::size_t n = i == 0 ? 0 : random() % 8 == 0 ? 0 : 1 + random() % 2; n > 0; --n)
      parents.insert(i - 1 - random() % std::min<std::size_t>(i, 4));
    for (const std::size_t parent : parents) {
      text += "parent " + history.ids[parent] + "\n";
      reached |= history.reached[parent];
    }
    const std::string who = "A <a@a> " + std::to_string(1'600'000'000 + i / commitsASecond) + " +0000\n";
    text += "author " + who + "committer " + who + "\n" + std::to_string(i) + "\n";
    repo.write(".git/commit", text);
    history.ids.push_back(repo.git({"hash-object", "-t", "commit", "-w", repo.folder() + "/.git/commit"}));
    history.reached.push_back(reached);
  }
  return history;
}

TEST(Push, AddsTheFewestCommitsThatTheRemoteMayLack) {
  constexpr std::size_t commits = 14;
  std::mt19937 random(20);
  std::size_t several = 0, nothing = 0, unrelated = 0;
  for (const std::size_t commitsASecond : {1, 3, 100})
    for (int round = 0; round < 12; ++round) {
      const TemporaryFolder temp;
      const GitRepo repo(temp / "r");
      const History history = randomHistory(repo, random, commits, commitsASecond);
      const std::size_t head = commits - 1 - random() % 4;
      std::uint32_t known = 0;
      for (int branch = 0; branch < 3; ++branch) {
        const std::size_t tip = random() % commits;
        repo.git({"update-ref", "refs/remotes/origin/b" + std::to_string(branch), history.ids[tip]});
        known |= history.reached[tip];
      }
      const auto added = whatPushAdds(repo.open(), "origin", history.ids[head], std::string(40, '0'));
      ASSERT_TRUE(added) << added.error().str();
      if ((known & (1U << head)) != 0) {
        EXPECT_FALSE(*added);
        ++nothing;
        continue;
      }
      ASSERT_TRUE(*added);
      const auto left = [&](std::size_t base) { return std::popcount(history.reached[head] & ~history.reached[base]); };
      const std::uint32_t common = known & history.reached[head];
      int fewest = commits;
      for (std::size_t i = 0; i < commits; ++i)
        if ((common & (1U << i)) != 0) fewest = std::min(fewest, left(i));
      if (common == 0) {
        EXPECT_EQ((*added)->base, "");
        ++unrelated;
        continue;
      }
      const std::string where = std::to_string(commitsASecond) + " a second, round " + std::to_string(round);
      const auto reachedFrom = [&](const std::string& id) {
        const auto base = static_cast<std::size_t>(std::ranges::find(history.ids, id) - history.ids.begin());
        EXPECT_LT(base, commits) << id;
        EXPECT_NE(common & (1U << base), 0U) << where;
        return history.reached[base];
      };
      const int exactly = std::popcount(history.reached[head] & ~known);
      const std::string& base = (*added)->base;
      if (base.starts_with('{')) {
        EXPECT_GT(fewest, exactly) << where << ": a single commit would do";
        std::uint32_t reached = 0;
        for (std::size_t at = 1; at < base.size(); at += 41) reached |= reachedFrom(base.substr(at, 40));
        EXPECT_EQ(std::popcount(history.reached[head] & ~reached), exactly) << where;
        EXPECT_TRUE(repo.open().resolve(base)) << base;
        ++several;
        continue;
      }
      EXPECT_EQ(fewest, exactly) << where;
      EXPECT_EQ(std::popcount(history.reached[head] & ~reachedFrom(base)), fewest) << where;
    }
  EXPECT_GT(several, 0U);
  EXPECT_GT(nothing, 0U);
  EXPECT_GT(unrelated, 0U);
}

TEST(Push, ABranchMadeWithAWrongClockIsLookedAt) {
  const TemporaryFolder temp;
  const GitRepo repo(temp / "r");
  const std::string tree = repo.git({"write-tree"});
  const auto commit = [&](const std::string& parent, const std::string& time) {
    const std::string who = "A <a@a> " + time + " +0000\n";
    repo.write(".git/commit", "tree " + tree + "\n" + (parent.empty() ? "" : "parent " + parent + "\n") + "author " +
                                  who + "committer " + who + "\n" + time + "\n");
    return repo.git({"hash-object", "-t", "commit", "-w", repo.folder() + "/.git/commit"});
  };
  const std::string root = commit("", "1700000000");
  const std::string known = commit(root, "1700000010");
  const std::string old = commit(known, "1500000000");
  const std::string ours = commit(known, "1700000020");
  repo.git({"update-ref", "refs/remotes/origin/old", old});
  EXPECT_EQ((*whatPushAdds(repo.open(), "origin", ours, std::string(40, '0')))->base, known);
}

TEST(Push, WhatTheRemoteRefHasNowCountsAsWell) {
  const TemporaryFolder temp;
  const GitRepo repo(temp / "r");
  const std::string first = repo.commit("first");
  const std::string second = repo.commit("second");
  const std::string third = repo.commit("third");
  repo.git({"update-ref", "refs/remotes/origin/main", first});
  const Repository opened = repo.open();
  const std::string zeros(40, '0');
  EXPECT_EQ((*whatPushAdds(opened, "origin", third, zeros))->base, first);
  EXPECT_EQ((*whatPushAdds(opened, "origin", third, second))->base, second);
  EXPECT_EQ((*whatPushAdds(opened, "elsewhere", third, zeros))->base, "");
  EXPECT_FALSE(*whatPushAdds(opened, "origin", zeros, second));
  EXPECT_EQ((*whatPushAdds(opened, "origin", third, std::string(40, '7')))->base, first) << "a commit that is not here";
}

TEST(Push, StopsWhenItIsAskedTo) {
  const TemporaryFolder temp;
  const GitRepo repo(temp / "r");
  const std::string first = repo.commit("first");
  const std::string second = repo.commit("second");
  repo.git({"update-ref", "refs/remotes/origin/main", first});
  const support::CancelToken cancel;
  cancel.cancel();
  const auto added = whatPushAdds(repo.open(), "origin", second, std::string(40, '0'), cancel);
  ASSERT_FALSE(added);
  EXPECT_EQ(added.error().kind(), support::ErrorKind::Cancelled);
}

} // namespace
} // namespace beagle::build
