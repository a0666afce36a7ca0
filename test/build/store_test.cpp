#include "analysis/build/store.h"
#include "analysis/support/digest.h"
#include "test/build/git_fixture.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <set>
#include <thread>

namespace beagle::build {
namespace {

using support::Result;
using testing::IsEmpty;
using testing::SizeIs;

class StoreTest : public testing::Test {
protected:
  Store open(std::uint64_t limit = 5ULL << 30) { return Store(temp_ / "store", log_, {.sizeLimit = limit}); }

  std::string pathOf(const std::string& kind, const std::string& key) const {
    const std::string digits = support::digestOf(key);
    return temp_ / ("store/entries/" + kind + "/" + digits.substr(0, 2) + "/" + digits.substr(2));
  }

  /// Makes an entry look as if it had been used that many seconds ago.
  static void age(const std::string& path, int seconds) {
    timespec now{};
    ::clock_gettime(CLOCK_REALTIME, &now);
    const timespec times[2]{{now.tv_sec - seconds, 0}, {now.tv_sec - seconds, 0}};
    ASSERT_EQ(::utimensat(AT_FDCWD, path.c_str(), times, 0), 0) << path;
  }

  std::vector<std::string> temporary() const { return support::DiskFiles().list(temp_ / "store/tmp"); }

  /// A folder entry with one file.
  static Store::Prepare fill(const std::string& content, std::atomic<int>* count = nullptr) {
    return [content, count](const std::string& folder) -> Result<void> {
      if (count) ++*count;
      return support::DiskFiles().write(folder + "/sub/file", content);
    };
  }

  static std::string fileIn(const FolderLease& lease) {
    return support::DiskFiles().read(lease.path() + "/sub/file").value_or("(unreadable)");
  }

