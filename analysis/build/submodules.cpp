#include "analysis/build/git_objects.h"
#include "analysis/build/repository.h"
#include "analysis/support/files.h"
#include "analysis/support/text.h"

#include <map>
#include <optional>
#include <set>

namespace beagle::build {

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

/// The submodules of one version.
class Submodules {
public:
  struct Filled {
    Repository repository;
    Tree tree;
  };

  Submodules(const Repository& repository, const std::string& commonFolder, const Tree& tree)
      : repository_(repository), commonFolder_(commonFolder), tree_(tree) {
    for (const TreeFile& file : tree.files())
      if (file.kind == TreeFile::Kind::Submodule) paths.insert(file.path);
    if (paths.empty()) return;
    if (const auto text = tree.content(".gitmodules")) names_ = submoduleNames(*text);
  }

  /// Nothing where its objects are not here.
  std::optional<Filled> fill(const std::string& path) {
    auto repository = moduleRepository(repository_, commonFolder_, path, names_[path]);
    if (!repository) return std::nullopt;
    auto revision = repository->resolve(tree_.find(path)->id);
    if (!revision) return std::nullopt;
    return Filled{std::move(*repository), std::move(revision->tree)};
  }

  std::set<std::string> paths;

private:
  const Repository& repository_;
  const std::string& commonFolder_;
  const Tree& tree_;
  std::map<std::string, std::string> names_; ///< by path
};

} // namespace

void Repository::fillSubmodules(Tree& base, Tree& head) const {
  Submodules before(*this, objects_->commonFolder, base), after(*this, objects_->commonFolder, head);
  std::set<std::string> paths = before.paths;
  paths.insert(after.paths.begin(), after.paths.end());
  std::map<std::string, Tree> baseTrees, headTrees;
  for (const std::string& path : paths) {
    const bool inBase = before.paths.contains(path), inHead = after.paths.contains(path);
    auto old = inBase ? before.fill(path) : std::nullopt, now = inHead ? after.fill(path) : std::nullopt;
    if (inBase != old.has_value() || inHead != now.has_value()) continue;
    Tree none;
    (now ? now : old)->repository.fillSubmodules(old ? old->tree : none, now ? now->tree : none);
    if (old) baseTrees.emplace(path, std::move(old->tree));
    if (now) headTrees.emplace(path, std::move(now->tree));
  }
  base = base.withModules(baseTrees);
  head = head.withModules(headTrees);
}

} // namespace beagle::build
