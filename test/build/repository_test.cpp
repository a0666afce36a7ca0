#include "analysis/build/checkout.h"
#include "test/build/git_fixture.h"

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <thread>

namespace beagle::build {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Kind = TreeFile::Kind;

/// Everything below a folder that could be touched, with its content.
std::map<std::string, std::string> snapshot(const std::string& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) files[entry.path()] = *support::DiskFiles().read(entry.path());
  return files;
}

TEST(Repository, OpensFromBelowAndFromGitFolders) {
  const TemporaryFolder temp;
  const GitRepo repo(temp / "r");
  repo.write("deep/er/a.c", "1\n");
  const std::string id = repo.commit("one");
  for (const std::string& place : {temp / "r", temp / "r/deep/er", temp / "r/.git"}) {
    const Repository opened = GitRepo::openAt(place);
    EXPECT_EQ(opened.resolve("HEAD")->commit, id) << place;
    EXPECT_EQ(opened.workingFolder(), temp / "r");
  }
}

TEST(Repository, OpensBareOnesAndLinkedWorkTrees) {
  const TemporaryFolder temp;
  const GitRepo repo(temp / "r");
  repo.write("a.c", "1\n");
  const std::string id = repo.commit("one");
  repo.git({"clone", "--quiet", "--bare", temp / "r", temp / "bare"});
  const Repository bare = GitRepo::openAt(temp / "bare");
  EXPECT_EQ(bare.resolve("main")->commit, id);
  EXPECT_EQ(bare.workingFolder(), std::nullopt);
  repo.git({"worktree", "add", "--quiet", "-b", "linked", temp / "linked"});
  const GitRepo linked(temp / "linked");
  const std::string second = linked.commit("in the linked tree");
  const Repository opened = linked.open();
  EXPECT_EQ(opened.resolve("HEAD")->commit, second);
  EXPECT_EQ(opened.workingFolder(), temp / "linked");
  EXPECT_EQ(opened.range("main")->base.commit, id);
}

TEST(Repository, OpensWhatBelongsToSomebodyElse) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give files away";
  const TemporaryFolder temp;
  const GitRepo repo(temp / "r");
  const std::string id = repo.commit("one");
  ASSERT_EQ(::chown(repo.folder().c_str(), 12345, 12345), 0);
  ASSERT_EQ(::chown((repo.folder() + "/.git").c_str(), 12345, 12345), 0);
  EXPECT_EQ(GitRepo::openAt(repo.folder()).resolve("HEAD")->commit, id);
}

TEST(Repository, OpensWithExtensionsThatDoNotMatter) {
  const TemporaryFolder temp;
  const GitRepo repo(temp / "r");
  const std::string id = repo.commit("one");
  repo.git({"config", "core.repositoryFormatVersion", "1"});
  repo.git({"config", "extensions.worktreeConfig", "true"});
  EXPECT_EQ(repo.open().resolve("HEAD")->commit, id);
}

TEST(Repository, ErrorsNameTheFolder) {
  const TemporaryFolder temp;
  const auto none = usageErrorOf(Repository::open(temp.path()));
  EXPECT_THAT(none, HasSubstr("no git repository in " + temp.path()));
  EXPECT_THAT(none, HasSubstr("--repo DIR"));
  EXPECT_THAT(usageErrorOf(Repository::open(temp / "missing")), HasSubstr("there is no folder " + temp / "missing"));
  const GitRepo sha256(temp / "sha256", {"--object-format=sha256"});
  EXPECT_THAT(runErrorOf(Repository::open(sha256.folder())),
              HasSubstr(sha256.folder() + " uses SHA-256 object ids, which libgit2"));
  const GitRepo future(temp / "future");
  future.git({"config", "core.repositoryFormatVersion", "1"});
  future.git({"config", "extensions.refStorage", "reftable"});
  EXPECT_THAT(runErrorOf(Repository::open(future.folder())), HasSubstr("refstorage"));
}

