#include "analysis/build/revision_error.h"

#include "analysis/support/text.h"

#include <algorithm>

namespace beagle::build {

using support::Error;
using support::ErrorKind;

namespace {

/// The name that an expression starts from: "main" of "main~3^2", "HEAD" of "@{upstream}".
std::string startOf(std::string_view spec) {
  std::size_t end = spec.find_first_of("~^:");
  end = std::min(end, spec.find("@{"));
  const std::string_view name = spec.substr(0, end);
  return name.empty() || name == "@" ? "HEAD" : std::string(name);
}

bool looksLikeId(std::string_view name) {
  return name.size() >= 4 && name.size() <= GIT_OID_HEXSZ &&
         name.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

/// The object that libgit2 looked for in vain, if that is what its message says.
std::optional<std::string> idInMessage(GitObjects& objects, const std::string& message) {
  const std::size_t open = message.rfind('(');
  if (message.find("no match for id") == std::string::npos || open == std::string::npos) return std::nullopt;
  const auto id = oidOf(std::string_view(message).substr(open + 1, GIT_OID_HEXSZ));
  if (!id || git_odb_exists(objects.odb.get(), &*id) != 0) return std::nullopt;
  return hexOf(*id);
}

bool resolves(GitObjects& objects, const std::string& spec) {
  GitObject object;
  return gitInto(object, git_revparse_single, objects.repository.get(), spec.c_str()) == 0;
}

std::vector<std::string> knownNames(GitObjects& objects) {
  std::vector<std::string> names{"HEAD"};
  const auto add = [](const char* name, void* out) {
    std::string_view shortName = name;
    for (const std::string_view folder : {"refs/heads/", "refs/tags/", "refs/remotes/"})
      if (shortName.starts_with(folder)) {
        static_cast<std::vector<std::string>*>(out)->emplace_back(shortName.substr(folder.size()));
        break;
      }
    return 0;
  };
  git_reference_foreach_name(objects.repository.get(), add, &names);
  std::ranges::sort(names);
  return names;
}

/// "origin" of "origin/topic", if there is a remote of that name.
std::optional<std::string> remoteOf(GitObjects& objects, const std::string& name) {
  const std::size_t slash = name.find('/');
  if (slash == std::string::npos) return std::nullopt;
  GitHandle<git_remote, git_remote_free> remote;
  const std::string remoteName = name.substr(0, slash);
  if (gitInto(remote, git_remote_lookup, objects.repository.get(), remoteName.c_str()) != 0) return std::nullopt;
  return remoteName;
}

Error unknownName(GitObjects& objects, const std::string& spec, const std::string& name) {
  const std::vector<std::string> names = knownNames(objects);
  if (std::ranges::find(names, name) != names.end())
    return Error(ErrorKind::CannotRun, fmt::format("`{}` names a commit that is missing from {}, or damaged",
                                                   support::printable(name), objects.gitFolder))
        .hint("`git fsck` tells");
  Error error(ErrorKind::Usage, fmt::format("unknown revision `{}`", support::printable(spec)));
  if (const auto near = support::nearest(name, names))
    return std::move(error).hint(
        fmt::format("did you mean `{}`?", *near + spec.substr(std::min(spec.size(), name.size()))));
  if (const auto remote = remoteOf(objects, name))
    return std::move(error).hint(
        fmt::format("run `git fetch {} {}` if the branch is there", *remote, name.substr(remote->size() + 1)));
  if (objects.isShallow())
    return std::move(error).hint("this is a shallow clone; `git fetch --unshallow` brings all commits");
  return std::move(error).hint("`git branch --all` and `git tag` list the names of this repository");
}

Error ambiguous(GitObjects& objects, const std::string& spec) {
  const auto candidates = commitsWithPrefix(objects, startOf(spec));
  std::string list;
  for (const git_oid& id : candidates) list += (list.empty() ? "" : ", ") + shortHexOf(id);
  return Error(ErrorKind::Usage, fmt::format("the short id `{}` is ambiguous{}", support::printable(spec),
                                             list.empty() ? "" : ": it could be " + list))
      .hint("write more of its digits");
}

} // namespace

bool headIsUnborn(GitObjects& objects) { return git_repository_head_unborn(objects.repository.get()) == 1; }

Error unbornError(const GitObjects& objects) {
  return Error(ErrorKind::Usage, fmt::format("HEAD of {} has no commit yet", objects.gitFolder))
      .hint("commit something first, or name two revisions");
}

std::vector<git_oid> commitsWithPrefix(GitObjects& objects, std::string_view prefix) {
  struct Search {
    GitObjects& objects;
    std::string prefix;
    std::vector<git_oid> found;
  } search{objects, std::string(prefix), {}};
  for (char& digit : search.prefix)
    if (digit >= 'A' && digit <= 'F') digit = static_cast<char>(digit - 'A' + 'a');
  const auto look = [](const git_oid* id, void* out) {
    auto& in = *static_cast<Search*>(out);
    if (!hexOf(*id).starts_with(in.prefix)) return 0;
    std::size_t size = 0;
    git_object_t type = GIT_OBJECT_INVALID;
    if (git_odb_read_header(&size, &type, in.objects.odb.get(), id) == 0 &&
        (type == GIT_OBJECT_COMMIT || type == GIT_OBJECT_TAG))
      in.found.push_back(*id);
    return 0;
  };
  git_odb_foreach(objects.odb.get(), look, &search);
  // An object can be both packed and loose.
  std::ranges::sort(search.found, [](const git_oid& a, const git_oid& b) { return git_oid_cmp(&a, &b) < 0; });
  const auto twice =
      std::ranges::unique(search.found, [](const git_oid& a, const git_oid& b) { return git_oid_equal(&a, &b) != 0; });
  search.found.erase(twice.begin(), twice.end());
  return search.found;
}

Error revisionError(GitObjects& objects, const std::string& spec, int code) {
  const std::string message = gitMessage();
  const git_error* last = git_error_last();
  if (code == GIT_ERROR && last && last->klass == GIT_ERROR_ODB)
    return Error(ErrorKind::CannotRun, fmt::format("`{}` cannot be read: {}", support::printable(spec), message))
        .hint("the repository is damaged; `git fsck` tells");
  const std::string name = startOf(spec);
  if (headIsUnborn(objects) && name == "HEAD") return unbornError(objects);
  if (code == GIT_EAMBIGUOUS) return ambiguous(objects, spec);
  const bool startKnown = resolves(objects, name);
  if (!startKnown && !spec.starts_with(':') && !looksLikeId(name)) return unknownName(objects, spec, name);
  if (const auto id = idInMessage(objects, message)) {
    if (startKnown)
      return missingObject(objects, fmt::format("a commit that `{}` leads to", support::printable(spec)), *id);
    if (objects.isShallow() || objects.partial)
      return missingObject(objects, fmt::format("the commit `{}`", support::printable(spec)), *id);
  }
  if (!startKnown && !spec.starts_with(':')) return unknownName(objects, spec, name);
  const std::string_view rest = std::string_view(spec).substr(std::min(spec.size(), name.size()));
  if (spec.find("@{u") != std::string::npos || spec.find("@{U") != std::string::npos)
    return Error(ErrorKind::Usage, fmt::format("`{}` has no upstream branch", name))
        .hint("set one with `git branch --set-upstream-to=origin/main`, or name a revision");
  if (spec.starts_with(":/") || spec.find("^{/") != std::string::npos)
    return Error(ErrorKind::Usage, fmt::format("no commit message matches `{}`", support::printable(spec)))
        .hint("the text after `:/` is a regular expression");
  if (code == GIT_EINVALIDSPEC)
    return Error(ErrorKind::Usage, fmt::format("`{}` is no revision expression", support::printable(spec)))
        .hint("write a branch, a tag, an id or for example `HEAD~2`");
  if (rest.find_first_not_of("~^0123456789") == std::string_view::npos)
    return Error(ErrorKind::Usage, fmt::format("`{}` has no ancestor `{}`", name, support::printable(spec)))
        .hint("the history is shorter than that");
  return Error(ErrorKind::Usage, fmt::format("unknown revision `{}`: {}", support::printable(spec), message))
      .hint("write a branch, a tag, an id or for example `HEAD~2`");
}

} // namespace beagle::build
