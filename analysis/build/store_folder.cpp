#include "analysis/build/store_format.h"
#include "analysis/build/store_place.h"
#include "analysis/support/files.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

namespace beagle::build {

using support::cannotRun;
using support::joinPath;
using support::Result;

FolderLease::FolderLease(std::unique_ptr<Held> held) : held_(std::move(held)) {}
FolderLease::FolderLease(FolderLease&&) noexcept = default;
FolderLease& FolderLease::operator=(FolderLease&&) noexcept = default;
FolderLease::~FolderLease() = default;

const std::string& FolderLease::path() const { return held_->path; }

std::optional<FolderLease> Store::lease(const Place& place) {
  const std::string sealPath = joinPath(place.path, "seal");
  auto seal = tryLock(sealPath, LockMode::Shared, false);
  if (!seal) {
    // Not there, or being evicted at this moment. A folder without a seal is damage: ours are sealed first.
    const support::DiskFiles files;
    if (files.isFolder(place.path) && !files.exists(sealPath)) dropFolder(place.path);
    return std::nullopt;
  }
  const std::string content = joinPath(place.path, "content");
  const auto listing = listFolder(content);
  if (!listing || support::DiskFiles().read(sealPath) != sealFor(place.kind, place.key, *listing)) {
    seal->close();
    dropFolder(place.path);
    return std::nullopt;
  }
  ::futimens(seal->get(), nullptr);
  return FolderLease(std::make_unique<FolderLease::Held>(content, std::move(*seal)));
}

/// Also when somebody uses it: with files missing it is of no use to him either.
void Store::dropFolder(const std::string& path) {
  log_.detail(fmt::format("dropping the damaged cache entry {}", path));
  ++dropped_;
  throwAway(path);
}

bool Store::throwAway(const std::string& path) const {
  const std::string away = fmt::format("{}/tmp/away-{}", folder_, uniqueName());
  if (!moveIntoPlace(path, away)) return false;
  removeEverything(away);
  return true;
}

std::optional<FolderLease> Store::findFolder(std::string_view kind, std::string_view key) {
  auto found = lease(placeOf(kind, key));
  ++(found ? hits_ : misses_);
  return found;
}

Result<FolderLease> Store::folder(std::string_view kind, std::string_view key, const Prepare& prepare,
                                  const support::CancelToken& cancel,
                                  std::optional<support::Budget::Clock::time_point> deadline) {
  using namespace std::chrono_literals;
  const Place place = placeOf(kind, key);
  if (auto found = lease(place)) {
    ++hits_;
    return std::move(*found);
  }
  ++misses_;
  const std::string lockPath = joinPath(joinPath(folder_, "locks"), place.name());
  if (auto made = support::DiskFiles().makeFolders(support::parentPath(lockPath)); !made)
    return std::unexpected(made.error());
  bool said = false;
  for (;;) {
    const auto lock = tryLock(lockPath, LockMode::Exclusive, true);
    if (lock) {
      auto result = prepareLocked(place, prepare);
      ::unlink(lockPath.c_str());
      return result;
    }
    if (errno != EWOULDBLOCK) return cannotRun("{}: cannot lock: {}", lockPath, std::strerror(errno));
    if (cancel.cancelled())
      return std::unexpected(support::Error(support::ErrorKind::Cancelled, "cancelled while waiting for another run"));
    if (deadline && support::Budget::Clock::now() >= *deadline)
      return cannotRun("another run still prepares what is needed here, and the time for all of it is over");
    if (!std::exchange(said, true)) log_.detail(fmt::format("waiting for another run that prepares {}", place.path));
    std::this_thread::sleep_for(10ms);
  }
}

/// Under the lock nobody else makes this entry: it may be there by now, and what is in its place below `tmp`
/// was left behind by somebody who was killed. What he had started may still write there: nobody uses it again.
Result<FolderLease> Store::prepareLocked(const Place& place, const Prepare& prepare) {
  if (auto found = lease(place)) return std::move(*found);
  clearTemporary();
  const std::string attempts = joinPath(joinPath(folder_, "tmp"), place.name());
  removeEverything(attempts);
  const std::string made = joinPath(attempts, uniqueName());
  const std::string content = joinPath(made, "content");
  support::DiskFiles files;
  if (auto folders = files.makeFolders(content); !folders) return std::unexpected(folders.error());
  const auto giveUp = [&](support::Error error) {
    removeEverything(attempts);
    return std::unexpected(std::move(error));
  };
  if (auto prepared = prepare(content); !prepared) return giveUp(std::move(prepared.error()));
  const auto listing = listFolder(content);
  if (!listing) return giveUp(std::move(cannotRun("{}: cannot be listed", content).error()));
  if (auto sealed = files.write(joinPath(made, "seal"), sealFor(place.kind, place.key, *listing)); !sealed)
    return giveUp(std::move(sealed.error()));
  // The evictor may be about to move an old entry away; if its place is still taken, we do that ourselves.
  if (support::DiskFiles().exists(place.path)) throwAway(place.path);
  if (auto moved = moveIntoPlace(made, place.path); !moved) return giveUp(std::move(moved.error()));
  removeEverything(attempts);
  auto result = lease(place);
  if (!result) return cannotRun("{}: was changed or removed as soon as it was made", place.path);
  account(listing->bytes);
  return std::move(*result);
}

} // namespace beagle::build
