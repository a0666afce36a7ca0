#include "analysis/build/workspace.h"

#include "analysis/build/descriptor.h"
#include "analysis/support/files.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

namespace beagle::build {

using support::cannotRun;
using support::joinPath;
using support::Result;

namespace {

constexpr std::string_view lockSuffix = ".lock";

/// Makes a folder that only its owner may enter, and the folders above it.
bool makePrivateFolder(const std::string& folder) {
  if (!support::DiskFiles().makeFolders(support::parentPath(folder))) return false;
  return ::mkdir(folder.c_str(), 0700) == 0 || (errno == EEXIST && support::DiskFiles().isFolder(folder));
}

bool isUsable(const std::string& folder) {
  if (folder.empty() || !makePrivateFolder(folder) || ::access(folder.c_str(), W_OK | X_OK) != 0) return false;
  // Proves both that files can be made and that the file system has locks.
  return tryLock(joinPath(folder, "lock"), LockMode::Shared, true).has_value();
}

std::string makeTemporaryFolder() {
  std::error_code ignored;
  const auto parent = std::filesystem::temp_directory_path(ignored);
  for (std::string pattern : {(parent / "beagle-XXXXXX").string(), std::string("./.beagle-XXXXXX")})
    if (::mkdtemp(pattern.data())) return std::filesystem::absolute(pattern, ignored).string();
  return {};
}

} // namespace

std::string CacheRoot::defaultFolder(const char* xdgCacheHome, const char* home) {
  // The base directory specification tells to ignore relative paths.
  if (xdgCacheHome && *xdgCacheHome == '/') return joinPath(xdgCacheHome, "beagle");
  if (home && *home == '/') return joinPath(home, ".cache/beagle");
  return {};
}

CacheRoot CacheRoot::open(const std::string& folder, support::Log& log) {
  CacheRoot root;
  root.shared_->folder = folder;
  if (isUsable(folder)) return root;
  root.shared_->folder = makeTemporaryFolder();
  root.shared_->temporary = true;
  log.warning(fmt::format("the cache folder {} cannot be used; this run works without a cache in {}",
                          folder.empty() ? "(neither XDG_CACHE_HOME nor HOME is set)" : folder, root.folder()));
  return root;
}

CacheRoot::Shared::~Shared() {
  if (temporary && !folder.empty()) removeEverything(folder);
}

struct RunFolder::Held {
  std::string path;
  std::string lockPath;
  Descriptor lock;
  bool keep = false;

  ~Held() {
    if (keep) return;
    removeEverything(path);
    ::unlink(lockPath.c_str());
  }
};

namespace {

/// Removes what runs left behind that did not end by themselves.
void removeStaleRuns(const std::string& runs, support::Log& log) {
  support::DiskFiles files;
  for (const std::string& name : files.list(runs)) {
    const std::string path = joinPath(runs, name);
    const bool isLock = name.ends_with(lockSuffix);
    // A folder whose lock file is there is handled with it; one without belongs to nobody.
    const std::string lockPath = isLock ? path : path + std::string(lockSuffix);
    const std::string folder = isLock ? path.substr(0, path.size() - lockSuffix.size()) : path;
    if (!isLock && files.exists(lockPath)) continue;
    const auto lock = tryLock(lockPath, LockMode::Exclusive, !isLock);
    if (!lock) continue;
    if (files.exists(folder)) log.detail(fmt::format("removing {}, left behind by a run that was killed", folder));
    if (removeEverything(folder)) ::unlink(lockPath.c_str());
  }
}

} // namespace

Result<RunFolder> RunFolder::make(const CacheRoot& root, support::Log& log) {
  const std::string runs = joinPath(root.folder(), "runs");
  if (!makePrivateFolder(runs)) return cannotRun("{}: cannot make the folder: {}", runs, std::strerror(errno));
  removeStaleRuns(runs, log);
  auto held = std::make_unique<Held>();
  // Another run's clean-up may see the new lock file before we hold it, and take it away: then another name.
  for (int tries = 0; !held->lock && tries < 100; ++tries) {
    held->path = joinPath(runs, uniqueName());
    held->lockPath = held->path + std::string(lockSuffix);
    if (auto lock = tryLock(held->lockPath, LockMode::Exclusive, true)) held->lock = std::move(*lock);
  }
  if (!held->lock) return cannotRun("{}: cannot make and lock the file: {}", held->lockPath, std::strerror(errno));
  if (::mkdir(held->path.c_str(), 0700) != 0)
    return cannotRun("{}: cannot make the folder: {}", held->path, std::strerror(errno));
  return RunFolder(std::move(held));
}

RunFolder::RunFolder(std::unique_ptr<Held> held) : held_(std::move(held)) {}
RunFolder::RunFolder(RunFolder&&) noexcept = default;
RunFolder& RunFolder::operator=(RunFolder&&) noexcept = default;
RunFolder::~RunFolder() = default;

const std::string& RunFolder::path() const { return held_->path; }

void RunFolder::keepUntilNextRun() { held_->keep = true; }

} // namespace beagle::build
