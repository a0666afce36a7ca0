#include "analysis/build/git_objects.h"
#include "analysis/build/repository.h"
#include "analysis/support/files.h"
#include "analysis/support/text.h"

#include <map>

namespace beagle::build {

using support::Result;

namespace {

std::string unquoted(std::string_view text) {
  text = support::trim(text);
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"') text = text.substr(1, text.size() - 2);
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) ++i;
    result += text[i];
  }
  return result;
}

/// Path to name of the submodules that a `.gitmodules` file describes.
std::map<std::string, std::string> submoduleNames(std::string_view description) {
  std::map<std::string, std::string> names;
  std::string name;
  for (std::string_view line : support::lines(description)) {
    line = support::trim(line);
    if (line.starts_with('[')) {
      const std::size_t open = line.find('"');
      const std::size_t close = line.rfind('"');
      const bool submodule = line.starts_with("[submodule") && open < close;
      name = submodule ? unquoted(line.substr(open, close - open + 1)) : "";
      continue;
    }
    const std::size_t equals = line.find('=');
    if (name.empty() || equals == std::string_view::npos || support::trim(line.substr(0, equals)) != "path") continue;
    names[unquoted(line.substr(equals + 1))] = name;
  }
  return names;
}

/// The repository with a submodule's objects: below `modules`, where git keeps those it cloned, or in the
/// work tree, where old versions of git left them. The description comes from the analysed project, so names
/// that lead elsewhere are ignored.
std::optional<Repository> moduleRepository(const Repository& parent, const std::string& commonFolder,
                                           const std::string& path, const std::string& name) {
  std::vector<std::string> places;
  if (checkTreePath(name)) places.push_back(commonFolder + "modules/" + name);
  if (const auto work = parent.workingFolder()) places.push_back(support::joinPath(*work, path + "/.git"));
  const support::DiskFiles files;
  for (const std::string& place : places)
    if (files.exists(support::joinPath(place, "HEAD")))
      if (auto repository = Repository::open(place)) return std::move(*repository);
  return std::nullopt;
}

} // namespace

Result<Checkout> Repository::checkout(const Tree& tree, const std::string& folder,
                                      const CheckoutOptions& options) const {
  auto written = writeFiles(tree, folder);
  if (!written || !options.submodules || written->emptySubmodules.empty()) return written;
  std::map<std::string, std::string> names;
  if (const TreeFile* description = tree.find(".gitmodules"))
    if (const auto text = tree.contentOf(*description)) names = submoduleNames(*text);
  std::vector<std::string> stillEmpty;
  for (const std::string& path : written->emptySubmodules) {
    const auto repository = moduleRepository(*this, objects_->commonFolder, path, names[path]);
    const auto revision = repository ? repository->resolve(tree.find(path)->id)
                                     : Result<Revision>(support::cannotRun("no repository for {}", path));
    if (!revision) {
      stillEmpty.push_back(path);
      continue;
    }
    auto below = repository->checkout(revision->tree, support::joinPath(folder, path), options);
    if (!below)
      return std::unexpected(std::move(below.error()).within(fmt::format("submodule `{}`", support::printable(path))));
    written->files += below->files;
    for (const std::string& empty : below->emptySubmodules) stillEmpty.push_back(path + '/' + empty);
  }
  written->emptySubmodules = std::move(stillEmpty);
  return written;
}

} // namespace beagle::build
