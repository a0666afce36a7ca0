#include "analysis/build/repository.h"

#include "analysis/build/git_objects.h"
#include "analysis/support/files.h"
#include "analysis/support/text.h"

namespace beagle::build {

using support::cannotRun;
using support::Result;
using support::usageError;

namespace {

/// libgit2 says in words only why it does not read a repository.
std::unexpected<support::Error> openError(const std::string& folder, int code) {
  const std::string message = gitMessage();
  if (code == GIT_ENOTFOUND)
    return std::unexpected(support::Error(support::ErrorKind::Usage,
                                          fmt::format("no git repository in {} or in a folder above it", folder))
                               .hint("run Beagle inside one, or name one with --repo DIR"));
  if (message.find("objectformat") != std::string::npos)
    return std::unexpected(
        support::Error(support::ErrorKind::CannotRun,
                       fmt::format("{} uses SHA-256 object ids, which libgit2 {} cannot read", folder, LIBGIT2_VERSION))
            .hint("compare two folders with `beagle changes OLD NEW`, or use a SHA-1 clone"));
  if (message.find("extension") != std::string::npos || message.find("version") != std::string::npos)
    return std::unexpected(
        support::Error(support::ErrorKind::CannotRun,
                       fmt::format("{} has a format that libgit2 {} cannot read: {}", folder, LIBGIT2_VERSION, message))
            .hint("compare two folders with `beagle changes OLD NEW`, or use a plain clone"));
  return cannotRun("the git repository of {} cannot be opened: {}", folder, message);
}

} // namespace

void Repository::warmUp() { startGit(); }

Result<Repository> Repository::open(const std::string& folder) {
  startGit();
  const std::string where = support::absolutePath(folder);
  if (!support::DiskFiles().isFolder(where))
    return std::unexpected(support::Error(support::ErrorKind::Usage, fmt::format("there is no folder {}", where))
                               .hint("--repo names a folder inside a git repository"));
  GitRepository repository;
  if (const int code = gitInto(repository, git_repository_open_ext, where.c_str(), 0U, nullptr); code != 0)
    return openError(where, code);
  auto objects = adoptRepository(std::move(repository));
  if (!objects) return std::unexpected(objects.error());
  return Repository(std::move(*objects));
}

Result<Repository> Repository::scratch(const std::string& folder) {
  startGit();
  const std::string where = support::absolutePath(folder);
  git_repository_init_options options;
  git_repository_init_options_init(&options, GIT_REPOSITORY_INIT_OPTIONS_VERSION);
  options.flags = GIT_REPOSITORY_INIT_BARE | GIT_REPOSITORY_INIT_MKPATH | GIT_REPOSITORY_INIT_NO_DOTGIT_DIR;
  GitRepository repository;
  if (gitInto(repository, git_repository_init_ext, where.c_str(), &options) != 0)
    return cannotRun("{}: cannot make an object store: {}", where, gitMessage());
  // It lives as long as one run: compressing what is read once costs more than it saves.
  GitConfig config;
  if (gitInto(config, git_repository_config, repository.get()) == 0)
    git_config_set_int32(config.get(), "core.looseCompression", 0);
  repository.reset();
  if (gitInto(repository, git_repository_open_bare, where.c_str()) != 0)
    return cannotRun("{}: cannot open the object store: {}", where, gitMessage());
  auto objects = adoptRepository(std::move(repository));
  if (!objects) return std::unexpected(objects.error());
  (*objects)->scratch = true;
  return Repository(std::move(*objects));
}

std::optional<std::string> Repository::workingFolder() const {
  if (objects_->workFolder.empty()) return std::nullopt;
  return support::normalPath(objects_->workFolder);
}

const std::string& Repository::gitFolder() const { return objects_->gitFolder; }

} // namespace beagle::build
