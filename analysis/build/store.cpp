#include "analysis/build/store.h"

#include "analysis/build/store_format.h"
#include "analysis/build/store_place.h"
#include "analysis/support/digest.h"
#include "analysis/support/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace beagle::build {

using support::cannotRun;
using support::joinPath;
using support::Result;

Store::Store(std::string folder, support::Log& log, StoreOptions options)
    : folder_(std::move(folder)), log_(log), options_(options) {}

Store::Place Store::placeOf(std::string_view kind, std::string_view key) const {
  Place place{std::string(kind), std::string(key), support::digestOf(key), ""};
  place.path = fmt::format("{}/entries/{}/{}/{}", folder_, kind, std::string_view(place.digits).substr(0, 2),
                           std::string_view(place.digits).substr(2));
  return place;
}

std::string Store::lockOf(std::string_view name) const { return fmt::format("{}/locks/{}", folder_, name); }

namespace {

/// Reads a whole file entry: the header into `header`, what follows as the result.
std::optional<std::string> readEntry(int fd, std::string& header) {
  struct stat info{};
  if (::fstat(fd, &info) != 0 || !S_ISREG(info.st_mode)) return std::nullopt;
  header.resize(headerSize);
  if (static_cast<std::size_t>(info.st_size) < headerSize) return std::string();
  std::string content(static_cast<std::size_t>(info.st_size) - headerSize, '\0');
  if (::pread(fd, header.data(), headerSize, 0) != static_cast<ssize_t>(headerSize)) return std::string();
  for (std::size_t used = 0; used < content.size();) {
    const ssize_t got =
        ::pread(fd, content.data() + used, content.size() - used, static_cast<off_t>(headerSize + used));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return std::string();
    used += static_cast<std::size_t>(got);
  }
  return content;
}

} // namespace

std::optional<std::string> Store::get(std::string_view kind, std::string_view key) {
  const Place place = placeOf(kind, key);
  const Descriptor file(::open(place.path.c_str(), O_RDONLY | O_CLOEXEC));
  std::string header;
  auto content = file ? readEntry(file.get(), header) : std::nullopt;
  if (content && header == headerFor(kind, key, *content)) {
    ::futimens(file.get(), nullptr);
    ++hits_;
    return content;
  }
  if (content) dropFile(place.path);
  ++misses_;
  return std::nullopt;
}

void Store::dropFile(const std::string& path) {
  log_.detail(fmt::format("dropping the damaged cache entry {}", path));
  ::unlink(path.c_str());
  ++dropped_;
}

Result<void> Store::put(std::string_view kind, std::string_view key, std::string_view content) {
  const Place place = placeOf(kind, key);
  const std::string made = fmt::format("{}/tmp/file-{}", folder_, uniqueName());
  const auto create = [&] { return Descriptor(::open(made.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666)); };
  Descriptor file = create();
  if (!file && errno == ENOENT && support::DiskFiles().makeFolders(joinPath(folder_, "tmp"))) file = create();
  if (!file) return cannotRun("{}: cannot write: {}", made, std::strerror(errno));
  int code = writeAll(file.get(), headerFor(kind, key, content));
  if (code == 0) code = writeAll(file.get(), content);
  if (code != 0) {
    ::unlink(made.c_str());
    return cannotRun("{}: cannot write: {}", made, std::strerror(code));
  }
  auto moved = moveIntoPlace(made, place.path);
  if (!moved) ::unlink(made.c_str());
  else account(bytesOnDisk(headerSize + content.size()));
  return moved;
}

Result<void> Store::putFile(std::string_view kind, std::string_view key, const std::string& path) {
  const auto content = support::DiskFiles().read(path);
  if (!content) return std::unexpected(content.error());
  return put(kind, key, *content);
}

Result<void> Store::moveIntoPlace(const std::string& made, const std::string& place) const {
  if (::rename(made.c_str(), place.c_str()) == 0) return {};
  if (errno == ENOENT) {
    if (auto folders = support::DiskFiles().makeFolders(support::parentPath(place)); !folders) return folders;
    if (::rename(made.c_str(), place.c_str()) == 0) return {};
  }
  return cannotRun("{}: cannot move it to {}: {}", made, place, std::strerror(errno));
}

StoreStatistics Store::statistics() const { return {hits_, misses_, dropped_, evicted_}; }

} // namespace beagle::build
