#pragma once

#include "analysis/support/error.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace beagle::support {

/// What is at a path.
struct FileStatus {
  enum class Type { Regular, Directory, Symlink, Other } type = Type::Regular;
  std::uint64_t size = 0;
  std::int64_t modifiedNs = 0;
  bool executable = false;

  friend bool operator==(const FileStatus&, const FileStatus&) = default;
};

/// Seam for the disk. Paths are absolute or relative to the working directory; text is bytes.
class Files {
public:
  virtual ~Files() = default;

  [[nodiscard]] virtual Result<std::string> read(const std::string& path) const = 0;
  /// Makes the folders above, writes a neighbour and renames it: readers see the old or the new content.
  [[nodiscard]] virtual Result<void> write(const std::string& path, std::string_view content) = 0;
  /// Follows symbolic links; nothing when there is nothing.
  [[nodiscard]] virtual std::optional<FileStatus> status(const std::string& path) const = 0;
  /// Whether the path itself is a symbolic link, wherever it leads.
  [[nodiscard]] virtual bool isLink(const std::string& path) const = 0;
  /// Names in a folder, sorted; empty for what is no folder.
  [[nodiscard]] virtual std::vector<std::string> list(const std::string& folder) const = 0;
  [[nodiscard]] virtual Result<void> makeFolders(const std::string& path) = 0;
  /// Removes a file or a whole folder; what is not there is no error.
  [[nodiscard]] virtual Result<void> remove(const std::string& path) = 0;
  [[nodiscard]] virtual Result<void> rename(const std::string& from, const std::string& to) = 0;

  [[nodiscard]] bool exists(const std::string& path) const { return status(path).has_value(); }
  [[nodiscard]] bool isFolder(const std::string& path) const {
    const auto found = status(path);
    return found && found->type == FileStatus::Type::Directory;
  }
};

class DiskFiles final : public Files {
public:
  [[nodiscard]] Result<std::string> read(const std::string& path) const override;
  [[nodiscard]] Result<void> write(const std::string& path, std::string_view content) override;
  [[nodiscard]] std::optional<FileStatus> status(const std::string& path) const override;
  [[nodiscard]] bool isLink(const std::string& path) const override;
  [[nodiscard]] std::vector<std::string> list(const std::string& folder) const override;
  [[nodiscard]] Result<void> makeFolders(const std::string& path) override;
  [[nodiscard]] Result<void> remove(const std::string& path) override;
  [[nodiscard]] Result<void> rename(const std::string& from, const std::string& to) override;
};

/// A disk in memory; folders exist as soon as something is below them.
class FakeFiles final : public Files {
public:
  std::map<std::string, std::string> content;
  std::set<std::string> links; ///< of these paths, those that are links

  [[nodiscard]] Result<std::string> read(const std::string& path) const override;
  [[nodiscard]] Result<void> write(const std::string& path, std::string_view text) override;
  [[nodiscard]] std::optional<FileStatus> status(const std::string& path) const override;
  [[nodiscard]] bool isLink(const std::string& path) const override;
  [[nodiscard]] std::vector<std::string> list(const std::string& folder) const override;
  [[nodiscard]] Result<void> makeFolders(const std::string& path) override;
  [[nodiscard]] Result<void> remove(const std::string& path) override;
  [[nodiscard]] Result<void> rename(const std::string& from, const std::string& to) override;
};

/// Path arithmetic on '/'-separated text; nothing looks at the disk.
[[nodiscard]] std::string joinPath(std::string_view folder, std::string_view name); ///< an absolute name wins
[[nodiscard]] std::string parentPath(std::string_view path);
[[nodiscard]] std::string_view fileName(std::string_view path);
[[nodiscard]] std::string_view extension(std::string_view path); ///< with its dot, "" without one
[[nodiscard]] std::string normalPath(std::string_view path);     ///< "." and ".." and "//" resolved
/// Counted from the current folder, and normal; as it is where there is no such folder any more.
[[nodiscard]] std::string absolutePath(const std::string& path);
/// The path below `folder`, or nothing when it lies elsewhere. Both must be normal.
[[nodiscard]] std::optional<std::string> pathBelow(std::string_view path, std::string_view folder);

} // namespace beagle::support
