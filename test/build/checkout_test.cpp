#include "analysis/build/checkout.h"
#include "test/build/git_fixture.h"

#include <gmock/gmock.h>
#include <sys/stat.h>

namespace beagle::build {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

struct stat statusOf(const std::string& path) {
  struct stat info{};
  EXPECT_EQ(::lstat(path.c_str(), &info), 0) << path;
  return info;
}

TEST(Checkout, WritesBytesModesLinksAndOneTime) {
  const TemporaryFolder temp;
  const GitRepo repo(temp / "r");
  repo.write("src/deep/crlf.c", "a\r\nb\n");
  repo.write("src.c", "1\n");
  repo.write(".gitattributes", "* text=auto eol=crlf\n");
  repo.write("run.sh", "#!/bin/sh\n");
  repo.git({"config", "core.autocrlf", "false"});
  std::filesystem::permissions(temp / "r/run.sh", std::filesystem::perms::owner_all);
  std::filesystem::create_symlink("/etc/passwd", temp / "r/link");
  repo.git({"-c", "core.autocrlf=false", "add", "--all"});
  repo.commit("one");
  const Repository opened = repo.open();
  const Tree tree = opened.resolve("HEAD")->tree;
  const mode_t umaskBefore = ::umask(077);
  const auto written = writeFiles(tree, temp / "out/below");
  ::umask(umaskBefore);
  ASSERT_TRUE(written) << written.error().str();
  EXPECT_EQ(written->files, 5U);
  const std::string out = temp / "out/below/";
  EXPECT_EQ(support::DiskFiles().read(out + "src/deep/crlf.c"), *tree.content("src/deep/crlf.c"));
  EXPECT_EQ(support::DiskFiles().read(out + "src.c"), "1\n") << "no conversion on the way out";
  EXPECT_EQ(statusOf(out + "src.c").st_mode & 07777, 0644U);
  EXPECT_EQ(statusOf(out + "run.sh").st_mode & 07777, 0755U);
  EXPECT_EQ(statusOf(out + "src").st_mode & 07777, 0755U);
  EXPECT_EQ(std::filesystem::read_symlink(out + "link"), "/etc/passwd");
  for (const char* name : {"", "src", "src/deep", "src/deep/crlf.c", "run.sh", "link"})
    EXPECT_EQ(statusOf(out + name).st_mtim.tv_sec, checkoutTime) << name;
}

TEST(Checkout, ItsTreeIsTheSameAgain) {
  const TemporaryFolder temp;
  const auto scratch = Repository::scratch(temp / "scratch");
  ASSERT_TRUE(scratch);
  const auto tree =
      scratch->importFiles({{"a-", "1"}, {"a/b/c", "2"}, {"a/b.c", "3"}, {"a.c", "4"}, {"a/b0", "5"}, {"b/c", "6"}});
  ASSERT_TRUE(tree);
  ASSERT_TRUE(writeFiles(*tree, temp / "out"));
  EXPECT_EQ(scratch->importFolder(temp / "out")->id(), tree->id());
}

TEST(Checkout, OnlyIntoAnEmptyFolder) {
  const TemporaryFolder temp;
  ASSERT_TRUE(writeFiles(Tree(), temp / "out"));
  EXPECT_TRUE(support::DiskFiles().isFolder(temp / "out"));
  ASSERT_TRUE(support::DiskFiles().write(temp / "out/mine", "x"));
  EXPECT_THAT(runErrorOf(writeFiles(Tree(), temp / "out")), HasSubstr("into an empty folder only"));
}

/// Trees that git would not make, written object by object.
class HostileTree : public testing::Test {
protected:
  /// Stores a tree object from lines "mode name id".
  std::string tree(const std::vector<std::array<std::string, 3>>& entries) const {
    std::string body;
    for (const auto& [mode, name, id] : entries) {
      body += mode + ' ' + name + '\0';
      for (std::size_t i = 0; i < id.size(); i += 2) body += static_cast<char>(std::stoi(id.substr(i, 2), nullptr, 16));
    }
    repo_.write("body", body);
    return repo_.git({"hash-object", "-t", "tree", "-w", "--literally", "body"});
  }

  std::string blob(std::string_view content) const {
    repo_.write("body", content);
    return repo_.git({"hash-object", "-w", "--no-filters", "body"});
  }

