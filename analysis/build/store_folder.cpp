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
  if (!seal) return std::nullopt;
  const std::string content = joinPath(place.path, "content");
  const auto listing = listFolder(content);
  if (!listing || support::DiskFiles().read(sealPath) != sealFor(place.kind, place.key, *listing)) return std::nullopt;
  ::futimens(seal->get(), nullptr);
  return FolderLease(std::make_unique<FolderLease::Held>(content, std::move(*seal)));
}

std::optional<std::string> Store::moveAway(const std::string& path) const {
  std::string away = fmt::format("{}/tmp/away-{}", folder_, uniqueName());
  return moveIntoPlace(path, away) ? std::optional(std::move(away)) : std::nullopt;
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
  const std::string lockPath = lockOf(place.name());
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

/// Under the lock nobody else makes or evicts this entry: it may be there by now, and what is in its place below
/// `tmp` was left behind by somebody who was killed. What he had started may still write there: nobody uses it again.
Result<FolderLease> Store::prepareLocked(const Place& place, const Prepare& prepare) {
  if (auto found = lease(place)) return std::move(*found);
  support::DiskFiles files;
  if (files.exists(place.path)) {
    // Also when somebody uses it: with files missing it is of no use to him either.
    log_.detail(fmt::format("dropping the damaged cache entry {}", place.path));
    ++dropped_;
    if (const auto away = moveAway(place.path)) removeEverything(*away);
  }
  clearTemporary();
  const std::string attempts = joinPath(joinPath(folder_, "tmp"), place.name());
  removeEverything(attempts);
  const std::string made = joinPath(attempts, uniqueName());
  const std::string content = joinPath(made, "content");
  if (auto folders = files.makeFolders(content); !folders) return std::unexpected(folders.error());
  const auto giveUp = [&](support::Error error) {
    removeEverything(attempts);
    return std::unexpected(std::move(error));
  };
  if (auto prepared = prepare(content); !prepared) return giveUp(std::move(prepared.error()));
  const auto listing = listFolder(content);
  if (!listing) return giveUp(std::move(cannotRun("{}: cannot be listed", content).error()));
  const std::string sealPath = joinPath(made, "seal");
  if (auto sealed = files.write(sealPath, sealFor(place.kind, place.key, *listing)); !sealed)
    return giveUp(std::move(sealed.error()));
  // In use before it is in its place: whoever makes room must not take it from us.
  auto seal = tryLock(sealPath, LockMode::Shared, false);
  if (!seal) return giveUp(std::move(cannotRun("{}: cannot lock: {}", sealPath, std::strerror(errno)).error()));
  if (auto moved = moveIntoPlace(made, place.path); !moved) return giveUp(std::move(moved.error()));
  removeEverything(attempts);
  account(listing->bytes);
  return FolderLease(std::make_unique<FolderLease::Held>(joinPath(place.path, "content"), std::move(*seal)));
}

} // namespace beagle::build
