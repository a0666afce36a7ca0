#include "analysis/build/includes.h"

#include "analysis/build/paths.h"

#include <algorithm>

namespace beagle::build {

namespace {

/// An inside path as the project calls it.
std::string projectName(const std::string& directory, std::string_view path) {
  const std::string normal = support::normalPath(support::joinPath(directory, path));
  if (auto below = support::pathBelow(normal, sourceRoot)) return *below;
  return normal;
}

} // namespace

IncludeGraph::IncludeGraph(Tree tree, std::shared_ptr<GeneratedFiles> generated)
    : tree_(std::move(tree)), generated_(std::move(generated)) {
  for (const TreeFile& file : tree_.files())
    if (file.kind == TreeFile::Kind::Symlink)
      if (const auto target = tree_.contentOf(file))
        links_[file.path] = support::normalPath(support::joinPath(support::parentPath(file.path), *target));
}

IncludeGraph::File IncludeGraph::fileOf(const std::string& name) {
  const auto [it, isNew] = numbers_.try_emplace(name, static_cast<File>(names_.size()));
  if (isNew) names_.push_back(&it->first);
  return it->second;
}

std::vector<IncludeGraph::File> IncludeGraph::reachOf(const CompileCommand& command) {
  std::vector<IncludeDirective> forced;
  const SearchPath search = searchPathOf(command, forced);
  Resolved& resolved = resolved_[search];
  std::vector<File> reached;
  std::vector<bool> isReached(names_.size());
  bool reachesAny = false;
  auto reach = [&](File file) {
    if (file >= isReached.size()) isReached.resize(names_.size());
    if (isReached[file]) return;
    isReached[file] = true;
    reached.push_back(file);
  };
  auto reachAll = [&](const Included& included) {
    for (const File file : included.files) reach(file);
    if (!included.any || reachesAny) return;
    reachesAny = true;
    for (const File file : anyHeader()) reach(file);
  };
  reach(fileOf(projectName(command.directory, command.file)));
  for (const IncludeDirective& directive : forced) {
    Included included;
    resolve(projectName(command.directory, "."), directive, search, included);
    reachAll(included);
  }
  for (std::size_t i = 0; i < reached.size(); ++i) reachAll(includedBy(reached[i], search, resolved));
  return reached;
}

const IncludeGraph::Included& IncludeGraph::includedBy(File file, const SearchPath& search, Resolved& resolved) {
  const auto [it, isNew] = resolved.try_emplace(file);
  if (isNew)
    for (const IncludeDirective& directive : directivesOf(file))
      resolve(support::parentPath(nameOf(file)), directive, search, it->second);
  return it->second;
}

const std::vector<IncludeDirective>& IncludeGraph::directivesOf(File file) {
  const std::string& name = nameOf(file);
  if (const GeneratedFile* generated = generated_->find(name)) return generated->includes;
  const auto [it, isNew] = directives_.try_emplace(file);
  if (isNew)
    if (const TreeFile* inTree = tree_.find(followLinks(name)))
      if (const auto content = tree_.contentOf(*inTree)) it->second = includesOf(*content);
  return it->second;
}

const std::vector<IncludeGraph::File>& IncludeGraph::anyHeader() {
  if (knowsAnyHeader_) return anyHeader_;
  knowsAnyHeader_ = true;
  for (const TreeFile& file : tree_.files())
    if (!isSource(file.path)) anyHeader_.push_back(fileOf(file.path));
  for (const std::string& name : generated_->headers())
    if (generated_->find(name)) anyHeader_.push_back(fileOf(name));
  return anyHeader_;
}

std::string IncludeGraph::followLinks(std::string path) const {
  // A link that leads in circles is no file.
  for (unsigned steps = 0; steps < 40 && !links_.empty(); ++steps) {
    bool followed = false;
    for (std::string prefix = path; prefix != "." && prefix != "/" && !followed; prefix = support::parentPath(prefix)) {
      const auto link = links_.find(prefix);
      if (link == links_.end()) continue;
      path = support::normalPath(link->second + path.substr(prefix.size()));
      followed = true;
    }
    if (!followed) break;
  }
  return path;
}

bool IncludeGraph::exists(const std::string& path) const {
  return generated_->find(path) || tree_.find(path) || (!links_.empty() && tree_.find(followLinks(path)));
}

void IncludeGraph::resolve(const std::string& from, const IncludeDirective& directive, const SearchPath& search,
                           Included& included) {
  if (directive.name.empty()) { // `#include MACRO`
    included.any = true;
    return;
  }
  // Whether to stop searching.
  auto look = [&](const std::string& folder) {
    // By an absolute path, as build systems write into what they generate, it is the project's file all the same.
    const std::string path = projectName(folder.empty() ? "." : folder, directive.name);
    if (!exists(path)) return false;
    // A link and what it leads to: a change of either is a change of what is read.
    if (const std::string target = followLinks(path); target != path) included.files.push_back(fileOf(target));
    included.files.push_back(fileOf(path));
    return !directive.next;
  };
  if (directive.quoted && (look(from) || std::ranges::any_of(search.quote, look))) return;
  static_cast<void>(std::ranges::any_of(search.angle, look));
}

IncludeGraph::SearchPath IncludeGraph::searchPathOf(const CompileCommand& command,
                                                    std::vector<IncludeDirective>& forced) {
  SearchPath search;
  std::vector<std::string> late;
  auto valueOf = [&](std::size_t& i, std::string_view option) -> std::optional<std::string> {
    const std::string& argument = command.arguments[i];
    if (argument == option)
      return i + 1 < command.arguments.size() ? std::optional(command.arguments[++i]) : std::nullopt;
    if (argument.starts_with(option)) return argument.substr(option.size());
    return std::nullopt;
  };
  for (std::size_t i = 0; i < command.arguments.size(); ++i) {
    if (auto value = valueOf(i, "-include")) forced.push_back({*value, true, false});
    else if (value = valueOf(i, "-imacros"); value) forced.push_back({*value, true, false});
    else if (value = valueOf(i, "-iquote"); value) search.quote.push_back(projectName(command.directory, *value));
    else if (value = valueOf(i, "-isystem"); value) late.push_back(projectName(command.directory, *value));
    else if (value = valueOf(i, "-idirafter"); value) late.push_back(projectName(command.directory, *value));
    else if (value = valueOf(i, "-I"); value) search.angle.push_back(projectName(command.directory, *value));
  }
  search.angle.insert(search.angle.end(), late.begin(), late.end());
  for (std::vector<std::string>* folders : {&search.quote, &search.angle})
    for (std::string& folder : *folders)
      if (folder == ".") folder.clear();
  return search;
}

} // namespace beagle::build
