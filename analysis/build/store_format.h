#pragma once

// Internal to analysis/build: what stands in a store's files.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace beagle::build {

/// "beagle1 <checksum>\n" before the content of a file entry; the checksum covers kind, key and content, so
/// an entry under a wrong name is as useless as a damaged one.
inline constexpr std::size_t headerSize = 8 + 64 + 1;
[[nodiscard]] std::string headerFor(std::string_view kind, std::string_view key, std::string_view content);

/// What is in a folder: names, types, sizes and link targets.
struct FolderListing {
  std::string digest;
  std::uint64_t bytes = 0; ///< on disk, about
};
[[nodiscard]] std::optional<FolderListing> listFolder(const std::string& folder);

/// "beagle1 <checksum> <bytes>\n" in the seal of a folder entry.
[[nodiscard]] std::string sealFor(std::string_view kind, std::string_view key, const FolderListing& listing);
[[nodiscard]] std::optional<std::uint64_t> bytesInSeal(std::string_view seal);

/// Files take whole blocks.
[[nodiscard]] constexpr std::uint64_t bytesOnDisk(std::uint64_t size) { return (size + 4095) / 4096 * 4096; }

} // namespace beagle::build