TEST(Repository, ReadingWritesNothing) {
  const TemporaryFolder temp;
  const GitRepo repo(temp / "r");
  repo.write("a.c", "1\n");
  repo.commit("one");
  repo.write("a.c", "2\n");
  repo.commit("two");
  repo.write("a.c", "not committed\n");
  const auto before = snapshot(repo.folder());
  const Repository opened = repo.open();
  const auto pair = opened.range("HEAD~1");
  ASSERT_TRUE(pair);
  ASSERT_TRUE(opened.diff(pair->base.tree, pair->head.tree));
  ASSERT_TRUE(writeFiles(pair->head.tree, temp / "out"));
  EXPECT_FALSE(opened.importFiles({{"a", "b"}})) << "not into the user's object store";
  EXPECT_EQ(snapshot(repo.folder()), before);
}

TEST(Tree, KnowsKindsAndFindsPaths) {
  const TemporaryFolder temp;
  const GitRepo repo(temp / "r");
  repo.write("a/b.c", "deep\n");
  repo.write("a.c", "plain\n");
  repo.write("a-run", "#!/bin/sh\n");
  std::filesystem::permissions(temp / "r/a-run", std::filesystem::perms::owner_all);
  std::filesystem::create_symlink("a/b.c", temp / "r/link");
  repo.commit("one");
  repo.git({"update-index", "--add", "--cacheinfo", "160000," + repo.git({"rev-parse", "HEAD"}) + ",sub"});
  repo.git({"commit", "--quiet", "-m", "with a submodule"});
  const Tree tree = repo.open().resolve("HEAD")->tree;
  EXPECT_THAT(pathsOf(tree), ElementsAre("a-run", "a.c", "a/b.c", "link", "sub"));
  EXPECT_EQ(tree.find("a-run")->kind, Kind::Executable);
  EXPECT_EQ(tree.find("a.c")->kind, Kind::Regular);
  EXPECT_EQ(tree.find("link")->kind, Kind::Symlink);
  EXPECT_EQ(tree.find("sub")->kind, Kind::Submodule);
  EXPECT_EQ(tree.find("a"), nullptr);
  EXPECT_EQ(tree.find("a/b"), nullptr);
  EXPECT_EQ(tree.content("a/b.c"), "deep\n");
  EXPECT_EQ(tree.content("link"), "a/b.c");
  EXPECT_EQ(tree.sizeOf(*tree.find("a.c")), 6U);
  EXPECT_THAT(usageErrorOf(tree.content("sub")), HasSubstr("`sub` is a submodule"));
  EXPECT_THAT(usageErrorOf(tree.content("none.c")), HasSubstr("there is no file `none.c`"));
}

TEST(Tree, NamesAreBytes) {
  const TemporaryFolder temp;
  const GitRepo repo(temp / "r");
  const std::string name = "caf\xe9 \"quoted\"\n.c"; // Latin-1 and a line end
  repo.write(name, "1\n");
  repo.commit("one");
  const Repository opened = repo.open();
  const Tree tree = opened.resolve("HEAD")->tree;
  EXPECT_THAT(pathsOf(tree), ElementsAre(name));
  ASSERT_TRUE(writeFiles(tree, temp / "out"));
  EXPECT_EQ(support::DiskFiles().read(temp / "out/" + name), "1\n");
  EXPECT_EQ(diffTrees(Tree(), tree)->files.front().headPath, name);
}

