#include "analysis/build/folder_files.h"
#include "analysis/build/toolchain.h"
#include "test/temporary_folder.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace beagle::build {
namespace {

TEST(FolderFiles, TellsWhatChangedAnywhereBelow) {
  support::FakeFiles disk;
  disk.content = {{"/sdk/a.h", "1"}, {"/sdk/deep/er/b.h", "1"}, {"/other/c.h", "1"}};
  const std::string before = stampOf(disk, "/sdk");
  disk.content["/other/c.h"] = "12";
  EXPECT_EQ(stampOf(disk, "/sdk"), before);
  disk.content["/sdk/deep/er/b.h"] = "12";
  const std::string longer = stampOf(disk, "/sdk");
  EXPECT_NE(longer, before);
  disk.content["/sdk/deep/data"] = "";
  EXPECT_NE(stampOf(disk, "/sdk"), longer);
  EXPECT_EQ(stampOf(disk, "/none"), stampOf(disk, "/neither"));
}

TEST(FolderFiles, LinksMayLeadInCircles) {
  const TemporaryFolder place;
  place.write("real/x.h", "1");
  std::filesystem::create_directory(place / "seen");
  std::filesystem::create_directory_symlink("../real", place / "seen/linked");
  std::filesystem::create_directory_symlink("..", place / "seen/circle");
  const support::DiskFiles disk;
  const std::string before = stampOf(disk, place / "seen");
  place.write("real/x.h", "12");
  EXPECT_NE(stampOf(disk, place / "seen"), before);
}

TEST(Toolchain, StampTellsWhatIsInstalledWithoutPackages) {
  support::FakeFiles disk;
  disk.content = {
      {"/bin/beagle-cc", ""}, {"/bin/beagle-record", ""}, {"/bin/beagle-jit", ""}, {"/usr/local/include/lib/v.h", "1"}};
  const auto before = Toolchain::find(disk, "/bin");
  disk.content["/usr/local/include/lib/v.h"] = "12";
  const auto after = Toolchain::find(disk, "/bin");
  ASSERT_TRUE(before && after);
  EXPECT_NE(after->stamp, before->stamp);
}

} // namespace
} // namespace beagle::build
