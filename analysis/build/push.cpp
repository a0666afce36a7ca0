#include "analysis/build/push.h"

#include "analysis/build/git_objects.h"
#include "analysis/build/history.h"
#include "analysis/build/merged.h"
#include "analysis/support/files.h"

#include <filesystem>

namespace beagle::build {

using support::Result;

namespace {

bool isZero(const std::string& id) { return id.find_first_not_of('0') == std::string::npos; }

/// The commit that an id names, through tags; nothing when it is something else, or not here.
std::optional<git_oid> commitOf(GitObjects& objects, const std::string& id) {
  const auto oid = oidOf(id);
  GitObject object, commit;
  if (!oid || gitInto(object, git_object_lookup, objects.repository.get(), &*oid, GIT_OBJECT_ANY) != 0) return {};
  if (gitInto(commit, git_object_peel, object.get(), GIT_OBJECT_COMMIT) != 0) return {};
  return *git_object_id(commit.get());
}

struct Best {
  git_oid commit;
  std::size_t left; ///< behind it, up to head
};

/// Of the commits that head has in common with what is known, the one that leaves the fewest behind: each leaves what
/// the push adds, and what it leaves besides others may have pushed.
Result<Best> bestOf(GitObjects& objects, const Beyond& added, const git_oid& head, const support::CancelToken& cancel) {
  std::optional<Best> best;
  for (const git_oid& meeting : added.meetings) { // newest first
    const auto left = findBeyond(objects, {meeting}, head, cancel);
    if (!left) return std::unexpected(left.error());
    if (!best || left->commits < best->left) best = Best{meeting, left->commits};
    if (best->left == added.commits) break;
  }
  return *best;
}

/// What the remote has of head's history; "": nothing. Where branches of the remote were merged, no single commit is
/// all of it, but what git makes of them by itself is.
Result<std::string> baseOf(GitObjects& objects, const std::vector<git_oid>& known, const git_oid& head,
                           const support::CancelToken& cancel) {
  constexpr std::size_t mostToMerge = 8;
  if (known.empty()) return std::string();
  const auto added = findBeyond(objects, known, head, cancel);
  if (!added) return std::unexpected(added.error());
  if (added->meetings.empty()) return std::string();
  if (added->meetings.size() == 1) return hexOf(added->meetings.front());
  const auto best = bestOf(objects, *added, head, cancel);
  if (!best) return std::unexpected(best.error());
  if (best->left == added->commits || added->meetings.size() > mostToMerge) return hexOf(best->commit);
  std::vector<git_oid> all{best->commit};
  for (const git_oid& meeting : added->meetings)
    if (git_oid_equal(&meeting, &best->commit) == 0) all.push_back(meeting);
  const auto merged = mergeOf(objects, all);
  if (!merged) return std::unexpected(merged.error());
  return *merged ? mergeName(all) : hexOf(best->commit);
}

/// The tips of the remote's branches, as far as they are known here.
std::vector<git_oid> tipsOf(GitObjects& objects, const std::string& remote) {
  std::vector<git_oid> tips;
  GitHandle<git_reference_iterator, git_reference_iterator_free> iterator;
  const std::string pattern = "refs/remotes/" + remote + "/*";
  if (gitInto(iterator, git_reference_iterator_glob_new, objects.repository.get(), pattern.c_str()) != 0) return tips;
  GitReference reference;
  while (gitInto(reference, git_reference_next, iterator.get()) == 0) {
    GitObject commit;
    if (gitInto(commit, git_reference_peel, reference.get(), GIT_OBJECT_COMMIT) == 0)
      tips.push_back(*git_object_id(commit.get()));
  }
  return tips;
}

} // namespace

Result<std::optional<PushedRange>> whatPushAdds(const Repository& repository, const std::string& remote,
                                                const std::string& localId, const std::string& remoteId,
                                                const support::CancelToken& cancel) {
  if (isZero(localId)) return std::nullopt;
  GitObjects& objects = repository.objects();
  const std::lock_guard lock(objects.mutex);
  if (const auto id = oidOf(localId); !id || git_odb_exists(objects.odb.get(), &*id) == 0)
    return std::unexpected(missingObject(objects, "what is pushed", localId));
  const auto head = commitOf(objects, localId);
  if (!head) return std::nullopt;
  std::vector<git_oid> known = tipsOf(objects, remote);
  if (const auto now = isZero(remoteId) ? std::nullopt : commitOf(objects, remoteId)) known.insert(known.begin(), *now);
  auto base = baseOf(objects, known, *head, cancel);
  if (!base) return std::unexpected(std::move(base.error()));
  const std::string pushed = hexOf(*head);
  if (*base == pushed) return std::nullopt;
  return PushedRange{std::move(*base), pushed};
}

std::string gitFolder(const Repository& repository) { return support::normalPath(repository.objects().gitFolder); }

bool isInside(const Repository& repository, const std::string& folder) {
  const auto real = [](const std::string& path) {
    std::error_code code;
    const auto found = std::filesystem::weakly_canonical(path, code);
    return (code ? path : found.string()) + "/";
  };
  const GitObjects& objects = repository.objects();
  for (const std::string& own : {objects.commonFolder, objects.gitFolder, objects.workFolder})
    if (!own.empty() && real(folder).starts_with(real(support::normalPath(own)))) return true;
  return false;
}

Result<std::string> hooksFolder(const Repository& repository) {
  GitObjects& objects = repository.objects();
  const std::lock_guard lock(objects.mutex);
  GitConfig config;
  git_buf path = GIT_BUF_INIT;
  if (gitInto(config, git_repository_config_snapshot, objects.repository.get()) == 0 &&
      git_config_get_path(&path, config.get(), "core.hooksPath") == 0) {
    std::string folder(path.ptr, path.size);
    git_buf_dispose(&path);
    if (folder.empty())
      return std::unexpected(support::Error(support::ErrorKind::Usage, "core.hooksPath is empty, so git runs no hooks")
                                 .hint("`git config --show-origin core.hooksPath` tells who says so"));
    // A relative one counts from where hooks run: the top of the work tree, or the repository when it is bare.
    if (!folder.starts_with('/'))
      folder = support::joinPath(objects.workFolder.empty() ? objects.gitFolder : objects.workFolder, folder);
    return support::normalPath(folder);
  }
  return support::joinPath(support::normalPath(objects.commonFolder), "hooks");
}

} // namespace beagle::build
