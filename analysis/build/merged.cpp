#include "analysis/build/merged.h"

#include "analysis/support/text.h"

#include <git2/sys/mempack.h>

namespace beagle::build {

using support::cannotRun;
using support::Result;

namespace {

using GitIndex = GitHandle<git_index, git_index_free>;
using GitSignature = GitHandle<git_signature, git_signature_free>;

/// The repository once more, with a place in memory for what is written to it.
Result<GitObjectsPtr> openInMemory(const GitObjects& objects) {
  GitRepository repository;
  if (gitInto(repository, git_repository_open, objects.gitFolder.c_str()) != 0)
    return cannotRun("{} cannot be opened: {}", objects.gitFolder, gitMessage());
  auto own = adoptRepository(std::move(repository));
  if (!own) return own;
  constexpr int beforeAllOthers = 1000;
  git_odb_backend* memory = nullptr;
  if (git_mempack_new(&memory) != 0 || git_odb_add_backend((*own)->odb.get(), memory, beforeAllOthers) != 0)
    return cannotRun("{}: cannot keep objects in memory: {}", objects.gitFolder, gitMessage());
  (*own)->isInMemory = true;
  return own;
}

/// The tree of the merge; nothing when there are conflicts that no line settles.
Result<std::optional<git_oid>> mergeTrees(GitObjects& own, const git_commit& ours, const git_commit& theirs) {
  git_merge_options options = GIT_MERGE_OPTIONS_INIT;
  options.file_favor = GIT_MERGE_FILE_FAVOR_OURS;
  GitIndex index;
  git_oid tree;
  if (gitInto(index, git_merge_commits, own.repository.get(), &ours, &theirs, &options) != 0)
    return cannotRun("{} and {} cannot be merged: {}", shortHexOf(*git_commit_id(&ours)),
                     shortHexOf(*git_commit_id(&theirs)), gitMessage());
  if (git_index_has_conflicts(index.get()) != 0) return std::nullopt;
  if (git_index_write_tree_to(&tree, index.get(), own.repository.get()) != 0)
    return cannotRun("a merged tree cannot be kept: {}", gitMessage());
  return tree;
}

} // namespace

Result<std::optional<Revision>> mergeOf(const GitObjects& objects, const std::vector<git_oid>& commits) {
  auto own = openInMemory(objects);
  if (!own) return std::unexpected(std::move(own.error()));
  const std::lock_guard lock((*own)->mutex);
  git_repository* repository = (*own)->repository.get();
  GitSignature nobody;
  if (gitInto(nobody, git_signature_new, "Beagle", "beagle@localhost", 0, 0) != 0)
    return cannotRun("no signature can be made: {}", gitMessage());
  GitCommit merged;
  for (const git_oid& id : commits) {
    GitCommit next;
    if (gitInto(next, git_commit_lookup, repository, &id) != 0)
      return std::unexpected(missingObject(**own, "a commit", hexOf(id)));
    if (!merged) {
      merged = std::move(next);
      continue;
    }
    const auto tree = mergeTrees(**own, *merged, *next);
    if (!tree) return std::unexpected(tree.error());
    if (!*tree) return std::nullopt;
    GitTree kept;
    git_oid commit;
    std::array<const git_commit*, 2> parents{merged.get(), next.get()};
    if (gitInto(kept, git_tree_lookup, repository, &**tree) != 0 ||
        git_commit_create(&commit, repository, nullptr, nobody.get(), nobody.get(), nullptr, "merged", kept.get(),
                          parents.size(), parents.data()) != 0 ||
        gitInto(merged, git_commit_lookup, repository, &commit) != 0)
      return cannotRun("a merge cannot be kept: {}", gitMessage());
  }
  auto tree = listTree(*own, *git_commit_tree_id(merged.get()));
  if (!tree) return std::unexpected(std::move(tree.error()));
  const std::string name = mergeName(commits);
  return Revision{name, name, "what git merges of these by itself", std::move(*tree)};
}

std::string mergeName(const std::vector<git_oid>& commits) {
  std::vector<std::string> names;
  for (const git_oid& id : commits) names.push_back(hexOf(id));
  return "{" + support::join(names, "+") + "}";
}

std::vector<std::string> commitsOfMerge(std::string_view spec) {
  std::vector<std::string> names;
  if (!spec.starts_with('{') || !spec.ends_with('}')) return names;
  for (const std::string_view name : support::split(spec.substr(1, spec.size() - 2), '+')) names.emplace_back(name);
  return names.size() < 2 ? std::vector<std::string>() : names;
}

} // namespace beagle::build
