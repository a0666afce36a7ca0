#include "analysis/build/store_format.h"

#include "analysis/support/digest.h"
#include "analysis/support/files.h"

#include <dirent.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <climits>
#include <memory>
#include <vector>

namespace beagle::build {

std::string headerFor(std::string_view kind, std::string_view key, std::string_view content) {
  return fmt::format("beagle1 {}\n", support::Digest().add(kind).add(key).add(content).hex());
}

std::string sealFor(std::string_view kind, std::string_view key, const FolderListing& listing) {
  support::Digest digest;
  digest.add(kind).add(key).add(listing.digest).add(listing.bytes);
  return fmt::format("beagle1 {} {}\n", digest.hex(), listing.bytes);
}

std::optional<std::uint64_t> bytesInSeal(std::string_view seal) {
  if (seal.size() <= headerSize || !seal.ends_with('\n')) return std::nullopt;
  std::uint64_t bytes = 0;
  const char* end = seal.data() + seal.size() - 1;
  const auto [stopped, code] = std::from_chars(seal.data() + headerSize, end, bytes);
  if (code != std::errc() || stopped != end) return std::nullopt;
  return bytes;
}

namespace {

bool addFolder(support::Digest& digest, std::uint64_t& bytes, const std::string& folder) {
  std::vector<std::string> names;
  {
    const std::unique_ptr<DIR, int (*)(DIR*)> stream(::opendir(folder.c_str()), &::closedir);
    if (!stream) return false;
    while (const dirent* entry = ::readdir(stream.get()))
      if (const std::string_view name = entry->d_name; name != "." && name != "..") names.emplace_back(name);
  }
  std::ranges::sort(names);
  digest.add(names.size());
  for (const std::string& name : names) {
    const std::string path = support::joinPath(folder, name);
    struct stat info{};
    if (::lstat(path.c_str(), &info) != 0) return false;
    digest.add(name).add(info.st_mode & S_IFMT);
    bytes += bytesOnDisk(static_cast<std::uint64_t>(info.st_size));
    if (S_ISDIR(info.st_mode)) {
      if (!addFolder(digest, bytes, path)) return false;
    } else if (S_ISLNK(info.st_mode)) {
      std::array<char, PATH_MAX> target{};
      const ssize_t size = ::readlink(path.c_str(), target.data(), target.size());
      if (size < 0) return false;
      digest.add(std::string_view(target.data(), static_cast<std::size_t>(size)));
    } else {
      digest.add(static_cast<std::uint64_t>(info.st_size));
    }
  }
  return true;
}

} // namespace

std::optional<FolderListing> listFolder(const std::string& folder) {
  support::Digest digest;
  std::uint64_t bytes = 4096;
  if (!addFolder(digest, bytes, folder)) return std::nullopt;
  return FolderListing{digest.hex(), bytes};
}

} // namespace beagle::build
