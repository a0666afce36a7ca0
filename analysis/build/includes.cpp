#include "analysis/build/includes.h"

#include "analysis/build/paths.h"

namespace beagle::build {

namespace {

/// An inside path as the project calls it.
std::string projectName(const std::string& directory, std::string_view path) {
  const std::string normal = support::normalPath(support::joinPath(directory, path));
  if (auto below = support::pathBelow(normal, sourceRoot)) return *below;
  return normal;
}

} // namespace

IncludeGraph::IncludeGraph(const Version& version) : version_(version) {
  for (const TreeFile& file : version.tree().files())
    if (file.kind == TreeFile::Kind::Symlink)
      if (const auto target = version.tree().contentOf(file))
        links_[file.path] = support::normalPath(support::joinPath(support::parentPath(file.path), *target));
}

std::set<std::string> IncludeGraph::reachOf(const CompileCommand& command) {
  std::vector<IncludeDirective> forced;
  const SearchPath search = searchPathOf(command, forced);
  const std::string source = projectName(command.directory, command.file);
  std::set<std::string> reached{source};
  std::vector<std::string> open{source};
  for (const IncludeDirective& directive : forced)
    for (const std::string& name : resolve(projectName(command.directory, "."), directive, search))
      if (reached.insert(name).second) open.push_back(name);
  while (!open.empty()) {
    const std::string name = std::move(open.back());
    open.pop_back();
    auto [known, isNew] = resolved_.try_emplace({search, name});
    if (isNew)
      for (const IncludeDirective& directive : directivesOf(name))
        for (std::string& target : resolve(support::parentPath(name), directive, search))
          known->second.push_back(std::move(target));
    for (const std::string& target : known->second)
      if (reached.insert(target).second) open.push_back(target);
  }
  return reached;
}

const std::vector<IncludeDirective>& IncludeGraph::directivesOf(const std::string& name) {
  const auto [it, isNew] = directives_.try_emplace(name);
  if (!isNew) return it->second;
  if (const auto generated = version_.generated().find(name); generated != version_.generated().end())
    return it->second = generated->second.includes;
  if (const TreeFile* file = version_.tree().find(followLinks(name)))
    if (const auto content = version_.tree().contentOf(*file)) it->second = includesOf(*content);
  return it->second;
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

std::string IncludeGraph::existing(const std::string& folder, const std::string& name) const {
  const std::string path = support::normalPath(folder.empty() ? name : support::joinPath(folder, name));
  return version_.idOf(path).empty() && version_.idOf(followLinks(path)).empty() ? std::string() : path;
}

std::vector<std::string> IncludeGraph::resolve(const std::string& from, const IncludeDirective& directive,
                                               const SearchPath& search) const {
  std::vector<std::string> found;
  if (directive.name.empty()) {
    // `#include MACRO`: any header of the project.
    for (const TreeFile& file : version_.tree().files())
      if (!isSource(file.path)) found.push_back(file.path);
    for (const auto& [name, file] : version_.generated()) found.push_back(name);
    return found;
  }
  std::vector<std::string> folders;
  if (directive.quoted) {
    folders.push_back(from);
    folders.insert(folders.end(), search.quote.begin(), search.quote.end());
  }
  folders.insert(folders.end(), search.angle.begin(), search.angle.end());
  for (const std::string& folder : folders) {
    std::string path = existing(folder, directive.name);
    if (path.empty()) continue;
    // A link and what it leads to: a change of either is a change of what is read.
    std::string target = followLinks(path);
    if (target != path) found.push_back(std::move(target));
    found.push_back(std::move(path));
    if (!directive.next) break;
  }
  return found;
}

IncludeGraph::SearchPath IncludeGraph::searchPathOf(const CompileCommand& command, std::vector<IncludeDirective>& forced) {
  SearchPath search;
  std::vector<std::string> late;
  auto valueOf = [&](std::size_t& i, std::string_view option) -> std::optional<std::string> {
    const std::string& argument = command.arguments[i];
    if (argument == option) return i + 1 < command.arguments.size() ? std::optional(command.arguments[++i]) : std::nullopt;
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
