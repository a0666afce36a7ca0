#include "analysis/build/checkout.h"

#include "analysis/build/descriptor.h"
#include "analysis/support/files.h"
#include "analysis/support/process.h"
#include "analysis/support/text.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <optional>

namespace beagle::build {

using support::cannotRun;
using support::Result;

namespace {

constexpr std::array<timespec, 2> fixedTimes{timespec{checkoutTime, 0}, timespec{checkoutTime, 0}};

/// Writes files in the order of their paths, so that each folder is entered once. Folders are opened one
/// component at a time, relative to the one above and never through a symlink, so what the tree itself
/// planted cannot lead out of the root.
class Writer {
public:
  Writer(const Tree& tree, std::string root) : tree_(tree), root_(std::move(root)) {}

  Result<Checkout> run() {
    if (auto made = openRoot(); !made) return std::unexpected(made.error());
    for (const TreeFile& file : tree_.files())
      if (auto written = write(file); !written) return std::unexpected(written.error());
    leaveTo(0);
    ::futimens(folders_.front().get(), fixedTimes.data());
    return std::move(result_);
  }

private:
  std::unexpected<support::Error> failed(std::string_view path, std::string_view action) const {
    const int code = errno;
    return cannotRun("{}: cannot {} `{}`: {}", root_, action, support::printable(path),
                     code == EEXIST || code == ELOOP || code == ENOTDIR
                         ? "the path is there already, as another file, link or folder"
                         : std::strerror(code));
  }

  Result<void> openRoot() {
    if (auto made = support::DiskFiles().makeFolders(root_); !made) return made;
    if (!support::DiskFiles().list(root_).empty())
      return cannotRun("{}: a tree is written into an empty folder only, and this one is not", root_);
    folders_.emplace_back(::open(root_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!folders_.front()) return failed(".", "open");
    return {};
  }

  /// Leaves folders until `depth` of them are open below the root; what is left is complete.
  void leaveTo(std::size_t depth) {
    while (names_.size() > depth) {
      ::futimens(folders_.back().get(), fixedTimes.data());
      folders_.pop_back();
      names_.pop_back();
    }
  }

  Result<void> enter(std::string_view path) {
    std::vector<std::string_view> parts = support::split(path, '/');
    parts.pop_back();
    std::size_t common = 0;
    while (common < parts.size() && common < names_.size() && parts[common] == names_[common]) ++common;
    leaveTo(common);
    for (; common < parts.size(); ++common) {
      const std::string name(parts[common]);
      if (auto made = makeFolder(name, path); !made) return made;
    }
    return {};
  }

  Result<void> makeFolder(const std::string& name, std::string_view path) {
    const int above = folders_.back().get();
    if (::mkdirat(above, name.c_str(), 0755) != 0) return failed(path, "make the folder of");
    Descriptor folder(::openat(above, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!folder || ::fchmod(folder.get(), 0755) != 0) return failed(path, "make the folder of");
    folders_.push_back(std::move(folder));
    names_.push_back(name);
    return {};
  }

  Result<void> write(const TreeFile& file) {
    if (auto checked = checkTreePath(file.path); !checked) return checked;
    if (auto entered = enter(file.path); !entered) return entered;
    const std::string name(support::fileName(file.path));
    if (file.kind == TreeFile::Kind::Submodule) {
      result_.emptySubmodules.push_back(file.path);
      if (auto made = makeFolder(name, file.path); !made) return made;
      leaveTo(names_.size() - 1);
      return {};
    }
    const auto content = tree_.contentOf(file);
    if (!content) return std::unexpected(content.error());
    ++result_.files;
    return file.kind == TreeFile::Kind::Symlink ? writeLink(file, name, *content) : writeFile(file, name, *content);
  }

  Result<void> writeLink(const TreeFile& file, const std::string& name, const std::string& target) {
    const int above = folders_.back().get();
    if (target.empty() || target.contains('\0'))
      return cannotRun("{}: the symlink `{}` has no valid target", root_, support::printable(file.path));
    if (::symlinkat(target.c_str(), above, name.c_str()) != 0) return failed(file.path, "make the link");
    if (::utimensat(above, name.c_str(), fixedTimes.data(), AT_SYMLINK_NOFOLLOW) != 0) return failed(file.path, "date");
    return {};
  }

  Result<void> writeFile(const TreeFile& file, const std::string& name, const std::string& content) {
    const bool program = file.kind == TreeFile::Kind::Executable;
    const auto writing = program ? std::make_optional<support::ProgramWriting>() : std::nullopt;
    const Descriptor out(
        ::openat(folders_.back().get(), name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644));
    if (!out) return failed(file.path, "write");
    if ((errno = writeAll(out.get(), content)) != 0) return failed(file.path, "write");
    // Independent of the caller's umask.
    const mode_t mode = program ? 0755 : 0644;
    if (::fchmod(out.get(), mode) != 0 || ::futimens(out.get(), fixedTimes.data()) != 0)
      return failed(file.path, "write");
    return {};
  }

  const Tree& tree_;
  std::string root_;
  std::vector<Descriptor> folders_; // the root, and the open folders below it
  std::vector<std::string> names_;  // of the folders below the root
  Checkout result_;
};

} // namespace

Result<Checkout> writeFiles(const Tree& tree, const std::string& folder) { return Writer(tree, folder).run(); }

} // namespace beagle::build
