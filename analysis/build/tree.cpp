#include "analysis/build/tree.h"

#include "analysis/build/git_objects.h"
#include "analysis/support/text.h"

#include <algorithm>
#include <tuple>

namespace beagle::build {

using support::cannotRun;
using support::Result;
using support::usageError;

Tree::Tree() : data_(std::make_shared<const TreeData>(std::string(emptyTreeId))) {}

const std::string& Tree::id() const { return data_->id; }

const std::vector<TreeFile>& Tree::files() const { return data_->files; }

const TreeFile* Tree::find(std::string_view path) const {
  const auto found = std::ranges::lower_bound(files(), path, {}, &TreeFile::path);
  return found != files().end() && found->path == path ? &*found : nullptr;
}

Result<std::string> Tree::content(std::string_view path) const {
  if (const TreeFile* file = find(path)) return contentOf(*file);
  return usageError("there is no file `{}` in tree {}", support::printable(path), id());
}

namespace {

struct Located {
  GitObjects& objects;
  git_oid id;
};

/// The tree whose repository has a file's content.
const TreeData& ownerOf(const TreeData& data, std::string_view path) {
  for (const TreeData::Module& module : data.modules)
    if (path.starts_with(module.folder)) return ownerOf(*module.tree, path.substr(module.folder.size()));
  return data;
}

Result<Located> locate(const TreeData& data, const TreeFile& file) {
  if (file.kind == TreeFile::Kind::Submodule)
    return usageError("`{}` is a submodule: its files are in another repository", support::printable(file.path));
  const auto id = oidOf(file.id);
  if (!id || !data.objects)
    return cannotRun("`{}` has no content with id `{}`", support::printable(file.path), file.id);
  return Located{*data.objects, *id};
}

std::unexpected<support::Error> unreadable(const GitObjects& objects, const TreeFile& file, int code) {
  const std::string name = fmt::format("the content of `{}`", support::printable(file.path));
  if (code == GIT_ENOTFOUND) return std::unexpected(missingObject(objects, name, file.id));
  return cannotRun("{} ({}) cannot be read: {}", name, file.id, gitMessage());
}

} // namespace

Tree Tree::withModules(const std::map<std::string, Tree>& modules) const {
  if (modules.empty()) return *this;
  auto data = std::make_shared<TreeData>();
  data->id = id();
  data->objects = data_->objects;
  data->modules = data_->modules;
  for (const TreeFile& file : files())
    if (!modules.contains(file.path)) data->files.push_back(file);
  for (const auto& [path, module] : modules) {
    data->id += fmt::format("+{}:{}", path, module.id());
    data->modules.push_back({path + '/', module.data_});
    for (TreeFile file : module.files()) {
      file.path = data->modules.back().folder + file.path;
      data->files.push_back(std::move(file));
    }
  }
  std::ranges::sort(data->files, {}, &TreeFile::path);
  return Tree(std::move(data));
}

Result<std::string> Tree::contentOf(const TreeFile& file) const {
  const TreeData& owner = ownerOf(*data_, file.path);
  const auto located = locate(owner, file);
  if (!located) return std::unexpected(located.error());
  auto& [objects, id] = *located;
  GitOdbObject object;
  if (const int code = owner.contents->read(objects, id, object); code != 0) return unreadable(objects, file, code);
  if (git_odb_object_type(object.get()) != GIT_OBJECT_BLOB)
    return cannotRun("`{}` ({}) is no file content", support::printable(file.path), file.id);
  return std::string(static_cast<const char*>(git_odb_object_data(object.get())), git_odb_object_size(object.get()));
}

Result<std::uint64_t> Tree::sizeOf(const TreeFile& file) const {
  const TreeData& owner = ownerOf(*data_, file.path);
  const auto located = locate(owner, file);
  if (!located) return std::unexpected(located.error());
  auto& [objects, id] = *located;
  std::size_t size = 0;
  if (const int code = owner.contents->sizeOf(objects, id, size); code != 0) return unreadable(objects, file, code);
  return size;
}

Result<void> checkTreePath(std::string_view path) {
  const auto refused = [&](std::string_view why) {
    return cannotRun("the tree holds the path `{}`, which {}: such a tree is not written to disk",
                     support::printable(path), why);
  };
  if (path.empty()) return refused("is empty");
  if (path.front() == '/') return refused("is absolute");
  for (const std::string_view part : support::split(path, '/')) {
    if (part.empty()) return refused("has an empty component");
    if (part == "." || part == "..") return refused(fmt::format("has a component `{}`", part));
    const bool dotGit = std::ranges::equal(part, std::string_view(".git"), [](char a, char b) {
      return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
    });
    if (dotGit) return refused("has a component `.git`");
    if (part.contains('\0')) return refused("contains a zero byte");
  }
  return {};
}

namespace {

TreeFile::Kind kindOf(git_filemode_t mode) {
  switch (mode) {
  case GIT_FILEMODE_BLOB_EXECUTABLE: return TreeFile::Kind::Executable;
  case GIT_FILEMODE_LINK: return TreeFile::Kind::Symlink;
  case GIT_FILEMODE_COMMIT: return TreeFile::Kind::Submodule;
  default: return TreeFile::Kind::Regular;
  }
}

// A crafted repository of a few kilobytes can nest or repeat folders without end.
constexpr std::size_t longestPath = 8192;
constexpr std::size_t mostFiles = 1'000'000;

/// Appends the entries below `prefix`, in git's order of that folder.
Result<void> appendEntries(GitObjects& objects, const git_oid& id, const std::string& prefix,
                           std::vector<TreeFile>& files) {
  if (prefix.size() > longestPath || files.size() > mostFiles)
    return cannotRun("the tree has {}: this is not a source tree Beagle can read",
                     prefix.size() > longestPath ? fmt::format("paths longer than {} bytes", longestPath)
                                                 : fmt::format("more than {} files", mostFiles));
  GitTree tree;
  if (const int code = gitInto(tree, git_tree_lookup, objects.repository.get(), &id); code != 0) {
    const std::string name = prefix.empty() ? "the tree" : fmt::format("the folder `{}`", support::printable(prefix));
    if (code == GIT_ENOTFOUND) return std::unexpected(missingObject(objects, name, hexOf(id)));
    return cannotRun("{} ({}) cannot be read: {}", name, hexOf(id), gitMessage());
  }
  const std::size_t count = git_tree_entrycount(tree.get());
  for (std::size_t i = 0; i < count; ++i) {
    const git_tree_entry* entry = git_tree_entry_byindex(tree.get(), i);
    std::string path = prefix + git_tree_entry_name(entry);
    const git_filemode_t mode = git_tree_entry_filemode(entry);
    if (mode == GIT_FILEMODE_TREE) {
      auto appended = appendEntries(objects, *git_tree_entry_id(entry), path + '/', files);
      if (!appended) return appended;
    } else {
      files.push_back({std::move(path), hexOf(*git_tree_entry_id(entry)), kindOf(mode)});
    }
  }
  return {};
}

} // namespace

Result<Tree> listTree(const GitObjectsPtr& objects, const git_oid& id) {
  auto data = std::make_shared<TreeData>();
  data->id = hexOf(id);
  data->objects = objects;
  // git does not always store the empty tree, so it is never asked for.
  if (data->id != emptyTreeId)
    if (auto appended = appendEntries(*objects, id, "", data->files); !appended)
      return std::unexpected(std::move(appended.error()));
  // git orders a folder as if its name ended in '/': that is the order of full paths, except for broken
  // trees.
  if (!std::ranges::is_sorted(data->files, {}, &TreeFile::path))
    std::ranges::sort(data->files, {}, [](const TreeFile& file) { return std::tie(file.path, file.id); });
  return Tree(std::move(data));
}

namespace {

std::string_view modeText(TreeFile::Kind kind) {
  switch (kind) {
  case TreeFile::Kind::Regular: return "100644";
  case TreeFile::Kind::Executable: return "100755";
  case TreeFile::Kind::Symlink: return "120000";
  case TreeFile::Kind::Submodule: return "160000";
  }
  return "";
}

/// Writes tree objects bottom up for a sorted list of files. A tree object is a sequence of
/// "<mode> <name>\0<20 bytes of id>", which the order of full paths puts in git's order.
class TreeWriter {
public:
  TreeWriter(GitObjects& objects, const std::vector<TreeFile>& files) : objects_(objects), files_(files) {}