  std::string refusal(const std::string& id) const {
    const auto revision = repo_.open().resolve(id);
    if (!revision) return revision.error().str();
    return runErrorOf(writeFiles(revision->tree, temp_ / "out"));
  }

  TemporaryFolder temp_;
  GitRepo repo_{temp_ / "r"};
};

TEST_F(HostileTree, CannotWriteThroughItsOwnSymlink) {
  std::filesystem::create_directories(temp_ / "victim");
  const std::string below = tree({{"100644", "passwd", blob("owned")}});
  const std::string evil = tree({{"120000", "a", blob(temp_ / "victim")}, {"40000", "a", below}});
  EXPECT_THAT(refusal(evil), HasSubstr("`a/passwd`"));
  EXPECT_TRUE(std::filesystem::is_empty(temp_ / "victim"));
  const std::string file = tree({{"120000", "a", blob(temp_ / "victim/new")}, {"100644", "a", blob("owned")}});
  std::filesystem::remove_all(temp_ / "out");
  EXPECT_THAT(refusal(file), HasSubstr("there already"));
  EXPECT_TRUE(std::filesystem::is_empty(temp_ / "victim"));
}

TEST_F(HostileTree, CannotNameItsWayOut) {
  const std::string content = blob("owned");
  const std::string below = tree({{"100644", "x", content}});
  for (const std::string& name : {std::string(".."), std::string("."), std::string(".git"), std::string(".GiT"),
                                  std::string("../x"), std::string("/x"), std::string("a//x")}) {
    std::filesystem::remove_all(temp_ / "out");
    EXPECT_THAT(refusal(tree({{"40000", name, below}})), HasSubstr("is not written to disk")) << name;
    EXPECT_FALSE(std::filesystem::exists(temp_ / "x"));
  }
}

TEST_F(HostileTree, ThatNestsWithoutEndIsRefused) {
  std::string id = tree({{"100644", "x", blob("")}});
  // Twenty folders in each of which the next stands ten times: 10^20 files.
  for (int depth = 0; depth < 20; ++depth) {
    std::vector<std::array<std::string, 3>> entries;
    for (char name = 'a'; name < 'k'; ++name) entries.push_back({"40000", std::string(1, name), id});
    id = tree(entries);
  }
  EXPECT_THAT(refusal(id), HasSubstr("more than 1000000 files"));
}

class Submodules : public testing::Test {
protected:
  void SetUp() override {
    lib_.write("lib.c", "lib\n");
    lib_.commit("lib");
    app_.write("app.c", "app\n");
    app_.git({"-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "--name", "the lib", lib_.folder(),
              "third party/lib"});
    app_.commit("app");
  }

  Checkout checkout(const GitRepo& repo, bool submodules) {
    const Repository opened = repo.open();
    std::filesystem::remove_all(temp_ / "out");
    Tree base, head = opened.resolve("HEAD")->tree;
    if (submodules) opened.fillSubmodules(base, head);
    const auto written = writeFiles(head, temp_ / "out");
    EXPECT_TRUE(written) << written.error().str();
    return written.value_or(Checkout{});
  }

  TemporaryFolder temp_;
  GitRepo lib_{temp_ / "lib"};
  GitRepo app_{temp_ / "app"};
};

TEST_F(Submodules, AreEmptyFoldersByDefault) {
  EXPECT_THAT(checkout(app_, false).emptySubmodules, ElementsAre("third party/lib"));
  EXPECT_TRUE(std::filesystem::is_empty(temp_ / "out/third party/lib"));
}

TEST_F(Submodules, AreFilledFromWhatIsThere) {
  EXPECT_THAT(checkout(app_, true).emptySubmodules, IsEmpty());
  EXPECT_EQ(support::DiskFiles().read(temp_ / "out/third party/lib/lib.c"), "lib\n");
}

TEST_F(Submodules, ThatWereNeverClonedStayEmpty) {
  app_.git({"clone", "--quiet", app_.folder(), temp_ / "clone"});
  EXPECT_THAT(checkout(GitRepo(temp_ / "clone"), true).emptySubmodules, ElementsAre("third party/lib"));
}

} // namespace
} // namespace beagle::build
