#include "analysis/support/files.h"

#include "analysis/support/text.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <set>

namespace beagle::support {

namespace fs = std::filesystem;

namespace {

std::unexpected<Error> diskError(const std::string& path, std::string_view action, int code) {
  return cannotRun("{}: cannot {}: {}", path, action, std::strerror(code));
}

class Descriptor {
public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int get() const { return fd_; }

private:
  int fd_;
};

} // namespace

Result<std::string> DiskFiles::read(const std::string& path) const {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) return diskError(path, "read", errno);
  struct stat info{};
  if (::fstat(file.get(), &info) != 0) return diskError(path, "read", errno);
  if (S_ISDIR(info.st_mode)) return diskError(path, "read", EISDIR);
  constexpr std::size_t most = std::size_t{1} << 30U; // nothing that is read as a whole is larger
  if (static_cast<std::size_t>(info.st_size) > most) return diskError(path, "read", EFBIG);
  std::string content(static_cast<std::size_t>(info.st_size), '\0');
  std::size_t used = 0;
  for (;;) {
    if (used >= most) return diskError(path, "read", EFBIG);
    if (used == content.size()) content.resize(std::max<std::size_t>(content.size() * 2, 4096));
    const ssize_t got = ::read(file.get(), content.data() + used, content.size() - used);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return diskError(path, "read", errno);
    if (got == 0) break;
    used += static_cast<std::size_t>(got);
    // A regular file read to its known size needs no growth to find its end.
    if (S_ISREG(info.st_mode) && used == static_cast<std::size_t>(info.st_size)) break;
  }
  content.resize(used);
  return content;
}

