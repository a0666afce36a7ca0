#include "analysis/build/git_objects.h"
#include "analysis/build/history.h"
#include "analysis/build/merged.h"
#include "analysis/build/repository.h"
#include "analysis/build/revision_error.h"
#include "analysis/support/text.h"

#include <array>

namespace beagle::build {

using support::Error;
using support::ErrorKind;
using support::Result;
using support::usageError;

namespace {

/// The object that an expression names. All functions here expect their caller to hold the mutex.
Result<GitObject> parse(GitObjects& objects, const std::string& spec) {
  GitObject object;
  // libgit2 knows `@` alone, but not `@~2`.
  const bool startsAtHead = spec.starts_with('@') && spec.find_first_of("~^:") == 1;
  const std::string written = startsAtHead ? "HEAD" + spec.substr(1) : spec;
  const int code = gitInto(object, git_revparse_single, objects.repository.get(), written.c_str());
  if (code == 0) return object;
  auto error = revisionError(objects, spec, code);
  if (code == GIT_EAMBIGUOUS) {
    // Where a version is asked for, git prefers the commit among the objects with that short id; so do we.
    const auto commits = commitsWithPrefix(objects, spec);
    if (commits.size() == 1 &&
        gitInto(object, git_object_lookup, objects.repository.get(), &commits.front(), GIT_OBJECT_ANY) == 0)
      return object;
  }
  return std::unexpected(std::move(error));
}

Result<Revision> describeCommit(const GitObjectsPtr& objects, git_commit* commit, std::string spec) {
  Revision revision{std::move(spec), hexOf(*git_commit_id(commit)), "", {}};
  if (const char* summary = git_commit_summary(commit)) revision.summary = summary;
  auto tree = listTree(objects, *git_commit_tree_id(commit));
  if (!tree) return std::unexpected(std::move(tree.error()).within("commit " + revision.commit.substr(0, 10)));
  revision.tree = std::move(*tree);
  return revision;
}

Result<Revision> describe(const GitObjectsPtr& objects, git_object* object, const std::string& spec) {
  GitObject peeled;
  if (gitInto(peeled, git_object_peel, object, GIT_OBJECT_COMMIT) == 0)
    return describeCommit(objects, reinterpret_cast<git_commit*>(peeled.get()), spec);
  if (gitInto(peeled, git_object_peel, object, GIT_OBJECT_TREE) == 0) {
    auto tree = listTree(objects, *git_object_id(peeled.get()));
    if (!tree) return std::unexpected(std::move(tree.error()).within(fmt::format("`{}`", support::printable(spec))));
    return Revision{spec, "", "", std::move(*tree)};
  }
  if (git_object_type(object) == GIT_OBJECT_TAG)
    return std::unexpected(missingObject(*objects, fmt::format("what the tag `{}` names", support::printable(spec)),
                                         hexOf(*git_tag_target_id(reinterpret_cast<git_tag*>(object)))));
  return std::unexpected(
      Error(ErrorKind::Usage, fmt::format("`{}` names a single file, not a version", support::printable(spec)))
          .hint("name a commit or a tree"));
}

/// `names`: of commits.
Result<Revision> resolveMerge(const GitObjectsPtr& objects, const std::vector<std::string>& names) {
  std::vector<git_oid> commits;
  for (const std::string& name : names) {
    auto object =
        name.empty() ? usageError("an empty revision among those that are to be merged") : parse(*objects, name);
    if (!object) return std::unexpected(std::move(object.error()));
    GitObject commit;
    if (gitInto(commit, git_object_peel, object->get(), GIT_OBJECT_COMMIT) != 0)
      return usageError("`{}` is no commit, so it cannot be merged", support::printable(name));
    commits.push_back(*git_object_id(commit.get()));
  }
  auto merged = mergeOf(*objects, commits);
  if (!merged) return std::unexpected(std::move(merged.error()));
  if (!*merged)
    return usageError("{} cannot be merged without somebody who settles conflicts", support::join(names, " and "));
  return std::move(**merged);
}

Result<Revision> resolveIn(const GitObjectsPtr& objects, const std::string& spec) {
  if (spec.empty()) return usageError("an empty revision; write a branch, a tag, an id or for example `HEAD~2`");
  if (spec == emptyTreeId) return Revision{spec, "", "", Tree()};
  if (const auto merged = commitsOfMerge(spec); !merged.empty()) return resolveMerge(objects, merged);
  auto object = parse(*objects, spec);
  if (!object) return std::unexpected(std::move(object.error()));
  return describe(objects, object->get(), spec);
}

Result<Revision> resolveId(const GitObjectsPtr& objects, const git_oid& id) {
  auto revision = resolveIn(objects, hexOf(id));
  if (revision) revision->spec = shortHexOf(id);
  return revision;
}

std::unexpected<Error> noMergeBase(const GitObjects& objects, const MergeBase& result, const std::string& a,
                                   const std::string& b) {
  if (result.boundary) {
    const auto& [child, parent] = *result.boundary;
    return std::unexpected(
        Error(ErrorKind::CannotRun,
              fmt::format("the merge base of `{}` and `{}` is not in this shallow clone of {}: the history stops at "
                          "commit {}, whose parent {} is missing",
                          support::printable(a), support::printable(b), objects.gitFolder, shortHexOf(child),
                          hexOf(parent)))
            .hint("run `git fetch --deepen=100` or `git fetch --unshallow`"));
  }
  return std::unexpected(Error(ErrorKind::Usage, fmt::format("`{}` and `{}` have no common history",
                                                             support::printable(a), support::printable(b)))
                             .hint("compare them directly with `A..B`"));
}

/// From the merge base of `a` and `b` to `b`.
Result<RevisionPair> sinceMergeBase(const GitObjectsPtr& objects, const std::string& a, const std::string& b) {
  const auto from = resolveIn(objects, a);
  if (!from) return std::unexpected(from.error());
  auto head = resolveIn(objects, b);
  if (!head) return std::unexpected(head.error());
  for (const Revision& side : {*from, *head})
    if (!oidOf(side.commit))
      return usageError("`{}` is a tree without history, so there is no merge base; use `A..B`",
                        support::printable(side.spec));
  const auto found = findMergeBase(*objects, *oidOf(from->commit), *oidOf(head->commit));
  if (!found) return std::unexpected(found.error());
  if (!found->commit) return noMergeBase(*objects, *found, a, b);
  auto base = resolveId(objects, *found->commit);
  if (!base) return std::unexpected(base.error());
  return RevisionPair{
      std::move(*base), std::move(*head),
      fmt::format("from the {}merge base of {} and {} to {}", found->several ? "newest " : "", a, b, b)};
}

Result<RevisionPair> betweenTwo(const GitObjectsPtr& objects, const std::string& a, const std::string& b) {
  auto base = resolveIn(objects, a);
  if (!base) return std::unexpected(std::move(base.error()));
  auto head = resolveIn(objects, b);
  if (!head) return std::unexpected(std::move(head.error()));
  return RevisionPair{std::move(*base), std::move(*head), fmt::format("from {} to {}", a, b)};
}

/// Where ".." or "..." stands between two revisions. Inside braces and after ":/" dots belong to a text.
std::size_t findDots(std::string_view text) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '{') ++depth;
    if (text[i] == '}') --depth;
    if (depth > 0) continue;
    if (text.substr(i).starts_with(":/")) break;
    if (text.substr(i).starts_with("..")) return i;
  }
  return std::string_view::npos;
}

