#include "analysis/build/folder_files.h"

#include "analysis/support/digest.h"

namespace beagle::build {

using support::Files;
using support::FileStatus;

namespace {

using Visit = std::function<void(const std::string&, const FileStatus&, bool)>;

void visitAll(const Files& files, const std::string& folder, bool followsLinks, const Visit& visit) {
  for (const std::string& name : files.list(folder)) {
    const std::string path = support::joinPath(folder, name);
    const auto status = files.status(path);
    if (!status) continue;
    visit(path, *status, !followsLinks);
    if (status->type != FileStatus::Type::Directory) continue;
    const bool isLink = files.isLink(path);
    if (!isLink || followsLinks) visitAll(files, path, followsLinks && !isLink, visit);
  }
}

} // namespace

void visitBelow(const Files& files, const std::string& folder, const Visit& visit) {
  visitAll(files, folder, true, visit);
}

std::string stampOf(const Files& files, const std::string& folder) {
  support::Digest digest;
  visitBelow(files, folder, [&](const std::string& path, const FileStatus& status, bool) {
    digest.add(path).add(status.size).add(static_cast<std::uint64_t>(status.modifiedNs));
  });
  return digest.hex();
}

} // namespace beagle::build
