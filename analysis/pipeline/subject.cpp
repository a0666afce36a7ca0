#include "analysis/pipeline/subject.h"

#include "analysis/build/flags.h"
#include "analysis/change/code_lines.h"
#include "analysis/support/text.h"

#include <algorithm>
#include <regex>

namespace beagle::pipeline {

using build::Repository;
using build::Revision;
using support::Result;

namespace {

/// Whether one of two versions of a header is for C++ only, as far as its text says.
bool isForCxx(const Env& env, const std::string& base, const std::string& head) {
  const std::string_view ending = support::extension(head);
  if (ending != ".h" && ending != ".inc" && ending != ".def" && ending != ".inl") return true;
  static const std::regex common(R"(extern\s*"C")"), own(R"(\b(class|namespace|template|typename|using)\b|::)");
  bool isOwn = false;
  for (const std::string& path : {base, head}) {
    const std::string text = env.files.read(path).value_or("");
    std::string code;
    for (const std::string& line : change::codeOfLines(text, text.size() + 1)) code += line + "\n";
    if (std::regex_search(code, common)) return false;
    isOwn |= std::regex_search(code, own);
  }
  return isOwn;
}

/// A file with the headers beside it, which it may include. Of a header, `unit` includes it.
Result<build::Tree> importFile(const Env& env, const Repository& scratch, const std::string& path,
                               const std::string& name, const std::string& unit) {
  const std::string folder = support::parentPath(support::absolutePath(path));
  std::vector<std::pair<std::string, std::string>> files;
  auto content = env.files.read(path);
  if (!content) return std::unexpected(std::move(content.error()));
  files.emplace_back(name, std::move(*content));
  if (unit != name) files.emplace_back(unit, fmt::format("#include \"{}\"\n", name));
  for (const std::string& neighbour : env.files.list(folder)) {
    if (neighbour == name || !build::isHeader(neighbour)) continue;
    if (auto header = env.files.read(support::joinPath(folder, neighbour)))
      files.emplace_back(neighbour, std::move(*header));
  }
  return scratch.importFiles(files);
}

Result<Subject> openPaths(const Env& env, const std::string& base, const std::string& head,
                          const std::string& runFolder) {
  const bool folders = env.files.isFolder(base);
  if (folders != env.files.isFolder(head))
    return support::usageError("{} is a {} and {} is a {}; give two files or two folders", base,
                               folders ? "folder" : "file", head, folders ? "file" : "folder");
  auto scratch = Repository::scratch(support::joinPath(runFolder, "objects"));
  if (!scratch) return std::unexpected(std::move(scratch.error()));
  const std::string name(support::fileName(head));
  const bool isHeader = !folders && build::isHeader(name);
  if (!folders && !build::isSource(name) && !isHeader)
    return support::usageError("{} is no C or C++ source or header; give two of them, two folders or two revisions",
                               head);
  const std::string unit = !isHeader ? name : name + (isForCxx(env, base, head) ? ".cpp" : ".c");
  auto import = [&](const std::string& path) -> Result<Revision> {
    auto tree = folders ? scratch->importFolder(path) : importFile(env, *scratch, path, name, unit);
    if (!tree) return std::unexpected(std::move(tree.error()));
    return Revision{path, "", "", std::move(*tree)};
  };
  auto baseTree = import(base);
  if (!baseTree) return std::unexpected(std::move(baseTree.error()));
  auto headTree = import(head);
  if (!headTree) return std::unexpected(std::move(headTree.error()));
  return Subject{std::move(*scratch),
                 {std::move(*baseTree), std::move(*headTree), folders ? "two folders" : "two files"},
                 folders ? support::absolutePath(base) : "",
                 folders ? support::absolutePath(head) : "",
                 // Nobody uses what is in a header here, and code is made of it all the same.
                 isHeader ? std::vector<std::string>{"-femit-all-decls"} : std::vector<std::string>()};
}

bool looksLikePath(const std::string& text) {
  return text.starts_with("/") || text.starts_with("./") || text.starts_with("../") || build::isSource(text) ||
         build::isHeader(text);
}

bool areRevisions(const std::string& folder, const std::vector<std::string>& specs) {
  const auto repository = Repository::open(folder);
  return repository &&
         std::ranges::all_of(specs, [&](const std::string& spec) { return repository->resolve(spec).has_value(); });
}

std::unexpected<support::Error> noSuchPath(const Env& env, const std::string& path) {
  const auto near = support::nearest(support::fileName(path), env.files.list(support::parentPath(path)));
  return support::usageError("{}: no such file or folder; {}", path,
                             near ? fmt::format("did you mean {}?", *near) : "give two that exist, or two revisions");
}

} // namespace

Result<Subject> openSubject(const Env& env, const ChangesOptions& options, const std::string& runFolder) {
  const std::vector<std::string>& what = options.what;
  if (what.size() == 2) {
    const bool baseExists = env.files.exists(what[0]);
    const bool headExists = env.files.exists(what[1]);
    if (baseExists && headExists) return openPaths(env, what[0], what[1], runFolder);
    if (!areRevisions(options.repository, what))
      for (const std::string& path : what)
        if (!env.files.exists(path) &&
            (baseExists || headExists || looksLikePath(path) || !Repository::open(options.repository)))
          return noSuchPath(env, path);
  }
  if (!env.files.isFolder(options.repository))
    return support::usageError("{}: no such folder; --repo takes the folder of a git repository", options.repository);
  auto repository = Repository::open(options.repository);
  if (!repository) return std::unexpected(std::move(repository.error()));
  auto pair = [&]() -> Result<build::RevisionPair> {
    if (what.empty()) return repository->sinceUpstream();
    if (what.size() == 1) return repository->range(what[0]);
    auto base = repository->resolve(what[0]);
    if (!base) return std::unexpected(std::move(base.error()));
    auto head = repository->resolve(what[1]);
    if (!head) return std::unexpected(std::move(head.error()));
    return build::RevisionPair{std::move(*base), std::move(*head), fmt::format("from {} to {}", what[0], what[1])};
  }();
  if (!pair) return std::unexpected(std::move(pair.error()));
  const std::string folder = repository->workingFolder().value_or("");
  return Subject{std::move(*repository), std::move(*pair), folder, folder};
}

} // namespace beagle::pipeline
