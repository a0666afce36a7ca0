#pragma once

#include "analysis/support/files.h"

#include <string>
#include <vector>

namespace beagle::config {

/// Where one version of a project is read: a folder on disk, or a git tree.
class ConfigSource {
public:
  virtual ~ConfigSource() = default;

  /// The paths of all files named `.beagle.yml`, relative to the project's root. Those of other projects
  /// inside of this one (submodules, repositories of their own) are not among them.
  [[nodiscard]] virtual support::Result<std::vector<std::string>> files() const = 0;
  /// The content of one of them. What is no regular file is an error of the kind Usage.
  [[nodiscard]] virtual support::Result<std::string> read(const std::string& path) const = 0;
};

/// Whether what is found at the path of a `.beagle.yml` can be one: a file, and not too large to be read.
[[nodiscard]] support::Result<void> checkFile(const std::string& path, bool isRegular, std::uint64_t size);

/// A folder on disk. Symbolic links to folders are not followed.
class FolderSource final : public ConfigSource {
public:
  /// `files` outlives it; `root` is the project's root.
  FolderSource(const support::Files& files, std::string root) : files_(files), root_(std::move(root)) {}

  [[nodiscard]] support::Result<std::vector<std::string>> files() const override;
  [[nodiscard]] support::Result<std::string> read(const std::string& path) const override;

private:
  const support::Files& files_;
  std::string root_;
};

/// The root of the project that a folder belongs to: the nearest one, from the folder upwards, that holds a
/// git repository; if there is none, the nearest one that holds a `.beagle.yml`; if there is none, the folder
/// itself. `folder` is absolute and normal.
[[nodiscard]] std::string projectRoot(const support::Files& files, const std::string& folder);

} // namespace beagle::config
