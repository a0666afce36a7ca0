#include "test/build/git_fixture.h"

#include <gmock/gmock.h>

#include <thread>

namespace beagle::build {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Revisions, EveryWayToNameACommit) {
  const TemporaryFolder temp;
  const GitRepo repo(temp / "r");
  repo.write("a.c", "1\n");
  const std::string first = repo.commit("first: begin");
  repo.write("a.c", "2\n");
  const std::string second = repo.commit("second");
  repo.git({"tag", "light", first});
  repo.git({"tag", "-a", "heavy", "-m", "annotated", first});
  repo.git({"branch", "topic", first});
  const Repository opened = repo.open();
  const std::string tree = repo.git({"rev-parse", "HEAD~1^{tree}"});
  for (const std::string& spec :
       {first, first.substr(0, 8), std::string("HEAD~1"), std::string("HEAD^"), std::string("light"),
        std::string("heavy"), std::string("topic"), std::string("refs/heads/topic"), std::string("@~1"),
        std::string(":/begin"), std::string("HEAD^{/begin}")}) {
    const auto found = opened.resolve(spec);
    ASSERT_TRUE(found) << found.error().str();
    EXPECT_EQ(found->commit, first) << spec;
    EXPECT_EQ(found->summary, "first: begin");
    EXPECT_EQ(found->spec, spec);
    EXPECT_EQ(found->tree.id(), tree);
    EXPECT_EQ(found->tree.content("a.c"), "1\n");
  }
  EXPECT_EQ(opened.resolve("@")->commit, second);
  const auto byTree = opened.resolve("HEAD^{tree}");
  ASSERT_TRUE(byTree);
  EXPECT_EQ(byTree->commit, "");
  EXPECT_EQ(byTree->tree.content("a.c"), "2\n");
}

TEST(Revisions, TheEmptyTreeNeedsNoObject) {
  const TemporaryFolder temp;
  const GitRepo repo(temp / "r");
  repo.write("a.c", "1\n");
  repo.commit("first");
  const auto pair = repo.open().range(std::string(emptyTreeId) + "..HEAD");
  ASSERT_TRUE(pair) << pair.error().str();
  EXPECT_TRUE(pair->base.tree.empty());
  EXPECT_EQ(diffTrees(pair->base.tree, pair->head.tree)->files.size(), 1U);
}

TEST(Revisions, ACommitWithoutFilesHasTheEmptyTree) {
  const TemporaryFolder temp;
  const GitRepo repo(temp / "r");
  repo.commit("nothing yet");
  const auto head = repo.open().resolve("HEAD");
  ASSERT_TRUE(head) << head.error().str();
  EXPECT_EQ(head->tree, Tree());
}

TEST(Revisions, Ranges) {
  const TemporaryFolder temp;
  const GitRepo repo(temp / "r");
  const std::string root = repo.commit("root");
  const std::string main = repo.commit("on main");
  repo.git({"checkout", "--quiet", "-b", "topic", root});
  const std::string topic = repo.commit("on topic");
  const Repository opened = repo.open();
  const auto ends = [&](const std::string& text) {
    const auto pair = opened.range(text);
    return pair ? std::pair(pair->base.commit, pair->head.commit) : std::pair(pair.error().str(), std::string());
  };
  EXPECT_EQ(ends("main..topic"), std::pair(main, topic));
  EXPECT_EQ(ends("main...topic"), std::pair(root, topic));
  EXPECT_EQ(ends("main.."), std::pair(main, topic));
  EXPECT_EQ(ends("main..."), std::pair(root, topic));
  EXPECT_EQ(ends("..main"), std::pair(topic, main));
  EXPECT_EQ(ends("main"), std::pair(main, topic));
  EXPECT_EQ(ends("main..HEAD^{/on ..pic}"), std::pair(main, topic)) << "dots in braces are text";
  EXPECT_EQ(opened.range("main...topic")->how, "from the merge base of main and topic to topic");
  EXPECT_EQ(opened.range("main")->how, "from main to HEAD");
  for (const char* text : {"..", "...", "main....topic"})
    EXPECT_THAT(usageErrorOf(opened.range(text)), HasSubstr("is no range of revisions; write `A..B`"));
  EXPECT_THAT(usageErrorOf(opened.range("main^{tree}...topic")), HasSubstr("use `A..B`"));
}