/// A branch that HEAD is compared with, and what to call it.
struct Upstream {
  std::string reference; ///< full name, "refs/remotes/origin/main"
  std::string how;
};

std::string shortName(std::string_view reference) {
  for (const std::string_view folder : {"refs/heads/", "refs/remotes/"})
    if (reference.starts_with(folder)) return std::string(reference.substr(folder.size()));
  return std::string(reference);
}

/// The remote whose branches are the fallback: origin, or else the only one.
std::string mainRemote(git_repository* repository) {
  git_strarray names{};
  std::string remote = "origin";
  if (git_remote_list(&names, repository) == 0) {
    if (names.count == 1) remote = names.strings[0];
    git_strarray_dispose(&names);
  }
  return remote;
}

std::optional<Upstream> findUpstream(GitObjects& objects) {
  git_repository* repository = objects.repository.get();
  GitReference head;
  std::string current;
  if (gitInto(head, git_repository_head, repository) == 0 && git_reference_is_branch(head.get()) == 1) {
    current = git_reference_name(head.get());
    GitReference upstream;
    if (gitInto(upstream, git_branch_upstream, head.get()) == 0) {
      const std::string name = git_reference_name(upstream.get());
      return Upstream{name, fmt::format("its upstream {}", shortName(name))};
    }
  }
  const std::string remote = mainRemote(repository);
  const std::string who =
      current.empty() ? "HEAD, which is on no branch" : fmt::format("{}, which has no upstream", shortName(current));
  const auto exists = [&](const std::string& name) {
    git_oid id;
    return name != current && git_reference_name_to_id(&id, repository, name.c_str()) == 0;
  };
  for (const char* branch : {"HEAD", "main", "master"}) {
    const std::string name = fmt::format("refs/remotes/{}/{}", remote, branch);
    if (exists(name)) return Upstream{name, fmt::format("{} (for {})", shortName(name), who)};
  }
  for (const char* branch : {"main", "master"}) {
    const std::string name = fmt::format("refs/heads/{}", branch);
    if (exists(name)) return Upstream{name, fmt::format("{} (for {})", branch, who)};
  }
  return std::nullopt;
}

} // namespace

