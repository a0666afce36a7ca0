#include "config/config_source.h"

#include "config/accepted.h"
#include "config/config_file.h"
#include "config/node.h"

#include <algorithm>

namespace beagle::config {

using support::FileStatus;
using support::joinPath;
using support::Result;

Result<void> checkFile(const std::string& path, bool isRegular, std::uint64_t size) {
  using support::Error;
  using support::ErrorKind;
  if (!isRegular)
    return std::unexpected(Error(ErrorKind::Usage, "this is no regular file")
                               .at({path, 0, 0})
                               .hint("settings are read from files only, not through links"));
  const bool isList = path.ends_with(acceptedFileName);
  if (const std::size_t most = isList ? listLimits.bytes : YamlLimits{}.bytes; size > most)
    return std::unexpected(
        Error(ErrorKind::Usage,
              fmt::format("{} bytes are too many; a file of settings has at most {}", size, most))
            .at({path, 0, 0}));
  return {};
}

Result<std::vector<std::string>> FolderSource::files() const {
  std::vector<std::string> found;
  std::vector<std::string> folders{""};
  while (!folders.empty()) {
    const std::string folder = std::move(folders.back());
    folders.pop_back();
    for (const std::string& name : files_.list(joinPath(root_, folder))) {
      const std::string path = joinPath(folder, name);
      if (name == fileName) {
        found.push_back(path);
        continue;
      }
      const std::string onDisk = joinPath(root_, path);
      if (name == ".git" || files_.isLink(onDisk) || !files_.isFolder(onDisk)) continue;
      if (!files_.exists(joinPath(onDisk, ".git"))) folders.push_back(path);
    }
  }
  std::ranges::sort(found);
  return found;
}

Result<std::string> FolderSource::read(const std::string& path) const {
  const std::string onDisk = joinPath(root_, path);
  const auto status = files_.status(onDisk);
  const bool isLink = files_.isLink(onDisk);
  if (isLink || status)
    if (auto fine =
            checkFile(path, !isLink && status->type == FileStatus::Type::Regular, status ? status->size : 0);
        !fine)
      return std::unexpected(std::move(fine.error()));
  return files_.read(onDisk);
}

std::string projectRoot(const support::Files& files, const std::string& folder) {
  for (const std::string_view mark : {std::string_view(".git"), fileName}) {
    for (std::string at = folder;; at = support::parentPath(at)) {
      if (files.exists(joinPath(at, mark))) return at;
      if (at == "/" || at == ".") break;
    }
  }
  return folder;
}

} // namespace beagle::config
