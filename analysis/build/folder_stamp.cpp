#include "analysis/build/folder_stamp.h"

#include "analysis/support/digest.h"

namespace beagle::build {

namespace {

void addFolder(support::Digest& digest, const support::Files& files, const std::string& folder, bool followsLinks) {
  for (const std::string& name : files.list(folder)) {
    const std::string path = support::joinPath(folder, name);
    const auto status = files.status(path);
    if (!status) continue;
    digest.add(path).add(status->size).add(static_cast<std::uint64_t>(status->modifiedNs));
    if (status->type != support::FileStatus::Type::Directory) continue;
    const bool isLink = files.isLink(path);
    if (!isLink || followsLinks) addFolder(digest, files, path, followsLinks && !isLink);
  }
}

} // namespace

std::string stampOf(const support::Files& files, const std::string& folder) {
  support::Digest digest;
  addFolder(digest, files, folder, true);
  return digest.hex();
}

} // namespace beagle::build