TEST(Revisions, MergeBaseOfCrossedMergesIsTheNewest) {
  const TemporaryFolder temp;
  const GitRepo repo(temp / "r");
  repo.commit("root");
  repo.git({"branch", "topic"});
  const std::string a = repo.commit("a");
  repo.git({"checkout", "--quiet", "topic"});
  const std::string b = repo.commit("b");
  repo.git({"merge", "--quiet", "--no-ff", "-m", "a into topic", "main"});
  repo.git({"checkout", "--quiet", "main"});
  repo.git({"merge", "--quiet", "--no-ff", "-m", "b into main", b});
  const auto pair = repo.open().range("main...topic");
  ASSERT_TRUE(pair) << pair.error().str();
  EXPECT_EQ(pair->base.commit, b);
  EXPECT_THAT(pair->how, HasSubstr("newest merge base"));
}

TEST(Revisions, MergeBaseAgreesWithGit) {
  const TemporaryFolder temp;
  const GitRepo repo(temp / "r");
  repo.commit("root");
  // A history with a branch and a merge at every few commits.
  for (int i = 0; i < 6; ++i) {
    repo.git({"checkout", "--quiet", "-b", "side" + std::to_string(i)});
    repo.commit("side");
    repo.git({"checkout", "--quiet", "main"});
    repo.commit("main");
    if (i % 2 == 0) repo.git({"merge", "--quiet", "-m", "merge", "side" + std::to_string(i)});
  }
  const Repository opened = repo.open();
  for (int i = 0; i < 6; ++i)
    for (const std::string& other : {std::string("main"), "side" + std::to_string((i + 3) % 6)}) {
      const std::string side = "side" + std::to_string(i);
      const auto pair = opened.range(side + "..." + other);
      ASSERT_TRUE(pair) << pair.error().str();
      EXPECT_EQ(pair->base.commit, repo.git({"merge-base", side, other})) << side << " and " << other;
    }
}

TEST(Revisions, SinceUpstreamSaysWhatItCompared) {
  const TemporaryFolder temp;
  const GitRepo server(temp / "server");
  const std::string root = server.commit("root");
  const GitRepo outer(temp / "outer");
  outer.git({"clone", "--quiet", server.folder(), temp / "clone"});
  const GitRepo clone(temp / "clone");
  server.commit("meanwhile");
  clone.git({"fetch", "--quiet"});
  const std::string local = clone.commit("local");
  const auto how = [&] {
    const auto pair = clone.open().sinceUpstream();
    if (!pair) return pair.error().str();
    EXPECT_EQ(pair->base.commit, root);
    EXPECT_EQ(pair->head.commit, local);
    return pair->how;
  };
  EXPECT_EQ(how(), "from the merge base of HEAD with its upstream origin/main to HEAD");
  clone.git({"checkout", "--quiet", "-b", "topic"});
  EXPECT_THAT(how(), HasSubstr("with origin/HEAD (for topic, which has no upstream)"));
  clone.git({"symbolic-ref", "--delete", "refs/remotes/origin/HEAD"});
  EXPECT_THAT(how(), HasSubstr("with origin/main (for topic"));
  clone.git({"checkout", "--quiet", "--detach"});
  EXPECT_THAT(how(), HasSubstr("with origin/main (for HEAD, which is on no branch)"));
  clone.git({"remote", "remove", "origin"});
  clone.git({"branch", "--force", "main", root});
  EXPECT_THAT(how(), HasSubstr("with main (for HEAD"));
}

TEST(Revisions, NoUpstreamIsAUsageErrorWithASuggestion) {
  const TemporaryFolder temp;
  const GitRepo repo(temp / "r");
  repo.commit("root");
  EXPECT_THAT(usageErrorOf(repo.open().sinceUpstream()), HasSubstr("name the base, for example `HEAD~1..HEAD`"));
}

