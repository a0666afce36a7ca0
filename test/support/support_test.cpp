#include "analysis/support/budget.h"
#include "analysis/support/digest.h"
#include "analysis/support/error.h"
#include "analysis/support/files.h"
#include "analysis/support/progress.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

namespace beagle::support {
namespace {

using testing::ElementsAre;

TEST(Error, ReadsFromTheOutsideIn) {
  Error error = Error(ErrorKind::Usage, "unknown key `buget`")
                    .at({"conf.yml", 3, 5})
                    .hint("did you mean `budget`?")
                    .within("reading the configuration")
                    .within("checking main..topic");
  EXPECT_EQ(error.str(), "checking main..topic: reading the configuration: conf.yml:3:5: unknown key `buget`; "
                         "did you mean `budget`?");
}

TEST(Digest, IsSha256AndSeparatesItsParts) {
  EXPECT_NE(Digest().add("ab").add("c").hex(), Digest().add("a").add("bc").hex());
  EXPECT_EQ(Digest().add("ab").hex(), digestOf("ab"));
  EXPECT_EQ(digestOf("").size(), 64U);
}

TEST(Budget, StepsRunOutAndCancellationEndsIt) {
  Budget budget;
  budget.limitSteps(2);
  EXPECT_TRUE(budget.spend());
  EXPECT_FALSE(budget.exhausted());
  EXPECT_TRUE(budget.spend());
  EXPECT_FALSE(budget.spend());
  EXPECT_TRUE(budget.exhausted());

  const CancelToken token;
  const Budget other(token);
  EXPECT_FALSE(other.exhausted());
  token.cancel();
  EXPECT_TRUE(other.exhausted());
}

TEST(Paths, AreNormalisedWithoutLookingAtTheDisk) {
  EXPECT_EQ(normalPath("/a/./b//../c"), "/a/c");
  EXPECT_EQ(normalPath("../x/.."), "..");
  EXPECT_EQ(normalPath("./"), ".");
  EXPECT_EQ(joinPath("/a", "/b"), "/b");
  EXPECT_EQ(joinPath("a/", "b"), "a/b");
  EXPECT_EQ(pathBelow("/a/b/c", "/a"), "b/c");
  EXPECT_EQ(pathBelow("/ab/c", "/a"), std::nullopt);
  EXPECT_EQ(extension("x/.hidden"), "");
  EXPECT_EQ(extension("x/a.tar.gz"), ".gz");
  EXPECT_EQ(parentPath("/a"), "/");
}

template <class Disk> void behavesAsADisk(Disk&& disk, const std::string& root) {
  ASSERT_TRUE(disk.write(root + "/d/a", "one"));
  ASSERT_TRUE(disk.write(root + "/d/e/b", "two"));
  EXPECT_EQ(disk.read(root + "/d/a").value(), "one");
  EXPECT_THAT(disk.list(root + "/d"), ElementsAre("a", "e"));
  EXPECT_TRUE(disk.isFolder(root + "/d/e"));
  EXPECT_FALSE(disk.isFolder(root + "/d/a"));
  EXPECT_EQ(disk.status(root + "/d/a")->size, 3U);
  EXPECT_FALSE(disk.read(root + "/d/none"));
  ASSERT_TRUE(disk.rename(root + "/d/e", root + "/f"));
  EXPECT_EQ(disk.read(root + "/f/b").value(), "two");
  EXPECT_FALSE(disk.exists(root + "/d/e/b"));
  ASSERT_TRUE(disk.remove(root + "/d"));
  ASSERT_TRUE(disk.remove(root + "/d"));
  EXPECT_FALSE(disk.exists(root + "/d/a"));
}

TEST(Files, FakeAndRealBehaveAlike) {
  behavesAsADisk(FakeFiles(), "/fake");
  std::string folder = std::filesystem::temp_directory_path() / "beagle-files-XXXXXX";
  ASSERT_NE(::mkdtemp(folder.data()), nullptr);
  behavesAsADisk(DiskFiles(), folder);
  std::filesystem::remove_all(folder);
}

TEST(Progress, IsPlainLinesInAFileAndSilentWithoutAStream) {
  FakeClock clock;
  char* text = nullptr;
  std::size_t size = 0;
  std::FILE* stream = ::open_memstream(&text, &size);
  {
    Progress progress(stream, Terminal{}, clock);
    progress.begin("compiling", 3);
    progress.step();
    clock.advance(std::chrono::seconds(11));
    progress.step();
    Progress silent(nullptr, Terminal{}, clock);
    silent.begin("nothing", 1);
    silent.step();
  }
  std::fclose(stream);
  EXPECT_EQ(std::string(text), "compiling 2/3\n");
  std::free(text);
}

TEST(Progress, APhaseOfTwoHasTheStepsOfBoth) {
  FakeClock clock;
  char* text = nullptr;
  std::size_t size = 0;
  std::FILE* stream = ::open_memstream(&text, &size);
  {
    Progress progress(stream, Terminal{}, clock);
    auto stepLater = [&] {
      clock.advance(std::chrono::seconds(11));
      progress.step();
    };
    progress.begin("compiling", 3);
    stepLater();
    progress.begin("compiling", 4);
    stepLater();
    progress.finish();
    stepLater();
    progress.finish();
    stepLater();
    progress.begin("compiling", 2);
    stepLater();
  }
  std::fclose(stream);
  EXPECT_EQ(std::string(text), "compiling 1/3\ncompiling 2/7\ncompiling 3/7\ncompiling 1/2\n");
  std::free(text);
}

TEST(Progress, ATerminalHasABarWithWhatWasFoundAndTheTimeThatIsLeft) {
  FakeClock clock;
  char* text = nullptr;
  std::size_t size = 0;
  std::FILE* stream = ::open_memstream(&text, &size);
  {
    Progress progress(stream, Terminal{.interactive = true, .width = 80}, clock);
    progress.begin("comparing", 4);
    progress.endsBy(clock.now() + std::chrono::seconds(60));
    clock.advance(std::chrono::seconds(19));
    progress.step("one");
    progress.found(2);
    clock.advance(std::chrono::seconds(50));
    progress.step("two");
    progress.finish();
    progress.begin("replaying", 1);
  }
  std::fclose(stream);
  EXPECT_EQ(std::string(text), "\r\x1b[K░░░░░░░░░░░░░░░░░░░░ comparing 0/4 "
                               "\r\x1b[K█████░░░░░░░░░░░░░░░ comparing 1/4, 41 s left one"
                               "\r\x1b[K██████████░░░░░░░░░░ comparing 2/4, 2 found, 0 s left two"
                               "\r\x1b[K"
                               "\r\x1b[K░░░░░░░░░░░░░░░░░░░░ replaying 0/1 "
                               "\r\x1b[K");
  std::free(text);
}

TEST(Terminal, AFileHasNoColours) {
  EXPECT_EQ(paint(Terminal{}, Colour::Red, "x"), "x");
  EXPECT_EQ(paint(Terminal{.colours = true}, Colour::Red, "x"), "\x1b[31mx\x1b[0m");
}

} // namespace
} // namespace beagle::support