Result<void> DiskFiles::write(const std::string& path, std::string_view content) {
  if (auto made = makeFolders(parentPath(path)); !made) return made;
  static std::atomic<unsigned> counter{0};
  const std::string neighbour = fmt::format("{}.tmp{}.{}", path, ::getpid(), counter++);
  {
    const Descriptor file(::open(neighbour.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (file.get() < 0) return diskError(path, "write", errno);
    while (!content.empty()) {
      const ssize_t put = ::write(file.get(), content.data(), content.size());
      if (put < 0 && errno == EINTR) continue;
      if (put < 0) {
        const int code = errno;
        ::unlink(neighbour.c_str());
        return diskError(path, "write", code);
      }
      content.remove_prefix(static_cast<std::size_t>(put));
    }
  }
  return rename(neighbour, path);
}

std::optional<FileStatus> DiskFiles::status(const std::string& path) const {
  struct stat info{};
  if (::stat(path.c_str(), &info) != 0) return std::nullopt;
  FileStatus result;
  result.type = S_ISREG(info.st_mode)   ? FileStatus::Type::Regular
                : S_ISDIR(info.st_mode) ? FileStatus::Type::Directory
                                        : FileStatus::Type::Other;
  result.size = static_cast<std::uint64_t>(info.st_size);
  result.modifiedNs = info.st_mtim.tv_sec * 1'000'000'000LL + info.st_mtim.tv_nsec;
  result.executable = (info.st_mode & S_IXUSR) != 0;
  return result;
}

bool DiskFiles::isLink(const std::string& path) const {
  struct stat info{};
  return ::lstat(path.c_str(), &info) == 0 && S_ISLNK(info.st_mode);
}

std::vector<std::string> DiskFiles::list(const std::string& folder) const {
  std::vector<std::string> names;
  std::error_code ignored;
  for (fs::directory_iterator it(folder, ignored), end; it != end; it.increment(ignored))
    names.push_back(it->path().filename().string());
  std::ranges::sort(names);
  return names;
}

Result<void> DiskFiles::makeFolders(const std::string& path) {
  std::error_code code;
  fs::create_directories(path, code);
  if (code && !isFolder(path)) return diskError(path, "make the folder", code.value());
  return {};
}

Result<void> DiskFiles::remove(const std::string& path) {
  std::error_code code;
  fs::remove_all(path, code);
  if (code && code != std::errc::no_such_file_or_directory) return diskError(path, "remove", code.value());
  return {};
}

Result<void> DiskFiles::rename(const std::string& from, const std::string& to) {
  if (::rename(from.c_str(), to.c_str()) != 0) return diskError(from, "rename to " + to, errno);
  return {};
}

Result<std::string> FakeFiles::read(const std::string& path) const {
  const auto it = content.find(path);
  if (it == content.end()) return diskError(path, "read", ENOENT);
  return it->second;
}

Result<void> FakeFiles::write(const std::string& path, std::string_view text) {
  content[path] = text;
  return {};
}

std::optional<FileStatus> FakeFiles::status(const std::string& path) const {
  if (const auto it = content.find(path); it != content.end())
    return FileStatus{FileStatus::Type::Regular, it->second.size(), 0, false};
  const auto below = content.lower_bound(path + "/");
  if (below != content.end() && below->first.starts_with(path + "/"))
    return FileStatus{FileStatus::Type::Directory, 0, 0, true};
  return std::nullopt;
}

bool FakeFiles::isLink(const std::string& path) const { return links.contains(path); }

std::vector<std::string> FakeFiles::list(const std::string& folder) const {
  std::set<std::string> names;
  const std::string prefix = folder + "/";
  for (auto it = content.lower_bound(prefix); it != content.end() && it->first.starts_with(prefix); ++it)
    names.insert(it->first.substr(prefix.size(), it->first.find('/', prefix.size()) - prefix.size()));
  return {names.begin(), names.end()};
}

Result<void> FakeFiles::makeFolders(const std::string&) { return {}; }

Result<void> FakeFiles::remove(const std::string& path) {
  std::erase_if(content, [&](const auto& entry) { return entry.first == path || entry.first.starts_with(path + "/"); });
  return {};
}

Result<void> FakeFiles::rename(const std::string& from, const std::string& to) {
  if (!exists(from)) return diskError(from, "rename to " + to, ENOENT);
  std::map<std::string, std::string> moved;
  for (const auto& [path, text] : content)
    if (path == from || path.starts_with(from + "/")) moved[to + path.substr(from.size())] = text;
  if (auto removed = remove(from); !removed) return removed;
  content.merge(moved);
  return {};
}

std::string joinPath(std::string_view folder, std::string_view name) {
  if (folder.empty() || name.starts_with('/')) return std::string(name);
  if (name.empty()) return std::string(folder);
  return fmt::format("{}{}{}", folder, folder.ends_with('/') ? "" : "/", name);
}

std::string parentPath(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) return ".";
  return std::string(slash == 0 ? "/" : path.substr(0, slash));
}

std::string_view fileName(std::string_view path) { return path.substr(path.rfind('/') + 1); }

std::string_view extension(std::string_view path) {
  const std::string_view name = fileName(path);
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos || dot == 0 ? std::string_view() : name.substr(dot);
}

std::string normalPath(std::string_view path) {
  const bool absolute = path.starts_with('/');
  std::vector<std::string> parts;
  for (const std::string_view part : split(path, '/')) {
    if (part.empty() || part == ".") continue;
    if (part != "..") parts.emplace_back(part);
    else if (!parts.empty() && parts.back() != "..") parts.pop_back();
    else if (!absolute) parts.emplace_back(part);
  }
  const std::string text = fmt::format("{}{}", absolute ? "/" : "", fmt::join(parts, "/"));
  return text.empty() ? "." : text;
}

std::string absolutePath(const std::string& path) {
  std::error_code code;
  const std::filesystem::path whole = std::filesystem::absolute(path.empty() ? "." : path, code);
  return normalPath(code ? path : whole.string());
}

std::optional<std::string> pathBelow(std::string_view path, std::string_view folder) {
  if (folder == "/") return std::string(path.substr(1));
  if (!path.starts_with(folder)) return std::nullopt;
  path.remove_prefix(folder.size());
  if (path.empty()) return std::string();
  if (path.front() != '/') return std::nullopt;
  return std::string(path.substr(1));
}

} // namespace beagle::support
