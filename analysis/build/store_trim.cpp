#include "analysis/build/store_format.h"
#include "analysis/build/store_place.h"
#include "analysis/support/files.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <ctime>
#include <vector>

namespace beagle::build {

using support::joinPath;

namespace {

/// The file `size`: about how many bytes all entries have, as 20 digits. It is only ever wrong for a while:
/// each scan of the entries corrects it.
class SizeFile {
public:
  explicit SizeFile(const std::string& folder)
      : file_(::open(joinPath(folder, "size").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
    if (file_) ::flock(file_.get(), LOCK_EX);
  }

  /// Nothing when nobody counted yet, or the file is damaged.
  [[nodiscard]] std::optional<std::uint64_t> read() const {
    std::array<char, 20> digits{};
    std::uint64_t bytes = 0;
    if (!file_ || ::pread(file_.get(), digits.data(), digits.size(), 0) != std::ssize(digits)) return std::nullopt;
    const auto [end, code] = std::from_chars(digits.begin(), digits.end(), bytes);
    return code == std::errc() && end == digits.end() ? std::optional(bytes) : std::nullopt;
  }

  void write(std::uint64_t bytes) const {
    const std::string digits = fmt::format("{:020}", bytes);
    // On a full disk the old number stays; the next scan corrects it.
    if (file_) [[maybe_unused]]
      const ssize_t put = ::pwrite(file_.get(), digits.data(), digits.size(), 0);
  }

private:
  Descriptor file_;
};

struct Entry {
  std::string path;
  std::int64_t used = 0; ///< nanoseconds
  std::uint64_t bytes = 0;
  std::string name; ///< of a folder entry; empty for a file
};

/// `name` is that of the entry if it is a folder.
Entry entryAt(const std::string& path, std::string name) {
  const support::DiskFiles files;
  struct stat info{};
  if (::stat(path.c_str(), &info) != 0) return {};
  Entry entry{path, 0, 0, ""};
  if (S_ISDIR(info.st_mode)) {
    entry.name = std::move(name);
    const std::string seal = joinPath(path, "seal");
    const auto text = files.read(seal);
    entry.bytes = (text ? bytesInSeal(*text) : std::nullopt).value_or(0);
    if (::stat(seal.c_str(), &info) != 0) return entry;
  } else {
    entry.bytes = bytesOnDisk(static_cast<std::uint64_t>(info.st_size));
  }
  entry.used = info.st_mtim.tv_sec * 1'000'000'000LL + info.st_mtim.tv_nsec;
  return entry;
}

/// All entries, least recently used first.
std::vector<Entry> scan(const std::string& entries) {
  const support::DiskFiles files;
  std::vector<Entry> found;
  for (const std::string& kind : files.list(entries))
    for (const std::string& digits : files.list(joinPath(entries, kind))) {
      const std::string folder = fmt::format("{}/{}/{}", entries, kind, digits);
      for (const std::string& name : files.list(folder)) {
        Entry entry = entryAt(joinPath(folder, name), fmt::format("{}-{}{}", kind, digits, name));
        if (!entry.path.empty()) found.push_back(std::move(entry));
      }
    }
  std::ranges::sort(
      found, [](const Entry& a, const Entry& b) { return a.used != b.used ? a.used < b.used : a.path < b.path; });
  return found;
}

} // namespace

void Store::account(std::uint64_t bytes) {
  bool full = false;
  {
    const SizeFile size(folder_);
    const auto before = size.read();
    if (before) size.write(*before + bytes);
    full = !before || *before + bytes > options_.sizeLimit;
  }
  if (full) trim();
}

bool Store::evict(const std::string& path, const std::string& name) const {
  if (name.empty()) return ::unlink(path.c_str()) == 0;
  const std::string lockPath = lockOf(name);
  auto lock = tryLock(lockPath, LockMode::Exclusive, true);
  if (!lock && errno == EWOULDBLOCK) return false; // somebody prepares it
  const std::string seal = joinPath(path, "seal");
  const auto unused = tryLock(seal, LockMode::Exclusive, false);
  // Without a seal it is damaged, and nobody can say that he uses it.
  const bool isFree = unused || !support::DiskFiles().exists(seal);
  const auto away = isFree ? moveAway(path) : std::nullopt;
  if (lock) ::unlink(lockPath.c_str());
  lock.reset(); // nobody has to wait until all of it is removed
  return away && removeEverything(*away);
}

void Store::trim() {
  if (!support::DiskFiles().makeFolders(folder_)) return;
  const auto only = tryLock(joinPath(folder_, "trim"), LockMode::Exclusive, true);
  if (!only) return; // somebody else is at it
  clearTemporary();
  const std::uint64_t before = SizeFile(folder_).read().value_or(0);
  const std::vector<Entry> entries = scan(joinPath(folder_, "entries"));
  std::uint64_t total = 0;
  for (const Entry& entry : entries) total += entry.bytes;
  if (total > options_.sizeLimit) {
    // Some room is left, so that the next entries do not each begin a scan.
    const std::uint64_t target = options_.sizeLimit / 10 * 9;
    std::uint64_t count = 0;
    for (const Entry& entry : entries) {
      if (total <= target) break;
      if (!evict(entry.path, entry.name)) continue;
      total -= entry.bytes;
      ++count;
    }
    evicted_ += count;
    log_.detail(fmt::format("evicted {} entries of the cache {}", count, folder_));
  }
  // Others may have added entries meanwhile: counting them twice is better than not at all.
  const SizeFile size(folder_);
  const std::uint64_t now = size.read().value_or(0);
  size.write(total + (now > before ? now - before : 0));
}

/// Folders below `tmp` belong to whoever holds the lock of that entry; files are written within seconds. A lock that
/// nobody holds was left behind.
void Store::clearTemporary() const {
  const support::DiskFiles files;
  const std::string temporary = joinPath(folder_, "tmp");
  const std::int64_t hourAgo = (static_cast<std::int64_t>(::time(nullptr)) - 3600) * 1'000'000'000LL;
  for (const std::string& name : files.list(temporary)) {
    const std::string path = joinPath(temporary, name);
    if (name.starts_with("file-")) {
      if (const auto status = files.status(path); status && status->modifiedNs < hourAgo) ::unlink(path.c_str());
    } else if (name.starts_with("away-")) {
      removeEverything(path);
    } else if (const auto lock = tryLock(lockOf(name), LockMode::Exclusive, true)) {
      removeEverything(path);
      ::unlink(lockOf(name).c_str());
    }
  }
  for (const std::string& name : files.list(joinPath(folder_, "locks")))
    if (const auto lock = tryLock(lockOf(name), LockMode::Exclusive, false)) ::unlink(lockOf(name).c_str());
}

} // namespace beagle::build
