#include "analysis/build/repository.h"
#include "test/build/git_fixture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace beagle::build {

using testing::HasSubstr;

/// With every size around those at which reading goes another way; some that deflate well, and some that do not.
static std::vector<std::string> contents() {
  std::vector<std::string> all;
  std::mt19937 random(7);
  for (const std::size_t size : {0, 1, 50, 54, 55, 56, 57, 58, 63, 64, 65, 1000, 4096, 3'000'000}) {
    all.emplace_back(size, 'a');
    std::string noise(size, '\0');
    for (char& c : noise) c = static_cast<char>(random());
    all.push_back(std::move(noise));
  }
  return all;
}

static std::string objectFile(const GitRepo& repo, const std::string& id) {
  return repo.folder() + "/.git/objects/" + id.substr(0, 2) + "/" + id.substr(2);
}

static void overwrite(const std::string& path, const std::string& content) {
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  ASSERT_TRUE(support::DiskFiles().write(path, content));
}

TEST(LooseObjects, AreReadAsTheyWereWritten) {
  const TemporaryFolder temp;
  const GitRepo repo(temp / "r");
  const auto all = contents();
  for (std::size_t i = 0; i < all.size(); ++i) repo.write("f" + std::to_string(i), all[i]);
  repo.commit("one");
  // Also through a repository that borrows them.
  repo.git({"clone", "--quiet", "--shared", repo.folder(), temp / "borrower"});
  for (const std::string& folder : {repo.folder(), temp / "borrower"}) {
    const Tree tree = GitRepo::openAt(folder).resolve("HEAD")->tree;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const std::string name = "f" + std::to_string(i);
      EXPECT_EQ(tree.sizeOf(*tree.find(name)), all[i].size());
      EXPECT_TRUE(tree.content(name) == all[i]) << folder << ", " << all[i].size() << " bytes";
    }
  }
}

TEST(LooseObjects, EveryCutIsAnError) {
  const TemporaryFolder temp;
  const GitRepo repo(temp / "r");
  repo.write("f", std::string(200, 'x') + "0123456789");
  repo.commit("one");
  const std::string path = objectFile(repo, repo.git({"rev-parse", "HEAD:f"}));
  const std::string whole = *support::DiskFiles().read(path);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    overwrite(path, whole.substr(0, size));
    const Tree tree = repo.open().resolve("HEAD")->tree;
    const auto content = tree.content("f");
    ASSERT_FALSE(content) << size;
    EXPECT_THAT(content.error().str(), HasSubstr("is damaged")) << size;
  }
  overwrite(path, whole);
  EXPECT_TRUE(repo.open().resolve("HEAD")->tree.content("f"));
}

TEST(LooseObjects, NoByteIsBelievedAgainstTheChecksum) {
  const TemporaryFolder temp;
  const GitRepo repo(temp / "r");
  const std::string text = std::string(200, 'x') + "0123456789";
  repo.write("f", text);
  repo.commit("one");
  const std::string path = objectFile(repo, repo.git({"rev-parse", "HEAD:f"}));
  const std::string whole = *support::DiskFiles().read(path);
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string wrong = whole;
    wrong[at] = static_cast<char>(wrong[at] ^ 0x11);
    overwrite(path, wrong);
    const auto content = repo.open().resolve("HEAD")->tree.content("f");
    EXPECT_TRUE(!content || *content == text) << at; // the level of compression does not matter
  }
}

TEST(LooseObjects, CutTreesAndCommitsAreErrors) {
  for (const std::string what : {"HEAD^{tree}", "HEAD"}) {
    const TemporaryFolder temp;
    const GitRepo repo(temp / "r");
    repo.write("f", "x\n");
    repo.commit("one");
    const std::string path = objectFile(repo, repo.git({"rev-parse", what}));
    overwrite(path, support::DiskFiles().read(path)->substr(0, 20));
    // By its id: on the way from a name to a damaged object libgit2 1.5 loses the reference.
    const auto resolved = repo.open().resolve(repo.git({"rev-parse", "HEAD"}));
    ASSERT_FALSE(resolved) << what;
    EXPECT_THAT(resolved.error().str(), HasSubstr("damaged")) << what;
  }
}

} // namespace beagle::build