  TemporaryFolder temp_;
  support::RecordingLog log_;
};

TEST_F(StoreTest, GivesBackWhatWasPut) {
  Store store = open();
  const std::string content("any\0bytes\r\n", 11);
  EXPECT_EQ(store.get("bitcode", "key"), std::nullopt);
  ASSERT_TRUE(store.put("bitcode", "key", content));
  ASSERT_TRUE(store.put("bitcode", "empty", ""));
  EXPECT_EQ(store.get("bitcode", "key"), content);
  EXPECT_EQ(store.get("bitcode", "empty"), "");
  EXPECT_EQ(store.get("index", "key"), std::nullopt) << "another kind";
  EXPECT_EQ(open().get("bitcode", "key"), content) << "the next run";
  ASSERT_TRUE(store.put("bitcode", "key", "new"));
  EXPECT_EQ(store.get("bitcode", "key"), "new");
  EXPECT_EQ(store.statistics(), (StoreStatistics{.hits = 3, .misses = 2}));
  EXPECT_THAT(temporary(), IsEmpty());
}

TEST_F(StoreTest, TakesFiles) {
  Store store = open();
  ASSERT_TRUE(support::DiskFiles().write(temp_ / "file", "content"));
  ASSERT_TRUE(store.putFile("bitcode", "key", temp_ / "file"));
  EXPECT_EQ(store.get("bitcode", "key"), "content");
  EXPECT_FALSE(store.putFile("bitcode", "key", temp_ / "none"));
}

TEST_F(StoreTest, DropsDamagedFiles) {
  Store store = open();
  const std::string path = pathOf("bitcode", "key");
  const std::vector<std::function<void()>> damages{
      [&] { std::filesystem::resize_file(path, 100); },
      [&] { std::filesystem::resize_file(path, 10); },
      [&] { std::filesystem::resize_file(path, 0); },
      [&] { std::ofstream(path, std::ios::app) << 'x'; },
      [&] {
        std::fstream file(path, std::ios::in | std::ios::out);
        file.seekp(200);
        file << '!';
      },
      // A whole and sound entry, but of another key.
      [&] { std::filesystem::rename(pathOf("bitcode", "other"), path); },
  };
  for (std::size_t i = 0; i < damages.size(); ++i) {
    ASSERT_TRUE(store.put("bitcode", "key", std::string(1000, 'c')));
    ASSERT_TRUE(store.put("bitcode", "other", std::string(1000, 'c')));
    ASSERT_TRUE(store.get("bitcode", "key"));
    damages[i]();
    EXPECT_EQ(store.get("bitcode", "key"), std::nullopt) << "damage " << i;
    EXPECT_FALSE(support::DiskFiles().exists(path)) << "damage " << i;
    EXPECT_EQ(store.statistics().dropped, i + 1);
  }
  EXPECT_THAT(log_.warnings, IsEmpty());
}

TEST_F(StoreTest, LeastRecentlyUsedGoFirst) {
  Store store = open(100 * 4096);
  for (int i = 0; i < 90; ++i) {
    ASSERT_TRUE(store.put("bitcode", std::to_string(i), "x"));
    age(pathOf("bitcode", std::to_string(i)), 1000 - i);
  }
  EXPECT_TRUE(store.get("bitcode", "0")) << "used now, so it stays";
  for (int i = 90; i < 101; ++i) ASSERT_TRUE(store.put("bitcode", std::to_string(i), "x"));
  EXPECT_EQ(store.statistics().evicted, 11U) << "down to nine tenths";
  EXPECT_TRUE(store.get("bitcode", "0"));
  for (int i = 1; i <= 11; ++i) EXPECT_FALSE(store.get("bitcode", std::to_string(i))) << i;
  for (int i = 12; i < 101; ++i) EXPECT_TRUE(store.get("bitcode", std::to_string(i))) << i;
}

TEST_F(StoreTest, ALostOrDamagedSizeIsCountedAgain) {
  for (const char* damage : {"", "nonsense", "99999999999999999999999"}) {
    for (int i = 0; i < 4; ++i) {
      ASSERT_TRUE(open().put("bitcode", std::to_string(i), "x"));
      age(pathOf("bitcode", std::to_string(i)), 100 - i);
    }
    std::ofstream(temp_ / "store/size") << damage;
    Store store = open(3 * 4096);
    ASSERT_TRUE(store.put("bitcode", "last", "x"));
    EXPECT_GT(store.statistics().evicted, 0U) << damage;
    EXPECT_FALSE(store.get("bitcode", "0"));
    EXPECT_TRUE(store.get("bitcode", "last"));
  }
}

TEST_F(StoreTest, FoldersArePreparedOnceAndFound) {
  Store store = open();
  std::atomic<int> prepared = 0;
  {
    const auto lease = store.folder("tree", "key", fill("content", &prepared));
    ASSERT_TRUE(lease) << lease.error().str();
    EXPECT_EQ(fileIn(*lease), "content");
  }
  const auto again = open().folder("tree", "key", fill("other", &prepared));
  ASSERT_TRUE(again);
  EXPECT_EQ(fileIn(*again), "content");
  EXPECT_TRUE(store.folder("tree", "key", fill("other", &prepared)));
  EXPECT_EQ(prepared, 1);
  EXPECT_EQ(store.statistics(), (StoreStatistics{.hits = 1, .misses = 1}));
  EXPECT_THAT(temporary(), IsEmpty());
  EXPECT_THAT(support::DiskFiles().list(temp_ / "store/locks"), IsEmpty());
}

TEST_F(StoreTest, AFolderThatCannotBePreparedLeavesNothing) {
  Store store = open();
  const auto lease = store.folder("tree", "key", [](const std::string& folder) -> Result<void> {
    if (auto written = support::DiskFiles().write(folder + "/half", "x"); !written) return written;
    return support::cannotRun("no compiler");
  });
  ASSERT_FALSE(lease);
  EXPECT_EQ(lease.error().str(), "no compiler");
  EXPECT_FALSE(support::DiskFiles().exists(pathOf("tree", "key")));
  EXPECT_THAT(temporary(), IsEmpty());
  EXPECT_TRUE(store.folder("tree", "key", fill("content")));
}

TEST_F(StoreTest, AnAttemptNeverGetsTheFolderOfAnother) {
  Store store = open();
  std::set<std::string> folders;
  for (int attempt = 0; attempt < 3; ++attempt)
    EXPECT_FALSE(store.folder("tree", "key", [&](const std::string& folder) -> Result<void> {
      folders.insert(folder);
      return support::cannotRun("no compiler");
    }));
  EXPECT_EQ(folders.size(), 3U);
}

TEST_F(StoreTest, DropsDamagedFolders) {
  Store store = open();
  const std::string path = pathOf("tree", "key");
  const std::vector<std::function<void()>> damages{
      [&] { std::filesystem::remove(path + "/content/sub/file"); },
      [&] { std::filesystem::resize_file(path + "/content/sub/file", 3); },
      [&] { std::ofstream(path + "/content/new") << "x"; },
      [&] { std::filesystem::remove_all(path + "/content"); },
      [&] { std::filesystem::resize_file(path + "/seal", 20); },
      [&] { std::filesystem::remove(path + "/seal"); },
  };
  for (std::size_t i = 0; i < damages.size(); ++i) {
    ASSERT_TRUE(store.folder("tree", "key", fill("content")));
    damages[i]();
    const auto again = store.folder("tree", "key", fill("content"));
    ASSERT_TRUE(again) << again.error().str();
    EXPECT_EQ(fileIn(*again), "content");
    EXPECT_EQ(store.statistics().dropped, i + 1) << "damage " << i;
  }
}

TEST_F(StoreTest, AFolderWithoutASealIsEvicted) {
  ASSERT_TRUE(open().folder("tree", "key", fill("content")));
  std::filesystem::remove(pathOf("tree", "key") + "/seal");
  ASSERT_TRUE(open(1).put("bitcode", "key", "x"));
  EXPECT_FALSE(support::DiskFiles().exists(pathOf("tree", "key")));
  EXPECT_THAT(temporary(), IsEmpty());
  EXPECT_THAT(support::DiskFiles().list(temp_ / "store/locks"), IsEmpty());
}

/// Others make room all the time, also between the moment a folder is in its place and the one it is handed out.
TEST_F(StoreTest, AFolderThatWasJustMadeIsNotEvicted) {
  std::vector<std::jthread> others;
  for (int t = 0; t < 3; ++t)
    others.emplace_back([&](const std::stop_token& done) {
      while (!done.stop_requested()) open(1).trim();
    });
  Store store = open(1);
  for (int i = 0; i < 300; ++i) {
    const auto lease = store.folder("tree", "key", fill("content"));
    ASSERT_TRUE(lease) << lease.error().str();
    ASSERT_EQ(fileIn(*lease), "content");
  }
  EXPECT_EQ(store.statistics().dropped, 0U) << "what others throw away is not damaged";
}

TEST_F(StoreTest, FoldersInUseAreNotEvicted) {
  Store store = open(1);
  auto lease = store.folder("tree", "key", fill("content"));
  ASSERT_TRUE(lease);
  age(pathOf("tree", "key") + "/seal", 1000);
  open(1).trim();
  EXPECT_EQ(fileIn(*lease), "content");
  {
    const FolderLease ends = std::move(*lease);
  }
  Store other = open(1);
  other.trim();
  EXPECT_EQ(other.statistics().evicted, 1U);
  EXPECT_FALSE(support::DiskFiles().exists(pathOf("tree", "key")));
  EXPECT_THAT(temporary(), IsEmpty());
}

TEST_F(StoreTest, OneOfManyPreparesAndTheOthersWait) {
  std::atomic<int> prepared = 0;
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 6; ++t)
    threads.emplace_back([&] {
      Store store = open();
      const auto lease = store.folder("tree", "key", [&](const std::string& folder) {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        return fill("content", &prepared)(folder);
      });
      if (!lease || fileIn(*lease) != "content") ++wrong;
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(prepared, 1);
}

TEST_F(StoreTest, WaitingEndsWithTheTimeForAllOfIt) {
  Store store = open();
  const auto outer = store.folder("tree", "key", [&](const std::string& folder) -> Result<void> {
    std::thread([&] {
      const auto inner = open().folder("tree", "key", fill("content"), {}, support::Budget::Clock::now());
      EXPECT_TRUE(!inner && inner.error().message().contains("the time for all of it is over"));
    }).join();
    return support::DiskFiles().write(folder + "/file", "content");
  });
  EXPECT_TRUE(outer);
}

TEST_F(StoreTest, WaitingCanBeCancelled) {
  Store store = open();
  const support::CancelToken cancel;
  const auto outer = store.folder("tree", "key", [&](const std::string& folder) -> Result<void> {
    std::thread([&] {
      cancel.cancel();
      const auto inner = open().folder("tree", "key", fill("x"), cancel);
      EXPECT_TRUE(!inner && inner.error().kind() == support::ErrorKind::Cancelled);
    }).join();
    return fill("content")(folder);
  });
  EXPECT_TRUE(outer);
}

TEST_F(StoreTest, SeveralThreadsPutGetAndEvict) {
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      Store store = open(20 * 4096);
      for (int i = 0; i < 100; ++i) {
        const std::string key = std::to_string((i * (t + 3)) % 40);
        if (const auto found = store.get("bitcode", key); found && *found != "content " + key) ++wrong;
        if (!store.put("bitcode", key, "content " + key)) ++wrong;
        if (i % 10 != 0) continue;
        const auto lease = store.folder("tree", key, fill(key));
        if (!lease || fileIn(*lease) != key) ++wrong;
      }
      if (store.statistics().dropped != 0) ++wrong;
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

/// Processes that are killed at any point while they put files and prepare folders leave a cache from which
/// everything that can be read is right, and in which everything can be made.
TEST_F(StoreTest, KilledProcessesLeaveNothingWrong) {
  const std::string content(300'000, 'x');
  for (int round = 0; round < 12; ++round) {
    const auto work = [&] {
      Store store = open(2 << 20);
      for (int i = 0;; ++i) {
        const std::string key = std::to_string(i % 10);
        static_cast<void>(store.put("bitcode", key, content + key));
        static_cast<void>(store.folder("tree", key, fill(content + key)));
      }
    };
    {
      const Victim first(work);
      const Victim second(work);
      ::usleep(static_cast<useconds_t>(3000 + 2500 * round));
    }
    Store store = open();
    for (int i = 0; i < 10; ++i) {
      const std::string key = std::to_string(i);
      EXPECT_EQ(store.get("bitcode", key).value_or(content + key), content + key);
      const auto lease = store.folder("tree", key, fill(content + key));
      ASSERT_TRUE(lease) << lease.error().str();
      EXPECT_EQ(fileIn(*lease), content + key);
    }
    EXPECT_EQ(store.statistics().dropped, 0U) << "killing damages nothing that is in place";
  }
  // What they were writing is cleared away: folders by the next preparation, files after an hour.
  for (const std::string& name : temporary()) age(temp_ / ("store/tmp/" + name), 7200);
  open().trim();
  EXPECT_THAT(temporary(), IsEmpty());
  EXPECT_THAT(support::DiskFiles().list(temp_ / "store/locks"), IsEmpty());
}

TEST_F(StoreTest, AWaiterTakesOverFromAKilledPreparer) {
  const Signpost preparing;
  Victim victim([&] {
    static_cast<void>(open().folder("tree", "key", [&](const std::string& folder) -> Result<void> {
      if (!support::DiskFiles().write(folder + "/half", "x")) ::_exit(1);
      preparing.reach();
      for (;;) ::pause();
    }));
  });
  ASSERT_TRUE(preparing.wait());
  std::thread killer([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    victim.kill();
  });
  const auto lease = open().folder("tree", "key", fill("content"));
  killer.join();
  ASSERT_TRUE(lease) << lease.error().str();
  EXPECT_EQ(fileIn(*lease), "content");
  EXPECT_FALSE(support::DiskFiles().exists(lease->path() + "/half"));
}

TEST_F(StoreTest, ACacheThatCannotBeWrittenIsAnErrorAndNoCrash) {
  ASSERT_TRUE(support::DiskFiles().write(temp_ / "store", "a file where the folder should be"));
  Store store = open();
  EXPECT_EQ(store.get("bitcode", "key"), std::nullopt);
  EXPECT_FALSE(store.put("bitcode", "key", "x"));
  EXPECT_FALSE(store.folder("tree", "key", fill("x")));
  store.trim();
}

} // namespace
} // namespace beagle::build