TEST(Revisions, UnrelatedHistories) {
  const TemporaryFolder temp;
  const GitRepo repo(temp / "r");
  repo.commit("root");
  repo.git({"checkout", "--quiet", "--orphan", "other"});
  repo.commit("another root");
  EXPECT_THAT(usageErrorOf(repo.open().range("main...other")), HasSubstr("`main` and `other` have no common history"));
  EXPECT_TRUE(repo.open().range("main..other"));
}

TEST(Revisions, MistakesAreAnsweredWithSuggestions) {
  const TemporaryFolder temp;
  const GitRepo repo(temp / "r");
  repo.write("a.c", "1\n");
  repo.commit("root");
  repo.git({"tag", "release-1.0"});
  repo.git({"remote", "add", "origin", temp / "elsewhere"});
  const Repository opened = repo.open();
  EXPECT_THAT(usageErrorOf(opened.resolve("mian")), HasSubstr("unknown revision `mian`; did you mean `main`?"));
  EXPECT_THAT(usageErrorOf(opened.resolve("release-1.1~2")), HasSubstr("did you mean `release-1.0~2`?"));
  EXPECT_THAT(usageErrorOf(opened.resolve("origin/feature-x")), HasSubstr("run `git fetch origin feature-x`"));
  EXPECT_THAT(usageErrorOf(opened.resolve("nothing-like-it")), HasSubstr("`git branch --all`"));
  EXPECT_THAT(usageErrorOf(opened.resolve("0123456789abcdef0123456789abcdef01234567")), HasSubstr("unknown revision"));
  EXPECT_THAT(usageErrorOf(opened.resolve("HEAD~7")), HasSubstr("`HEAD` has no ancestor `HEAD~7`"));
  EXPECT_THAT(usageErrorOf(opened.resolve("HEAD^2")), HasSubstr("`HEAD` has no ancestor `HEAD^2`"));
  EXPECT_THAT(usageErrorOf(opened.resolve("@{u}")), HasSubstr("`HEAD` has no upstream branch"));
  EXPECT_THAT(usageErrorOf(opened.resolve(":/no such text")), HasSubstr("no commit message matches"));
  EXPECT_THAT(usageErrorOf(opened.resolve("HEAD:a.c")), HasSubstr("names a single file, not a version"));
  EXPECT_THAT(usageErrorOf(opened.resolve("HEAD:nothing.c")), HasSubstr("nothing.c"));
  EXPECT_THAT(usageErrorOf(opened.resolve("HEAD^{")), HasSubstr("HEAD^{"));
  EXPECT_THAT(usageErrorOf(opened.resolve("")), HasSubstr("an empty revision"));
  EXPECT_THAT(usageErrorOf(opened.resolve("--upload-pack=x")), HasSubstr("unknown revision"));
  EXPECT_THAT(usageErrorOf(opened.resolve("a\nb\x1b[31m")), HasSubstr("a\\x0ab\\x1b"))
      << "made harmless for a terminal";
}

TEST(Revisions, AShortIdOfTwoCommitsIsAmbiguousAndOfOneCommitIsNot) {
  const TemporaryFolder temp;
  const GitRepo repo(temp / "r");
  std::map<std::string, std::string> byPrefix;
  std::string twice;
  for (int i = 0; twice.empty() && i < 40; ++i) {
    const std::string id = repo.commit(std::to_string(i));
    const auto [it, isNew] = byPrefix.emplace(id.substr(0, 1), id);
    if (!isNew) twice = id.substr(0, 1);
  }
  ASSERT_FALSE(twice.empty());
  const auto message = usageErrorOf(repo.open().resolve(twice));
  EXPECT_THAT(message, HasSubstr("the short id `" + twice + "` is ambiguous: it could be"));
  EXPECT_THAT(message, HasSubstr(byPrefix[twice].substr(0, 10)));
}