  /// The object for the files at `next_` and after that share the first `depth` bytes of their path.
  Result<git_oid> write(std::size_t depth) {
    std::string body;
    const std::string_view prefix = next_ < files_.size() ? std::string_view(files_[next_].path).substr(0, depth) : "";
    while (next_ < files_.size() && files_[next_].path.starts_with(prefix)) {
      const TreeFile& file = files_[next_];
      const std::size_t slash = file.path.find('/', depth);
      if (slash == std::string::npos) {
        append(body, modeText(file.kind), std::string_view(file.path).substr(depth), *oidOf(file.id));
        ++next_;
        continue;
      }
      const auto below = write(slash + 1);
      if (!below) return below;
      append(body, "40000", std::string_view(file.path).substr(depth, slash - depth), *below);
    }
    git_oid id;
    if (git_odb_write(&id, objects_.odb.get(), body.data(), body.size(), GIT_OBJECT_TREE) != 0)
      return cannotRun("{}: cannot store a tree: {}", objects_.gitFolder, gitMessage());
    return id;
  }

private:
  static void append(std::string& body, std::string_view mode, std::string_view name, const git_oid& id) {
    body.append(mode).append(1, ' ').append(name).append(1, '\0');
    body.append(reinterpret_cast<const char*>(id.id), GIT_OID_RAWSZ);
  }

  GitObjects& objects_;
  const std::vector<TreeFile>& files_;
  std::size_t next_ = 0;
};

} // namespace

Result<Tree> writeTree(const GitObjectsPtr& objects, std::vector<TreeFile> files) {
  std::ranges::sort(files, {}, &TreeFile::path);
  for (std::size_t i = 0; i + 1 < files.size(); ++i) {
    if (files[i].path == files[i + 1].path)
      return usageError("the file `{}` is given twice", support::printable(files[i].path));
  }
  // A file whose name is also a folder need not be next to the files in that folder ("a", "a.c", "a/b").
  for (const TreeFile& file : files)
    for (std::size_t slash = file.path.find('/'); slash != std::string::npos; slash = file.path.find('/', slash + 1))
      if (std::ranges::binary_search(files, std::string_view(file.path).substr(0, slash), {}, &TreeFile::path))
        return usageError("`{}` is a file, but `{}` needs it to be a folder",
                          support::printable(file.path.substr(0, slash)), support::printable(file.path));
  const auto id = TreeWriter(*objects, files).write(0);
  if (!id) return std::unexpected(id.error());
  auto data = std::make_shared<TreeData>();
  data->id = hexOf(*id);
  data->files = std::move(files);
  data->objects = objects;
  return Tree(std::move(data));
}

} // namespace beagle::build
