#pragma once

#include "analysis/support/error.h"
#include "analysis/support/log.h"

#include <memory>
#include <optional>
#include <string>

namespace beagle::build {

/// The folder on disk that all runs of Beagle share: caches and the folders of runs. Copies refer to the
/// same.
class CacheRoot {
public:
  /// `$XDG_CACHE_HOME/beagle`, or else `$HOME/.cache/beagle`, from these two values; null for what is not
  /// set.
  [[nodiscard]] static std::string defaultFolder(const char* xdgCacheHome, const char* home);
  /// Uses `folder`, or when it cannot be written (or its disk knows no file locks), a private temporary
  /// folder that goes away with the last copy; the log then has a warning.
  [[nodiscard]] static CacheRoot open(const std::string& folder, support::Log& log);

  [[nodiscard]] const std::string& folder() const { return shared_->folder; }
  [[nodiscard]] bool isTemporary() const { return shared_->temporary; }

private:
  struct Shared {
    std::string folder;
    bool temporary = false;
    Shared() = default;
    Shared(const Shared&) = delete;
    Shared& operator=(const Shared&) = delete;
    ~Shared();
  };

  std::shared_ptr<Shared> shared_ = std::make_shared<Shared>();
};

/// A folder for one run, `runs/<pid>-<random>` below the cache root. It is removed with this object; when the
/// process is killed before, the next run removes it. What tells the two apart is a lock on the neighbour
/// file `runs/<pid>-<random>.lock`, which the kernel releases with the process. The order keeps that safe at
/// any point: the lock file is there and locked before the folder, and goes after it.
class RunFolder {
public:
  [[nodiscard]] static support::Result<RunFolder> make(const CacheRoot& root, support::Log& log);

  RunFolder(RunFolder&&) noexcept;
  RunFolder& operator=(RunFolder&&) noexcept;
  ~RunFolder();

  [[nodiscard]] const std::string& path() const;
  /// Leaves the folder behind for somebody to look at; the lock goes, so the next run removes it.
  void keepUntilNextRun();

private:
  struct Held;
  explicit RunFolder(std::unique_ptr<Held> held);

  std::unique_ptr<Held> held_;
};

} // namespace beagle::build