TEST(Revisions, UnbornHead) {
  const TemporaryFolder temp;
  const GitRepo repo(temp / "r");
  for (const auto& text : {usageErrorOf(repo.open().resolve("HEAD")), usageErrorOf(repo.open().sinceUpstream()),
                           usageErrorOf(repo.open().range("HEAD~1.."))})
    EXPECT_THAT(text, HasSubstr("has no commit yet; commit something first"));
}

class ShallowClone : public testing::Test {
protected:
  void SetUp() override {
    root_ = server_.commit("root");
    for (int i = 0; i < 4; ++i) middle_.push_back(server_.commit("middle"));
    server_.git({"checkout", "--quiet", "-b", "topic"});
    server_.commit("topic");
    server_.git({"checkout", "--quiet", "main"});
    server_.commit("main");
  }

  GitRepo clone(const std::string& depth) const {
    server_.git(
        {"clone", "--quiet", "--no-single-branch", "--depth=" + depth, "file://" + server_.folder(), temp_ / depth});
    return GitRepo(temp_ / depth);
  }

  TemporaryFolder temp_;
  GitRepo server_{temp_ / "server"};
  std::string root_;
  std::vector<std::string> middle_;
};

TEST_F(ShallowClone, SaysWhichCommitIsMissing) {
  const Repository opened = clone("2").open();
  EXPECT_TRUE(opened.resolve("HEAD~1"));
  const auto message = runErrorOf(opened.resolve("HEAD~2"));
  EXPECT_THAT(message, HasSubstr(middle_[2]));
  EXPECT_THAT(message, HasSubstr("git fetch --deepen="));
  EXPECT_THAT(usageErrorOf(opened.resolve(root_)), HasSubstr("shallow"));
}

TEST_F(ShallowClone, FindsAMergeBaseAtTheBoundary) {
  const auto pair = clone("2").open().range("origin/topic...HEAD");
  ASSERT_TRUE(pair) << pair.error().str();
  EXPECT_EQ(pair->base.commit, middle_[3]);
}

TEST_F(ShallowClone, SaysWhichParentTheMergeBaseNeeds) {
  const auto message = runErrorOf(clone("1").open().range("origin/topic...HEAD"));
  EXPECT_THAT(message, HasSubstr("shallow clone"));
  EXPECT_THAT(message, HasSubstr("whose parent " + middle_[3] + " is missing"));
  EXPECT_THAT(message, HasSubstr("git fetch --unshallow"));
}

TEST(Revisions, APartialCloneSaysWhatIsMissing) {
  const TemporaryFolder temp;
  const GitRepo server(temp / "server");
  server.write("a.c", "1\n");
  server.commit("one");
  server.git({"config", "uploadpack.allowFilter", "true"});
  server.git(
      {"clone", "--quiet", "--no-checkout", "--filter=blob:none", "file://" + server.folder(), temp / "partial"});
  const auto head = GitRepo::openAt(temp / "partial").resolve("HEAD");
  ASSERT_TRUE(head) << head.error().str();
  EXPECT_THAT(pathsOf(head->tree), ElementsAre("a.c"));
  const auto message = runErrorOf(head->tree.content("a.c"));
  EXPECT_THAT(message, HasSubstr("`a.c`"));
  EXPECT_THAT(message, HasSubstr("partial clone; run `git fetch --refetch --no-filter`"));
  GitRepo(temp / "partial").git({"fetch", "--quiet", "--refetch", "--no-filter"});
  EXPECT_EQ(head->tree.content("a.c"), "1\n") << "the suggested command helps, even while we run";
}

TEST(Revisions, ALostObjectIsNamed) {
  const TemporaryFolder temp;
  const GitRepo repo(temp / "r");
  repo.write("a.c", "1\n");
  repo.commit("one");
  const std::string tree = repo.git({"rev-parse", "HEAD^{tree}"});
  std::filesystem::remove(repo.folder() + "/.git/objects/" + tree.substr(0, 2) + "/" + tree.substr(2));
  const auto message = runErrorOf(repo.open().resolve("HEAD"));
  EXPECT_THAT(message, HasSubstr(tree));
  EXPECT_THAT(message, HasSubstr("git fsck"));
}

} // namespace
} // namespace beagle::build
