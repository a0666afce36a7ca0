#include "analysis/build/descriptor.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

namespace beagle::build {

namespace fs = std::filesystem;

void Descriptor::close() {
  if (fd_ >= 0) ::close(std::exchange(fd_, -1));
}

int writeAll(int fd, std::string_view content) {
  while (!content.empty()) {
    const ssize_t put = ::write(fd, content.data(), content.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return errno;
    content.remove_prefix(static_cast<std::size_t>(put));
  }
  return 0;
}

std::optional<Descriptor> tryLock(const std::string& path, LockMode mode, bool create) {
  // Network file systems grant an exclusive lock only on a file that is open for writing.
  const int flags = O_CLOEXEC | (create ? O_RDWR | O_CREAT : mode == LockMode::Exclusive ? O_RDWR : O_RDONLY);
  const int operation = (mode == LockMode::Shared ? LOCK_SH : LOCK_EX) | LOCK_NB;
  for (;;) {
    Descriptor file(::open(path.c_str(), flags, 0666));
    if (!file) return std::nullopt;
    int code = 0;
    while ((code = ::flock(file.get(), operation)) != 0 && errno == EINTR) {
    }
    if (code != 0) return std::nullopt;
    struct stat ours{}, there{};
    if (::fstat(file.get(), &ours) != 0) return std::nullopt;
    if (::stat(path.c_str(), &there) == 0 && ours.st_ino == there.st_ino && ours.st_dev == there.st_dev) return file;
    if (!create) return std::nullopt;
  }
}

bool removeEverything(const std::string& path) {
  std::error_code code;
  fs::remove_all(path, code);
  if (!code) return true;
  // A build may leave folders without write permission, in which nothing can be removed.
  std::error_code ignored;
  fs::permissions(path, fs::perms::owner_all, fs::perm_options::add | fs::perm_options::nofollow, ignored);
  for (fs::recursive_directory_iterator it(path, ignored), end; it != end; it.increment(ignored)) {
    std::error_code unknown;
    if (it->symlink_status(unknown).type() == fs::file_type::directory)
      fs::permissions(it->path(), fs::perms::owner_all, fs::perm_options::add, unknown);
  }
  fs::remove_all(path, code);
  return !code;
}

std::string uniqueName() {
  std::uint64_t random = 0;
  while (::getrandom(&random, sizeof random, 0) != static_cast<ssize_t>(sizeof random)) {
  }
  return fmt::format("{}-{:016x}", ::getpid(), random);
}

} // namespace beagle::build