TEST(Tree, IsReadFromSeveralThreadsAndOutlivesItsRepository) {
  const TemporaryFolder temp;
  const GitRepo repo(temp / "r");
  for (int i = 0; i < 50; ++i) repo.write(std::to_string(i), "content " + std::to_string(i));
  repo.commit("one");
  const Tree tree = repo.open().resolve("HEAD")->tree;
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      const auto own = repo.open().resolve("HEAD");
      for (int i = 0; i < 50; ++i) {
        const std::string name = std::to_string((i * 7 + t) % 50);
        if (tree.content(name) != "content " + name || own->tree.content(name) != "content " + name) ++wrong;
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST(Import, AFolderBecomesTheTreeThatGitWouldMake) {
  const TemporaryFolder temp;
  const GitRepo repo(temp / "r");
  repo.write("a.c", "1\r\n");
  repo.write("a/b.c", "deep\n");
  repo.write("a/c/d.c", "deeper\n");
  repo.write("a0", "after the folder\n");
  repo.write("z\xff", "no UTF-8\n");
  repo.write("run.sh", "#!/bin/sh\n");
  std::filesystem::permissions(temp / "r/run.sh", std::filesystem::perms::owner_all);
  std::filesystem::create_symlink("/nowhere", temp / "r/dangling");
  repo.commit("one");
  std::filesystem::create_directories(temp / "r/empty");
  ASSERT_EQ(::mkfifo((temp / "r/pipe").c_str(), 0600), 0);
  const auto scratch = Repository::scratch(temp / "scratch");
  ASSERT_TRUE(scratch) << scratch.error().str();
  const auto tree = scratch->importFolder(temp / "r");
  ASSERT_TRUE(tree) << tree.error().str();
  EXPECT_EQ(tree->id(), repo.git({"rev-parse", "HEAD^{tree}"}));
  EXPECT_EQ(tree->files(), repo.open().resolve("HEAD")->tree.files());
  EXPECT_EQ(tree->content("a.c"), "1\r\n");
  EXPECT_EQ(scratch->resolve(tree->id())->tree, *tree) << "the tree object itself is stored";
  const auto again = Repository::scratch(temp / "scratch");
  ASSERT_TRUE(again) << "an existing one is opened";
  EXPECT_EQ(again->importFolder(temp / "r")->id(), tree->id());
}

TEST(Import, FilesByName) {
  const TemporaryFolder temp;
  const auto scratch = Repository::scratch(temp / "scratch");
  ASSERT_TRUE(scratch);
  const auto tree = scratch->importFiles({{"src/b.c", "b"}, {"a.c", "a"}});
  ASSERT_TRUE(tree) << tree.error().str();
  EXPECT_THAT(pathsOf(*tree), ElementsAre("a.c", "src/b.c"));
  EXPECT_EQ(tree->content("src/b.c"), "b");
  EXPECT_EQ(scratch->importFiles({})->id(), emptyTreeId);
  EXPECT_THAT(usageErrorOf(scratch->importFiles({{"a", ""}, {"a", ""}})), HasSubstr("`a` is given twice"));
  EXPECT_THAT(usageErrorOf(scratch->importFiles({{"a", ""}, {"a.c", ""}, {"a/b", ""}})),
              HasSubstr("`a` is a file, but `a/b` needs it to be a folder"));
  EXPECT_THAT(runErrorOf(scratch->importFiles({{"../a", ""}})), HasSubstr("`..`"));
}

TEST(Import, WhatCannotBeReadIsNamed) {
  const TemporaryFolder temp;
  const auto scratch = Repository::scratch(temp / "scratch");
  ASSERT_TRUE(scratch);
  EXPECT_THAT(usageErrorOf(scratch->importFolder(temp / "none")), HasSubstr("none is no folder"));
  ASSERT_TRUE(support::DiskFiles().write(temp / "in/secret.c", "x"));
  std::filesystem::permissions(temp / "in/secret.c", std::filesystem::perms::none);
  // Root reads everything, so for a moment we are somebody else.
  const bool root = ::geteuid() == 0;
  std::filesystem::permissions(temp.path(), std::filesystem::perms::all);
  ASSERT_TRUE(!root || ::seteuid(65534) == 0);
  const auto tree = scratch->importFolder(temp / "in");
  ASSERT_TRUE(!root || ::seteuid(0) == 0);
  ASSERT_FALSE(tree);
  EXPECT_THAT(tree.error().str(), HasSubstr("secret.c: cannot read"));
}

} // namespace
} // namespace beagle::build
