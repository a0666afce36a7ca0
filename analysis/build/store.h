#pragma once

#include "analysis/support/budget.h"
#include "analysis/support/error.h"
#include "analysis/support/log.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace beagle::build {

struct StoreOptions {
  std::uint64_t sizeLimit = 5ULL << 30; ///< bytes on disk; what was not used for the longest time goes first
};

struct StoreStatistics {
  std::uint64_t hits = 0;
  std::uint64_t misses = 0;
  std::uint64_t dropped = 0; ///< damaged entries, each also a miss
  std::uint64_t evicted = 0; ///< by this store object

  friend bool operator==(const StoreStatistics&, const StoreStatistics&) = default;
};

/// A folder entry in use: it is not evicted while this lives. Its content must not be changed.
class FolderLease {
public:
  FolderLease(FolderLease&&) noexcept;
  FolderLease& operator=(FolderLease&&) noexcept;
  ~FolderLease();

  [[nodiscard]] const std::string& path() const;

private:
  friend class Store;
  struct Held;
  explicit FolderLease(std::unique_ptr<Held> held);

  std::unique_ptr<Held> held_;
};

/// A cache of artefacts on disk. What an entry was made from is its key; whoever asks with the same kind and
/// key gets bytes equal to those that were put, or nothing. Any number of threads and processes use one
/// folder at the same time, and a process may be killed at any point.
///
///   entries/<kind>/<2 digits>/<62 digits>          a file: header line with a checksum, then the content
///   entries/<kind>/<2 digits>/<62 digits>/         a folder: `content/` and `seal` (a line like the header)
///   tmp/                                           entries that are being made or thrown away
///   locks/<kind>-<64 digits>                       held while that folder entry is moved to its place or out of it
///   size                                           about how many bytes all entries have
///
/// The digits are the SHA-256 of the key. Entries appear by rename, so they are whole or not there; nothing
/// is synced to disk, because the checksum finds what a power cut damaged. A use of an entry sets its time.
class Store {
public:
  Store(std::string folder, support::Log& log, StoreOptions options = {});

  /// `kind` is a word of lower-case letters and hyphens that says what is kept: "bitcode".
  [[nodiscard]] std::optional<std::string> get(std::string_view kind, std::string_view key);
  [[nodiscard]] support::Result<void> put(std::string_view kind, std::string_view key, std::string_view content);
  [[nodiscard]] support::Result<void> putFile(std::string_view kind, std::string_view key, const std::string& path);

  /// Fills an empty folder that is given to it. The folder is moved when it is complete: what is in it must
  /// not depend on where it was made.
  using Prepare = std::function<support::Result<void>(const std::string& folder)>;

  /// The folder entry, prepared if need be. It is checked that no file is missing or has another size than when it
  /// was made; contents are not read. While another thread or process prepares the same entry, this waits for it,
  /// until `deadline` at most.
  [[nodiscard]] support::Result<FolderLease> folder(std::string_view kind, std::string_view key, const Prepare& prepare,
                                                    const support::CancelToken& cancel = {},
                                                    std::optional<support::Budget::Clock::time_point> deadline = {});

  /// Brings the cache below its limit now; `put` and `folder` do so by themselves. Also removes what killed
  /// processes left behind.
  void trim();

  [[nodiscard]] StoreStatistics statistics() const;

private:
  struct Place;

  [[nodiscard]] Place placeOf(std::string_view kind, std::string_view key) const;
  [[nodiscard]] std::optional<FolderLease> lease(const Place& place);
  [[nodiscard]] support::Result<FolderLease> prepareLocked(const Place& place, const Prepare& prepare);
  [[nodiscard]] support::Result<void> moveIntoPlace(const std::string& made, const std::string& place) const;
  void dropFile(const std::string& path);
  void account(std::uint64_t bytes);
  void clearTemporary() const;
  /// Out of its place; whoever calls removes it. Nothing: it could not be moved.
  [[nodiscard]] std::optional<std::string> moveAway(const std::string& path) const;
  /// `name` is that of a folder entry, and empty for a file.
  bool evict(const std::string& path, const std::string& name) const;
  [[nodiscard]] std::string lockOf(std::string_view name) const;

  std::string folder_;
  support::Log& log_;
  StoreOptions options_;
  std::atomic<std::uint64_t> hits_{0}, misses_{0}, dropped_{0}, evicted_{0};
};

} // namespace beagle::build
