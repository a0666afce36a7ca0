#include "analysis/build/version.h"
#include "analysis/support/clock.h"
#include "test/build/git_fixture.h"

#include <gmock/gmock.h>

#include <filesystem>

namespace beagle::build {
namespace {

/// The user's disk, where something is saved as soon as a file has been copied to below a folder.
class SavedMeanwhile final : public support::Files {
public:
  std::string below, name; ///< what is waited for
  std::function<void()> save;

  [[nodiscard]] support::Result<std::string> read(const std::string& path) const override { return disk_.read(path); }
  [[nodiscard]] support::Result<void> write(const std::string& path, std::string_view content) override {
    return disk_.write(path, content);
  }
  [[nodiscard]] std::optional<support::FileStatus> status(const std::string& path) const override {
    return disk_.status(path);
  }
  [[nodiscard]] bool isLink(const std::string& path) const override { return disk_.isLink(path); }
  [[nodiscard]] std::vector<std::string> list(const std::string& folder) const override {
    if (!saved_ && isCopied()) {
      saved_ = true;
      save();
    }
    return disk_.list(folder);
  }
  [[nodiscard]] support::Result<void> makeFolders(const std::string& path) override { return disk_.makeFolders(path); }
  [[nodiscard]] support::Result<void> remove(const std::string& path) override { return disk_.remove(path); }
  [[nodiscard]] support::Result<void> rename(const std::string& from, const std::string& to) override {
    return disk_.rename(from, to);
  }

  [[nodiscard]] bool hasSaved() const { return saved_; }

private:
  [[nodiscard]] bool isCopied() const {
    std::error_code problem;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(below, problem))
      if (entry.path().filename() == name) return true;
    return false;
  }

  support::DiskFiles disk_;
  mutable bool saved_ = false;
};

TEST(VersionBuilderTest, TakesAHeaderThatIsSavedRightAfterItWasCopied) {
  const TemporaryFolder temp;
  const GitRepo repo(temp / "repo");
  repo.write(".gitignore", "compile_commands.json\nuntracked.h\n");
  repo.write("a.c", "#include \"untracked.h\"\nint a(void) { return VALUE; }\n");
  repo.commit("Begin");
  repo.write("compile_commands.json",
             R"([{"directory": ")" + repo.folder() + R"(", "file": "a.c", "command": "cc -c a.c"}])");
  repo.write("untracked.h", "#define VALUE 1\n");

  SavedMeanwhile files;
  files.below = temp / "store";
  files.name = "untracked.h";
  files.save = [&] { repo.write("untracked.h", "#define VALUE 1000\n"); };
  support::SystemProcesses processes;
  support::SystemClock clock;
  support::RecordingLog log;
  support::Progress progress(nullptr, {}, clock);
  Store store(temp / "store", log, {});
  const auto sandbox = Sandbox::open(SandboxMode::On, processes);
  ASSERT_TRUE(sandbox) << sandbox.error().str();
  const Toolchain toolchain{.compiler = {}, .recorder = BEAGLE_RECORD, .jit = {}, .stamp = "s"};
  VersionBuilder builder(*sandbox, store, toolchain, files, log, progress, {.plan = {}, .scratchFolder = temp / "run"});
  const auto revision = repo.open().resolve("HEAD");
  ASSERT_TRUE(revision) << revision.error().str();

  auto version = builder.prepare(*revision, repo.folder(), {});
  ASSERT_TRUE(version) << version.error().str();
  ASSERT_TRUE(files.hasSaved());
  const auto folder = builder.folderOf(*version);
  ASSERT_TRUE(folder) << folder.error().str();
  EXPECT_EQ(support::DiskFiles().read(*folder + "/src/untracked.h"), "#define VALUE 1000\n");
}

} // namespace
} // namespace beagle::build