Result<Revision> Repository::resolve(const std::string& spec) const {
  const std::scoped_lock lock(objects_->mutex);
  return resolveIn(objects_, spec);
}

bool Repository::tracks(const std::string& path) const {
  const std::scoped_lock lock(objects_->mutex);
  git_repository* repository = objects_->repository.get();
  GitHandle<git_index, git_index_free> index;
  if (gitInto(index, git_repository_index, repository) == 0 && git_index_find(nullptr, index.get(), path.c_str()) == 0)
    return true;
  GitObject object;
  return gitInto(object, git_revparse_single, repository, ("HEAD:" + path).c_str()) == 0;
}

Result<RevisionPair> Repository::range(const std::string& text) const {
  const std::scoped_lock lock(objects_->mutex);
  const std::size_t dots = findDots(text);
  if (dots == std::string::npos) return betweenTwo(objects_, text, "HEAD");
  const bool fromMergeBase = text.compare(dots, 3, "...") == 0;
  std::string a = text.substr(0, dots);
  std::string b = text.substr(dots + (fromMergeBase ? 3 : 2));
  if ((a.empty() && b.empty()) || b.starts_with('.'))
    return usageError("`{}` is no range of revisions; write `A..B`, `A...B`, `A..` or `..B`", support::printable(text));
  if (a.empty()) a = "HEAD";
  if (b.empty()) b = "HEAD";
  return fromMergeBase ? sinceMergeBase(objects_, a, b) : betweenTwo(objects_, a, b);
}

Result<RevisionPair> Repository::sinceUpstream() const {
  const std::scoped_lock lock(objects_->mutex);
  if (headIsUnborn(*objects_)) return std::unexpected(unbornError(*objects_));
  const auto upstream = findUpstream(*objects_);
  if (!upstream)
    return std::unexpected(
        Error(ErrorKind::Usage,
              fmt::format("HEAD of {} has no upstream branch, and there is no other main or master to compare with",
                          objects_->gitFolder))
            .hint("name the base, for example `HEAD~1..HEAD`"));
  auto pair = sinceMergeBase(objects_, upstream->reference, "HEAD");
  // A branch without new commits has nothing to show; on no branch, nobody can know what was meant.
  if (pair && pair->base.commit == pair->head.commit && git_repository_head_detached(objects_->repository.get()) == 1)
    return std::unexpected(
        Error(ErrorKind::Usage, fmt::format("HEAD is on no branch, and all of it is in {}", upstream->how))
            .hint("name the base, for example `HEAD~1..HEAD`"));
  if (pair) pair->how = fmt::format("from the merge base of HEAD with {} to HEAD", upstream->how);
  return pair;
}

} // namespace beagle::build
