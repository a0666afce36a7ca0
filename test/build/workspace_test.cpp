#include "analysis/build/workspace.h"
#include "test/build/git_fixture.h"

#include <gmock/gmock.h>

#include <mutex>
#include <thread>

namespace beagle::build {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

TEST(CacheRoots, FollowTheBaseDirectorySpecification) {
  EXPECT_EQ(CacheRoot::defaultFolder("/xdg", "/home/a"), "/xdg/beagle");
  EXPECT_EQ(CacheRoot::defaultFolder(nullptr, "/home/a"), "/home/a/.cache/beagle");
  EXPECT_EQ(CacheRoot::defaultFolder("", "/home/a"), "/home/a/.cache/beagle");
  EXPECT_EQ(CacheRoot::defaultFolder("relative", "/home/a"), "/home/a/.cache/beagle");
  EXPECT_EQ(CacheRoot::defaultFolder(nullptr, nullptr), "");
}

TEST(CacheRoots, AreMadeAndKept) {
  const TemporaryFolder temp;
  support::RecordingLog log;
  {
    const CacheRoot root = CacheRoot::open(temp / "a/b/beagle", log);
    EXPECT_EQ(root.folder(), temp / "a/b/beagle");
    EXPECT_FALSE(root.isTemporary());
  }
  EXPECT_TRUE(support::DiskFiles().isFolder(temp / "a/b/beagle"));
  EXPECT_THAT(log.warnings, IsEmpty());
}

TEST(CacheRoots, FallBackToAFolderThatGoesAway) {
  const TemporaryFolder temp;
  ASSERT_TRUE(support::DiskFiles().write(temp / "file", ""));
  for (const std::string& unusable : {temp / "file/beagle", std::string("/proc/beagle"), std::string()}) {
    support::RecordingLog log;
    std::string folder;
    {
      const CacheRoot root = CacheRoot::open(unusable, log);
      const CacheRoot copy = root;
      folder = copy.folder();
      EXPECT_TRUE(root.isTemporary());
      EXPECT_TRUE(RunFolder::make(root, log));
    }
    ASSERT_THAT(log.warnings, SizeIs(1));
    EXPECT_THAT(log.warnings.front(), HasSubstr("cannot be used"));
    EXPECT_FALSE(support::DiskFiles().exists(folder));
  }
}

class RunFolders : public testing::Test {
protected:
  std::vector<std::string> left() const { return support::DiskFiles().list(temp_ / "cache/runs"); }

  TemporaryFolder temp_;
  support::RecordingLog log_;
  CacheRoot root_ = CacheRoot::open(temp_ / "cache", log_);
};

TEST_F(RunFolders, LiveAsLongAsTheirObject) {
  {
    auto first = RunFolder::make(root_, log_);
    const auto second = RunFolder::make(root_, log_);
    ASSERT_TRUE(first && second);
    EXPECT_NE(first->path(), second->path());
    ASSERT_TRUE(support::DiskFiles().write(first->path() + "/deep/file", "x"));
    EXPECT_TRUE(RunFolder::make(root_, log_)) << "a third run";
    EXPECT_TRUE(support::DiskFiles().exists(first->path() + "/deep/file")) << "does not touch the others";
    const RunFolder moved = std::move(*first);
    EXPECT_TRUE(support::DiskFiles().exists(moved.path()));
  }
  EXPECT_THAT(left(), IsEmpty());
}

TEST_F(RunFolders, OfAKilledRunIsRemovedByTheNext) {
  const Signpost made;
  Victim victim([&] {
    const auto run = RunFolder::make(root_, log_);
    if (!run || !support::DiskFiles().write(run->path() + "/locked/file", "x")) ::_exit(1);
    std::filesystem::permissions(run->path() + "/locked", std::filesystem::perms::owner_read);
    made.reach();
    for (;;) ::pause();
  });
  ASSERT_TRUE(made.wait());
  {
    EXPECT_TRUE(RunFolder::make(root_, log_));
  }
  EXPECT_THAT(left(), SizeIs(2)) << "it is alive: folder and lock stay";
  victim.kill();
  {
    EXPECT_TRUE(RunFolder::make(root_, log_));
  }
  EXPECT_THAT(left(), IsEmpty());
}

TEST_F(RunFolders, KeptOnesWaitForTheNextRun) {
  std::string path;
  {
    auto run = RunFolder::make(root_, log_);
    ASSERT_TRUE(run);
    path = run->path();
    run->keepUntilNextRun();
  }
  EXPECT_TRUE(support::DiskFiles().isFolder(path));
  {
    EXPECT_TRUE(RunFolder::make(root_, log_));
  }
  EXPECT_FALSE(support::DiskFiles().isFolder(path));
}

TEST_F(RunFolders, ManyAtOnce) {
  std::mutex mutex;
  std::vector<std::string> wrong;
  const auto oneRun = [&]() -> support::Result<void> {
    const auto run = RunFolder::make(root_, log_);
    if (!run) return std::unexpected(run.error());
    if (auto written = support::DiskFiles().write(run->path() + "/file", "x"); !written) return written;
    if (!support::DiskFiles().exists(run->path() + "/file")) return support::cannotRun("{} lost its file", run->path());
    return {};
  };
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 25; ++i)
        if (const auto done = oneRun(); !done) {
          const std::scoped_lock lock(mutex);
          wrong.push_back(done.error().str());
        }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(wrong, IsEmpty());
  EXPECT_THAT(left(), IsEmpty());
}

} // namespace
} // namespace beagle::build
