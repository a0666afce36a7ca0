#pragma once

#include "analysis/build/repository.h"
#include "analysis/support/files.h"
#include "analysis/support/process.h"
#include "test/temporary_folder.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace beagle::build {

/// A repository made with git itself, as users make them. Nothing of the machine's configuration counts.
class GitRepo {
public:
  explicit GitRepo(std::string folder, std::vector<std::string> options = {}) : folder_(std::move(folder)) {
    std::filesystem::create_directories(folder_);
    std::vector<std::string> init{"init", "--quiet", "--initial-branch=main"};
    init.insert(init.end(), options.begin(), options.end());
    git(init);
  }

  /// Runs git; a failure fails the test. The output comes without its last line end.
  std::string git(const std::vector<std::string>& arguments) const {
    const std::string date = "@" + std::to_string(1'600'000'000 + 60 * clock_++) + " +0000";
    support::Command command;
    command.arguments = {"git", "-C", folder_};
    command.arguments.insert(command.arguments.end(), arguments.begin(), arguments.end());
    command.environment = {"PATH=/usr/bin:/bin",
                           "HOME=/nonexistent",
                           "GIT_CONFIG_NOSYSTEM=1",
                           "GIT_AUTHOR_NAME=A",
                           "GIT_AUTHOR_EMAIL=a@a",
                           "GIT_COMMITTER_NAME=A",
                           "GIT_COMMITTER_EMAIL=a@a",
                           "GIT_AUTHOR_DATE=" + date,
                           "GIT_COMMITTER_DATE=" + date,
                           "GIT_ALLOW_PROTOCOL=file",
                           "LC_ALL=C"};
    const auto result = support::SystemProcesses().run(command);
    if (!result || !result->ok()) {
      ADD_FAILURE() << "git " << arguments.front() << ": " << (result ? result->errors : result.error().str());
      return {};
    }
    std::string output = result->output;
    if (output.ends_with('\n')) output.pop_back();
    return output;
  }

  void write(const std::string& path, std::string_view content) const {
    ASSERT_TRUE(support::DiskFiles().write(support::joinPath(folder_, path), content));
  }

  /// Commits everything in the work tree and returns the commit's id.
  std::string commit(const std::string& message) const {
    git({"add", "--all"});
    git({"commit", "--quiet", "--allow-empty", "-m", message});
    return git({"rev-parse", "HEAD"});
  }

  [[nodiscard]] const std::string& folder() const { return folder_; }
  [[nodiscard]] Repository open() const { return openAt(folder_); }

  [[nodiscard]] static Repository openAt(const std::string& folder) {
    auto repository = Repository::open(folder);
    EXPECT_TRUE(repository) << repository.error().str();
    return std::move(*repository);
  }

private:
  std::string folder_;
  mutable int clock_ = 0; // each command is a minute later than the one before
};

/// A child process that a test kills. It ends with this object at the latest. A fork that failed is a failed
/// test and never a signal: kill(-1) would reach every process of the user.
class Victim {
public:
  /// `work` runs in the child; it has to go on until it is killed.
  explicit Victim(const std::function<void()>& work) : pid_(::fork()) {
    if (pid_ != 0) {
      EXPECT_GT(pid_, 0) << "cannot fork: " << std::strerror(errno);
      return;
    }
    work();
    ::_exit(1);
  }
  Victim(const Victim&) = delete;
  Victim& operator=(const Victim&) = delete;
  ~Victim() { kill(); }

  void kill() {
    if (pid_ <= 0) return;
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
    pid_ = -1;
  }

private:
  pid_t pid_;
};

/// Tells from one process to another that something has come to pass.
class Signpost {
public:
  Signpost() { EXPECT_EQ(::pipe(ends_.data()), 0); }
  Signpost(const Signpost&) = delete;
  Signpost& operator=(const Signpost&) = delete;
  ~Signpost() {
    for (const int end : ends_) ::close(end);
  }

  void reach() const {
    if (::write(ends_[1], "x", 1) != 1) ::_exit(1);
  }
  /// False when it was not reached within ten seconds.
  [[nodiscard]] bool wait() const {
    pollfd ready{ends_[0], POLLIN, 0};
    return ::poll(&ready, 1, 10'000) == 1;
  }

private:
  std::array<int, 2> ends_{-1, -1};
};

/// The message of a result that has to be an error of that kind.
template <class T> std::string errorOf(const support::Result<T>& result, support::ErrorKind kind) {
  EXPECT_FALSE(result);
  if (result) return {};
  EXPECT_EQ(result.error().kind(), kind) << result.error().str();
  EXPECT_EQ(result.error().str().find('\n'), std::string::npos) << "a message is one line";
  return result.error().str();
}
template <class T> std::string usageErrorOf(const support::Result<T>& result) {
  return errorOf(result, support::ErrorKind::Usage);
}
template <class T> std::string runErrorOf(const support::Result<T>& result) {
  return errorOf(result, support::ErrorKind::CannotRun);
}

inline std::vector<std::string> pathsOf(const Tree& tree) {
  std::vector<std::string> paths;
  for (const TreeFile& file : tree.files()) paths.push_back(file.path);
  return paths;
}

} // namespace beagle::build
