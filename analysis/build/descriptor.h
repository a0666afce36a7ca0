#pragma once

// Internal to analysis/build: file descriptors and file locks.

#include "analysis/support/error.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace beagle::build {

/// An open file that is closed with its owner, and not handed to child processes that execute something.
class Descriptor {
public:
  Descriptor() = default;
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() { close(); }
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    if (this != &other) {
      close();
      fd_ = std::exchange(other.fd_, -1);
    }
    return *this;
  }

  [[nodiscard]] int get() const { return fd_; }
  explicit operator bool() const { return fd_ >= 0; }
  void close();

private:
  int fd_ = -1;
};

/// 0, or the error number.
[[nodiscard]] int writeAll(int fd, std::string_view content);

enum class LockMode { Shared, Exclusive };

/// An open file under a lock (flock) that the kernel drops when the process ends, however it ends.
/// The file that was locked is the one at the path: one that was unlinked or replaced meanwhile is not taken.
/// Nothing when somebody else holds the lock, or when there is no file and `create` is off.
[[nodiscard]] std::optional<Descriptor> tryLock(const std::string& path, LockMode mode, bool create);

/// Removes a file or folder whatever its permissions are; what is not there is no failure.
bool removeEverything(const std::string& path);

/// A name that no other process or thread chooses: "<pid>-<random>".
[[nodiscard]] std::string uniqueName();

} // namespace beagle::build
