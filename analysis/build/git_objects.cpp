#include "analysis/build/git_objects.h"

#include "analysis/build/loose_objects.h"
#include "analysis/support/files.h"
#include "analysis/support/text.h"

#include <array>

// libgit2 reads all certificates of the system when it starts, which takes longer than a whole run with a warm cache.
// Nothing here ever opens a connection, so its call ends here, in front of the function of that name in the library for
// TLS that Debian's libgit2 uses.
extern "C" int mbedtls_x509_crt_parse_file(void* /*chain*/, const char* /*path*/) { return 0; }

namespace beagle::build {

using support::cannotRun;
using support::Error;
using support::ErrorKind;
using support::Result;

void startGit() {
  // libgit2's own state belongs to the process; it is started once and stays until the process ends.
  static const bool started = [] {
    git_libgit2_init();
    git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, 0);
    // A work tree's own configuration does not matter to objects and refs; in a partial clone the missing
    // objects are reported when they are needed; precious objects are only read.
    std::array extensions{"partialclone", "worktreeconfig", "preciousobjects", "relativeworktrees"};
    git_libgit2_opts(GIT_OPT_SET_EXTENSIONS, extensions.data(), extensions.size());
    // Objects carry zlib's checksum; hashing each once more, as git itself does not, doubles the cost of reading.
    git_libgit2_opts(GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION, 0);
    // A changed file is read for its hunks, its includes and its lines of code.
    git_libgit2_opts(GIT_OPT_SET_CACHE_OBJECT_LIMIT, GIT_OBJECT_BLOB, std::size_t{16} << 20);
    git_libgit2_opts(GIT_OPT_SET_CACHE_MAX_SIZE, ssize_t{32} << 20);
    return true;
  }();
  static_cast<void>(started);
}

std::string gitMessage() {
  const git_error* error = git_error_last();
  return error && error->message ? support::printable(error->message) : "unknown git error";
}

std::string hexOf(const git_oid& id) {
  std::string hex(GIT_OID_HEXSZ, '\0');
  git_oid_fmt(hex.data(), &id);
  return hex;
}

std::string shortHexOf(const git_oid& id) { return hexOf(id).substr(0, 10); }

std::optional<git_oid> oidOf(std::string_view hex) {
  git_oid id;
  if (hex.size() != GIT_OID_HEXSZ || git_oid_fromstrn(&id, hex.data(), hex.size()) != 0) return std::nullopt;
  return id;
}

namespace {

/// Partial clones say so in their configuration, newer ones per remote.
bool isPartialClone(git_repository* repository) {
  GitConfig config;
  if (gitInto(config, git_repository_config_snapshot, repository) != 0) return false;
  const char* remote = nullptr;
  if (git_config_get_string(&remote, config.get(), "extensions.partialclone") == 0) return true;
  // Not git_config_foreach_match: Debian's libgit2 leaks 20 KB for each name that an expression does not
  // match.
  bool found = false;
  const auto look = [](const git_config_entry* entry, void* out) {
    const std::string_view name = entry->name;
    if (name.starts_with("remote.") && name.ends_with(".promisor") && std::string_view(entry->value) == "true")
      *static_cast<bool*>(out) = true;
    return 0;
  };
  git_config_foreach(config.get(), look, &found);
  return found;
}

} // namespace

Result<GitObjectsPtr> adoptRepository(GitRepository repository) {
  auto objects = std::make_shared<GitObjects>();
  objects->repository = std::move(repository);
  git_repository* repo = objects->repository.get();
  objects->gitFolder = git_repository_path(repo);
  objects->commonFolder = git_repository_commondir(repo);
  if (const char* work = git_repository_workdir(repo)) objects->workFolder = work;
  if (gitInto(objects->odb, git_repository_odb, repo) != 0 ||
      readLooseObjectsSafely(objects->odb.get(), objects->commonFolder + "objects") != 0)
    return cannotRun("{}: cannot open the object store: {}", objects->gitFolder, gitMessage());
  objects->partial = isPartialClone(repo);
  if (const auto boundary = support::DiskFiles().read(objects->commonFolder + "shallow"))
    for (const std::string_view line : support::lines(*boundary))
      if (oidOf(line)) objects->shallow.emplace(line);
  return objects;
}

int ContentReader::open(GitObjects& objects) {
  if (odb_) return 0;
  const std::string folder = objects.commonFolder + "objects";
  GitOdb odb;
  if (const int code = gitInto(odb, git_odb_open, folder.c_str()); code != 0) return code;
  if (const int code = readLooseObjectsSafely(odb.get(), folder); code != 0) return code;
  odb_ = std::move(odb);
  return 0;
}

int ContentReader::read(GitObjects& objects, const git_oid& id, GitOdbObject& object) {
  if (objects.isInMemory) {
    const std::scoped_lock lock(objects.mutex);
    return gitInto(object, git_odb_read, objects.odb.get(), &id);
  }
  const std::scoped_lock lock(mutex_);
  if (const int code = open(objects); code != 0) return code;
  return gitInto(object, git_odb_read, odb_.get(), &id);
}

int ContentReader::sizeOf(GitObjects& objects, const git_oid& id, std::size_t& size) {
  git_object_t type = GIT_OBJECT_INVALID;
  if (objects.isInMemory) {
    const std::scoped_lock lock(objects.mutex);
    return git_odb_read_header(&size, &type, objects.odb.get(), &id);
  }
  const std::scoped_lock lock(mutex_);
  if (const int code = open(objects); code != 0) return code;
  return git_odb_read_header(&size, &type, odb_.get(), &id);
}

Error missingObject(const GitObjects& objects, std::string_view what, std::string_view id) {
  Error error(ErrorKind::CannotRun, fmt::format("{} ({}) is missing from {}", what, id, objects.gitFolder));
  if (objects.partial)
    return std::move(error).hint("this is a partial clone; run `git fetch --refetch --no-filter` to complete it");
  if (objects.isShallow())
    return std::move(error).hint("this is a shallow clone; run `git fetch --deepen=50` or `git fetch --unshallow`");
  return std::move(error).hint("the repository is damaged or still being fetched; `git fsck` tells");
}

Result<std::string> writeBlob(GitObjects& objects, std::string_view content) {
  git_oid id;
  if (git_odb_write(&id, objects.odb.get(), content.data(), content.size(), GIT_OBJECT_BLOB) != 0)
    return cannotRun("{}: cannot store an object: {}", objects.gitFolder, gitMessage());
  return hexOf(id);
}

} // namespace beagle::build
