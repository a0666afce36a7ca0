#pragma once

#include "analysis/build/tree.h"
#include "analysis/build/tree_diff.h"
#include "analysis/support/error.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace beagle::build {

/// One version of a program.
struct Revision {
  std::string spec;    ///< as the user wrote it, or what names it best
  std::string commit;  ///< object id; empty for trees, imported folders and files
  std::string summary; ///< first line of the commit's message
  Tree tree;
};

/// The two versions that are compared.
struct RevisionPair {
  Revision base;
  Revision head;
  std::string how; ///< how the two were found, for people: "merge base of HEAD with its upstream origin/main"
};

struct GitObjects;

/// A git repository, read with libgit2. The user's work tree, index, refs and objects are never written. A
/// cheap handle, safe from several threads.
class Repository {
public:
  /// What `open` begins with. It takes some milliseconds (libgit2 reads the machine's certificates), so whoever
  /// has other things to do first may start it in the background.
  static void warmUp();
  /// The repository that `folder` is in; also bare ones and linked work trees.
  [[nodiscard]] static support::Result<Repository> open(const std::string& folder);
  /// A bare repository of ours at `folder`, made if need be: an object store for imported files.
  [[nodiscard]] static support::Result<Repository> scratch(const std::string& folder);

  /// Any revision expression of git that names a commit or a tree; also the empty tree's id, and `{A+B}`: what git
  /// merges of several commits by itself, with A's lines where both changed the same.
  [[nodiscard]] support::Result<Revision> resolve(const std::string& spec) const;
  /// `A..B`, `A...B` (from their merge base), `A..` and `A` (to HEAD), `..B` (from HEAD).
  [[nodiscard]] support::Result<RevisionPair> range(const std::string& text) const;
  /// From the merge base of HEAD with its upstream to HEAD; without upstream, with the branch that others
  /// start from: origin's default branch, main or master.
  [[nodiscard]] support::Result<RevisionPair> sinceUpstream() const;

  [[nodiscard]] support::Result<TreeDiff> diff(const Tree& base, const Tree& head,
                                               const DiffOptions& options = {}) const {
    return diffTrees(base, head, options);
  }
  /// Puts the files of submodules into two versions, as far as their objects are here; nothing is fetched. One that
  /// cannot be filled in both versions stays as it is.
  void fillSubmodules(Tree& base, Tree& head) const;

  /// A folder's files as they are on disk, without `.git`; only into a scratch repository.
  [[nodiscard]] support::Result<Tree> importFolder(const std::string& folder) const;
  /// Files given by their path in the tree and their content; only into a scratch repository.
  [[nodiscard]] support::Result<Tree> importFiles(const std::vector<std::pair<std::string, std::string>>& files) const;

  /// Whether git has a file of that path: in its index, or in the commit that is checked out.
  [[nodiscard]] bool tracks(const std::string& path) const;

  /// The root of the user's work tree; nothing when bare.
  [[nodiscard]] std::optional<std::string> workingFolder() const;
  [[nodiscard]] const std::string& gitFolder() const;
  [[nodiscard]] GitObjects& objects() const { return *objects_; } ///< this module's own

private:
  explicit Repository(std::shared_ptr<GitObjects> objects) : objects_(std::move(objects)) {}

  std::shared_ptr<GitObjects> objects_;
};

} // namespace beagle::build
