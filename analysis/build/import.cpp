#include "analysis/build/git_objects.h"
#include "analysis/build/repository.h"
#include "analysis/support/files.h"
#include "analysis/support/text.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace beagle::build {

using support::cannotRun;
using support::Result;
using support::usageError;

namespace {

std::unexpected<support::Error> unreadable(const std::string& path, int code) {
  return usageError("{}: cannot read: {}", support::printable(path), std::strerror(code));
}

/// Names in a folder, sorted; unlike a listing for display, one that cannot be read is an error.
Result<std::vector<std::string>> namesIn(const std::string& folder) {
  const std::unique_ptr<DIR, int (*)(DIR*)> stream(::opendir(folder.c_str()), &::closedir);
  if (!stream) return unreadable(folder, errno);
  std::vector<std::string> names;
  errno = 0;
  while (const dirent* entry = ::readdir(stream.get())) {
    const std::string_view name = entry->d_name;
    // checkTreePath is git's own idea of names that are no content: ".", ".." and ".git".
    if (checkTreePath(name)) names.emplace_back(name);
    errno = 0;
  }
  if (errno != 0) return unreadable(folder, errno);
  std::ranges::sort(names);
  return names;
}

Result<std::string> linkTarget(const std::string& path, std::size_t size) {
  std::string target(std::max<std::size_t>(size, 1) + 1, '\0');
  for (;;) {
    const ssize_t got = ::readlink(path.c_str(), target.data(), target.size());
    if (got < 0) return unreadable(path, errno);
    if (static_cast<std::size_t>(got) < target.size()) {
      target.resize(static_cast<std::size_t>(got));
      return target;
    }
    target.resize(target.size() * 2);
  }
}

/// Stores what is below a folder. Special files (sockets, pipes, devices) are no content, for git as for us.
class FolderImport {
public:
  FolderImport(GitObjects& objects, std::string root) : objects_(objects), root_(std::move(root)) {}

  Result<void> add(const std::string& below) {
    const auto names = namesIn(support::joinPath(root_, below));
    if (!names) return std::unexpected(names.error());
    for (const std::string& name : *names)
      if (auto added = addEntry(below.empty() ? name : below + '/' + name); !added) return added;
    return {};
  }

  std::vector<TreeFile> files;

private:
  Result<void> addEntry(const std::string& path) {
    const std::string onDisk = support::joinPath(root_, path);
    struct stat info{};
    if (::lstat(onDisk.c_str(), &info) != 0) return unreadable(onDisk, errno);
    if (S_ISDIR(info.st_mode)) return add(path);
    Result<std::string> content;
    TreeFile::Kind kind = TreeFile::Kind::Regular;
    if (S_ISLNK(info.st_mode)) {
      kind = TreeFile::Kind::Symlink;
      content = linkTarget(onDisk, static_cast<std::size_t>(info.st_size));
    } else if (S_ISREG(info.st_mode)) {
      if ((info.st_mode & S_IXUSR) != 0) kind = TreeFile::Kind::Executable;
      content = support::DiskFiles().read(onDisk);
    } else {
      return {};
    }
    if (!content) return std::unexpected(content.error());
    auto id = writeBlob(objects_, *content);
    if (!id) return std::unexpected(id.error());
    files.push_back({path, std::move(*id), kind});
    return {};
  }

  GitObjects& objects_;
  std::string root_;
};

Result<void> checkScratch(const GitObjects& objects) {
  if (objects.scratch) return {};
  return cannotRun("{} belongs to the user: files are imported into a scratch repository only", objects.gitFolder);
}

} // namespace

Result<Tree> Repository::importFolder(const std::string& folder) const {
  if (auto checked = checkScratch(*objects_); !checked) return std::unexpected(checked.error());
  if (!support::DiskFiles().isFolder(folder)) return usageError("{} is no folder", support::printable(folder));
  const std::scoped_lock lock(objects_->mutex);
  FolderImport import(*objects_, folder);
  if (auto added = import.add(""); !added) return std::unexpected(added.error());
  return writeTree(objects_, std::move(import.files));
}

Result<Tree> Repository::importFiles(const std::vector<std::pair<std::string, std::string>>& files) const {
  if (auto checked = checkScratch(*objects_); !checked) return std::unexpected(checked.error());
  const std::scoped_lock lock(objects_->mutex);
  std::vector<TreeFile> entries;
  for (const auto& [name, content] : files) {
    if (auto checked = checkTreePath(name); !checked) return std::unexpected(checked.error());
    auto id = writeBlob(*objects_, content);
    if (!id) return std::unexpected(id.error());
    entries.push_back({name, std::move(*id), TreeFile::Kind::Regular});
  }
  return writeTree(objects_, std::move(entries));
}

} // namespace beagle::build
