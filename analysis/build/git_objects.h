#pragma once

// Internal to analysis/build: the only header that shows libgit2's types.

#include "analysis/build/tree.h"
#include "analysis/support/error.h"

#include <git2.h>

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace beagle::build {

/// Starts libgit2 once per process and sets what it may read:
/// - The owner of a repository is not checked. git refuses foreign repositories because their configuration
///   names programs it would run; we read objects and refs only and run nothing named there. Containers of CI
///   systems usually see a checkout that belongs to somebody else.
/// - Extensions that do not change how objects and refs are stored are accepted.
void startGit();

template <auto Free> struct Freeing {
  void operator()(auto* handle) const { Free(handle); }
};
template <class T, auto Free> using GitHandle = std::unique_ptr<T, Freeing<Free>>;
using GitRepository = GitHandle<git_repository, git_repository_free>;
using GitOdb = GitHandle<git_odb, git_odb_free>;
using GitOdbObject = GitHandle<git_odb_object, git_odb_object_free>;
using GitObject = GitHandle<git_object, git_object_free>;
using GitCommit = GitHandle<git_commit, git_commit_free>;
using GitTree = GitHandle<git_tree, git_tree_free>;
using GitReference = GitHandle<git_reference, git_reference_free>;
using GitConfig = GitHandle<git_config, git_config_free>;

/// Calls a libgit2 function whose first parameter is where it puts a new object.
template <class Handle, class Function, class... Args> int gitInto(Handle& handle, Function function, Args&&... args) {
  typename Handle::pointer raw = nullptr;
  const int code = function(&raw, std::forward<Args>(args)...);
  handle.reset(raw);
  return code;
}

[[nodiscard]] std::string gitMessage(); ///< what libgit2 says about its last failure on this thread
[[nodiscard]] std::string hexOf(const git_oid& id);
[[nodiscard]] std::string shortHexOf(const git_oid& id);
[[nodiscard]] std::optional<git_oid> oidOf(std::string_view hex); ///< only 40 digits

/// An open repository, shared by handles on it and by the trees read from it. libgit2's objects are used by
/// one thread at a time: whoever calls libgit2 with them holds `mutex`.
struct GitObjects {
  std::mutex mutex;
  GitRepository repository;
  GitOdb odb;
  std::string gitFolder;    ///< of this work tree, with a final '/'
  std::string commonFolder; ///< shared by linked work trees, with a final '/'
  std::string workFolder;   ///< empty when bare
  bool scratch = false;     ///< ours to write to
  bool partial = false;     ///< a partial clone: objects may be left on the server
  bool isInMemory = false;  ///< it has objects that no folder has
  /// Commits whose parents were left out of a shallow clone.
  std::unordered_set<std::string> shallow;

  [[nodiscard]] bool isShallow() const { return !shallow.empty(); }
};
using GitObjectsPtr = std::shared_ptr<GitObjects>;

/// Opens what libgit2 opened further: object store, folders, shallow boundary.
[[nodiscard]] support::Result<GitObjectsPtr> adoptRepository(GitRepository repository);

/// An object that should be there is not: says which, and what makes it come. `what` names it for people.
[[nodiscard]] support::Error missingObject(const GitObjects& objects, std::string_view what, std::string_view id);

/// Reads the contents of one tree's files. Its own view of the object store: unpacking takes long, and libgit2 lets
/// only one thread at a time use a view, but base and head are read at the same time.
class ContentReader {
public:
  /// Codes are libgit2's.
  [[nodiscard]] int read(GitObjects& objects, const git_oid& id, GitOdbObject& object);
  [[nodiscard]] int sizeOf(GitObjects& objects, const git_oid& id, std::size_t& size);

private:
  [[nodiscard]] int open(GitObjects& objects);

  std::mutex mutex_;
  GitOdb odb_;
};

struct TreeData {
  /// The files of a submodule.
  struct Module {
    std::string folder; ///< with a final '/'
    std::shared_ptr<const TreeData> tree;
  };

  std::string id;
  std::vector<TreeFile> files;
  std::vector<Module> modules; ///< whose files are among `files`
  GitObjectsPtr objects;       ///< null in the empty tree that no repository knows
  std::unique_ptr<ContentReader> contents = std::make_unique<ContentReader>();
};

/// Lists a stored tree with everything below it. The caller holds the mutex.
[[nodiscard]] support::Result<Tree> listTree(const GitObjectsPtr& objects, const git_oid& id);

/// A listing for files whose blobs are stored already; writes the tree objects. The caller holds the mutex.
[[nodiscard]] support::Result<Tree> writeTree(const GitObjectsPtr& objects, std::vector<TreeFile> files);

/// The caller holds the mutex.
[[nodiscard]] support::Result<std::string> writeBlob(GitObjects& objects, std::string_view content);

} // namespace beagle::build
