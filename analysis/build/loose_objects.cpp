#include "analysis/build/loose_objects.h"

#include "analysis/support/files.h"
#include "analysis/support/text.h"

#include <git2/sys/odb_backend.h>
#include <zlib.h>

#include <charconv>
#include <cstring>
#include <optional>
#include <set>
#include <vector>

namespace beagle::build {

namespace {

/// A backend of libgit2; it owns and frees it.
struct LooseObjects {
  git_odb_backend backend;
  std::vector<std::string> folders;
};

struct Header {
  git_object_t type = GIT_OBJECT_INVALID;
  std::size_t size = 0;
  std::size_t length = 0; ///< of itself, with its end
};

int damaged(const git_oid& id, const char* why) {
  char hex[GIT_OID_HEXSZ + 1];
  git_error_set_str(GIT_ERROR_ODB,
                    fmt::format("the object {} is damaged: {}", git_oid_tostr(hex, sizeof hex, &id), why).c_str());
  return GIT_ERROR;
}

/// "blob 123" and a zero byte.
std::optional<Header> headerIn(std::string_view content) {
  const std::size_t end = content.substr(0, 64).find('\0');
  const std::size_t blank = content.substr(0, end).find(' ');
  if (end == std::string_view::npos || blank == std::string_view::npos) return std::nullopt;
  Header header{git_object_string2type(std::string(content.substr(0, blank)).c_str()), 0, end + 1};
  const auto [stop, problem] = std::from_chars(content.data() + blank + 1, content.data() + end, header.size);
  if (header.type == GIT_OBJECT_INVALID || problem != std::errc() || stop != content.data() + end) return std::nullopt;
  return header;
}

class Inflater {
public:
  explicit Inflater(const std::string& packed) {
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream_.avail_in = static_cast<uInt>(packed.size());
    ready_ = ::inflateInit(&stream_) == Z_OK;
  }
  ~Inflater() { ::inflateEnd(&stream_); }
  Inflater(const Inflater&) = delete;

  /// How much of the room was filled; less than all at the end, and where the data is damaged.
  std::size_t take(char* room, std::size_t size) {
    std::size_t done = 0;
    while (ready_ && done < size) {
      stream_.next_out = reinterpret_cast<Bytef*>(room + done);
      const auto part = static_cast<uInt>(std::min<std::size_t>(size - done, 1U << 30));
      stream_.avail_out = part;
      const int code = ::inflate(&stream_, Z_NO_FLUSH);
      const std::size_t got = part - stream_.avail_out;
      done += got;
      if (code != Z_OK || got == 0) ready_ = false;
      if (code == Z_STREAM_END) isWhole_ = true;
    }
    return done;
  }
  /// Whether the end was reached, nothing is left to take and the checksum is right.
  bool ends() {
    char more = 0;
    return take(&more, 1) == 0 && isWhole_;
  }

private:
  z_stream stream_{};
  bool ready_ = false, isWhole_ = false;
};

std::optional<std::string> fileOf(const LooseObjects& objects, const git_oid& id) {
  char path[GIT_OID_HEXSZ + 2] = {};
  git_oid_pathfmt(path, &id);
  const support::DiskFiles files;
  for (const std::string& folder : objects.folders)
    if (auto packed = files.read(folder + "/" + path)) return std::move(*packed);
  return std::nullopt;
}

int readHeader(std::size_t* size, git_object_t* type, git_odb_backend* backend, const git_oid* id) {
  const auto packed = fileOf(*reinterpret_cast<LooseObjects*>(backend), *id);
  if (!packed) return GIT_PASSTHROUGH;
  char beginning[64];
  const auto header = headerIn({beginning, Inflater(*packed).take(beginning, sizeof beginning)});
  if (!header) return damaged(*id, "it does not begin like one");
  *size = header->size;
  *type = header->type;
  return 0;
}

int readWhole(void** data, std::size_t* size, git_object_t* type, git_odb_backend* backend, const git_oid* id) {
  const auto packed = fileOf(*reinterpret_cast<LooseObjects*>(backend), *id);
  if (!packed) return GIT_PASSTHROUGH;
  Inflater inflater(*packed);
  char beginning[64];
  const std::size_t began = inflater.take(beginning, sizeof beginning);
  const auto header = headerIn({beginning, began});
  if (!header) return damaged(*id, "it does not begin like one");
  // deflate makes nothing smaller than a thousandth: what claims to be larger is not made room for.
  if (header->size / 1100 > packed->size()) return damaged(*id, "it is shorter than it says");
  auto* content = static_cast<char*>(git_odb_backend_data_alloc(backend, header->size + 1));
  if (!content) return GIT_ERROR;
  const std::size_t here = std::min(began - header->length, header->size);
  std::memcpy(content, beginning + header->length, here);
  const bool isWhole = began - header->length <= header->size &&
                       here + inflater.take(content + here, header->size - here) == header->size && inflater.ends();
  if (!isWhole) {
    git_odb_backend_data_free(backend, content);
    return damaged(*id, "it is not as long as it says, or its checksum is wrong");
  }
  content[header->size] = '\0';
  *data = content;
  *size = header->size;
  *type = header->type;
  return 0;
}

/// Relative ones count from the store; those that borrow themselves are followed as far as git does.
void addFolders(const std::string& folder, std::set<std::string>& seen, std::vector<std::string>& folders,
                int depth = 0) {
  if (depth > 5 || !seen.insert(folder).second) return;
  folders.push_back(folder);
  if (const auto others = support::DiskFiles().read(folder + "/info/alternates"))
    for (const std::string_view line : support::lines(*others))
      if (!line.empty() && !line.starts_with('#'))
        addFolders(support::normalPath(support::joinPath(folder, std::string(line))), seen, folders, depth + 1);
}

} // namespace

int readLooseObjectsSafely(git_odb* odb, const std::string& folder) {
  auto objects = std::make_unique<LooseObjects>();
  git_odb_init_backend(&objects->backend, GIT_ODB_BACKEND_VERSION);
  std::set<std::string> seen;
  addFolders(support::normalPath(folder), seen, objects->folders);
  objects->backend.read = readWhole;
  objects->backend.read_header = readHeader;
  // libgit2 calls this one without asking for it; its own backends list the objects.
  objects->backend.foreach = [](git_odb_backend*, git_odb_foreach_cb, void*) { return 0; };
  objects->backend.free = [](git_odb_backend* backend) { delete reinterpret_cast<LooseObjects*>(backend); };
  constexpr int beforeAllOthers = 100;
  const int code = git_odb_add_backend(odb, &objects->backend, beforeAllOthers);
  if (code == 0) objects.release();
  return code;
}

} // namespace beagle::build
