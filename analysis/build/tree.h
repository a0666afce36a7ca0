#pragma once

#include "analysis/support/error.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace beagle::build {

/// One entry of a version's tree. Paths are bytes: '/'-separated, relative, not always UTF-8.
struct TreeFile {
  enum class Kind { Regular, Executable, Symlink, Submodule };

  std::string path;
  std::string id; ///< object id in hexadecimal: of the content, or of a submodule's commit
  Kind kind = Kind::Regular;

  friend bool operator==(const TreeFile&, const TreeFile&) = default;
};

struct TreeData;

/// All files of one version, sorted by path (as bytes). A cheap handle on an immutable listing; contents are
/// read from the object store when asked for. Safe from several threads, and valid without the `Repository`
/// it came from.
class Tree {
public:
  Tree(); ///< the empty tree, which needs no object store
  explicit Tree(std::shared_ptr<const TreeData> data) : data_(std::move(data)) {}
  /// This tree with the files of submodules in it: by path, the tree of each.
  [[nodiscard]] Tree withModules(const std::map<std::string, Tree>& modules) const;

  [[nodiscard]] const std::string& id() const;
  [[nodiscard]] const std::vector<TreeFile>& files() const;
  [[nodiscard]] bool empty() const { return files().empty(); }
  /// Null when the tree has no such file; folders are not found. Valid as long as a copy of this tree lives.
  [[nodiscard]] const TreeFile* find(std::string_view path) const;

  /// A symlink's content is its target; a submodule has none.
  [[nodiscard]] support::Result<std::string> content(std::string_view path) const;
  [[nodiscard]] support::Result<std::string> contentOf(const TreeFile& file) const;
  /// Bytes of the content, without reading all of it.
  [[nodiscard]] support::Result<std::uint64_t> sizeOf(const TreeFile& file) const;

  /// The same files with the same contents, whatever repository they are in.
  friend bool operator==(const Tree& a, const Tree& b) { return a.id() == b.id(); }

private:
  std::shared_ptr<const TreeData> data_;
};

/// The id git gives to a tree without entries; no repository needs to store it.
inline constexpr std::string_view emptyTreeId = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

/// What git refuses as a path inside a tree, and we with it, because writing it to disk would leave the
/// folder or plant a repository: empty, absolute, and the components "", ".", ".." and ".git" (in any case).
[[nodiscard]] support::Result<void> checkTreePath(std::string_view path);

} // namespace beagle::build
