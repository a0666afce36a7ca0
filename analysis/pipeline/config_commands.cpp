#include "analysis/pipeline/config_commands.h"

#include "analysis/build/detect.h"
#include "analysis/build/repository.h"
#include "analysis/pipeline/tree_source.h"
#include "analysis/support/text.h"
#include "config/explain.h"
#include "config/schema.h"
#include "config/survey.h"

#include <nlohmann/json.hpp>

namespace beagle::pipeline {

using support::joinPath;
using support::Result;

namespace {

/// A path of the command line, in its project.
struct Place {
  std::string root; ///< absolute
  std::string path; ///< below it; empty for the root
};

/// Of a file that is not there.
std::string meantInstead(const Env& env, const std::string& path) {
  const auto near = support::nearest(support::fileName(path), env.files.list(support::parentPath(path)));
  return near ? fmt::format("; did you mean {}?", *near) : "";
}

Result<Place> placeOf(const Env& env, const ConfigOptions& options) {
  const std::string path = support::absolutePath(options.path);
  if (!path.starts_with('/')) return support::cannotRun("the current folder is not there any more");
  // What is read from git need not be on disk, and neither need the folders above it.
  // What is yet to be written has settings, too, in a folder that is there.
  const bool isEnough =
      options.action == ConfigOptions::Action::Explain && env.files.isFolder(support::parentPath(path));
  if (options.revision.empty() && !env.files.exists(path) && !isEnough)
    return support::usageError("{}: no such file or folder{}", options.path, meantInstead(env, path));
  std::string folder = path;
  while (!env.files.isFolder(folder)) folder = support::parentPath(folder);
  Place place{config::projectRoot(env.files, folder), ""};
  place.path = support::pathBelow(path, place.root).value_or("");
  return place;
}

Result<std::unique_ptr<config::ConfigSource>> sourceOf(const Env& env, const ConfigOptions& options,
                                                       const Place& place) {
  if (options.revision.empty()) return std::make_unique<config::FolderSource>(env.files, place.root);
  auto repository = build::Repository::open(place.root);
  if (!repository) return std::unexpected(std::move(repository.error()));
  auto revision = repository->resolve(options.revision);
  if (!revision) return std::unexpected(std::move(revision.error()));
  return std::make_unique<TreeSource>(std::move(revision->tree));
}

std::string validationJson(const std::vector<std::string>& files, const config::Errors& problems) {
  nlohmann::ordered_json document{{"schema", "beagle.validation/1"},
                                  {"files", nlohmann::ordered_json::array()},
                                  {"problems", nlohmann::ordered_json::array()}};
  for (const std::string& file : files) document["files"].push_back(support::bytesToText(file));
  for (const support::Error& problem : problems)
    document["problems"].push_back({{"file", support::bytesToText(problem.position().file)},
                                    {"line", problem.position().line},
                                    {"column", problem.position().column},
                                    {"message", problem.message()},
                                    {"hint", problem.hint()}});
  return document.dump(2) + "\n";
}

Result<ConfigAnswer> validation(const ConfigOptions& options, const std::vector<std::string>& files,
                                config::Errors problems) {
  ConfigAnswer answer;
  if (options.json) answer.text = validationJson(files, problems);
  else if (problems.empty() && files.empty()) answer.text = fmt::format("no {}: the defaults hold\n", config::fileName);
  else if (problems.empty())
    answer.text =
        fmt::format("{} {}: {}\n", support::counted(files.size(), "file"), files.size() == 1 ? "is valid" : "are valid",
                    support::printable(support::join(files, ", "), 2000));
  answer.problems = std::move(problems);
  return answer;
}

Result<ConfigAnswer> validate(const Env& env, const ConfigOptions& options) {
  auto place = placeOf(env, options);
  if (!place) return std::unexpected(std::move(place.error()));
  auto source = sourceOf(env, options, *place);
  if (!source) return std::unexpected(std::move(source.error()));
  const std::string onDisk = joinPath(place->root, place->path);
  if (options.revision.empty() && !env.files.isFolder(onDisk)) {
    // One file. Under another name it is what somebody wants to become the root's.
    const bool isOurs = support::fileName(place->path) == config::fileName;
    auto content = isOurs ? (*source)->read(place->path) : env.files.read(onDisk);
    if (!content) return std::unexpected(std::move(content.error()));
    auto file = config::readConfigFile(*content, options.path, isOurs ? config::folderOf(place->path) : "");
    return validation(options, {options.path}, file ? config::Errors{} : std::move(file.error()));
  }
  auto files = (*source)->files();
  if (!files) return std::unexpected(std::move(files.error()));
  auto configuration = config::Configuration::load(**source);
  return validation(options, *files, configuration ? config::Errors{} : std::move(configuration.error()));
}

Result<ConfigAnswer> explain(const Env& env, const ConfigOptions& options) {
  auto place = placeOf(env, options);
  if (!place) return std::unexpected(std::move(place.error()));
  auto source = sourceOf(env, options, *place);
  if (!source) return std::unexpected(std::move(source.error()));
  auto configuration = config::Configuration::load(**source);
  if (!configuration) return ConfigAnswer{"", std::move(configuration.error())};
  const config::Explained what{place->path.empty() ? "." : place->path,
                               env.files.isFolder(joinPath(place->root, place->path))};
  if (options.json) return ConfigAnswer{config::explainJson(*configuration, what), {}};
  const std::string onDisk = joinPath(place->root, place->path);
  const std::string missing =
      options.revision.empty() && !env.files.exists(onDisk)
          ? fmt::format("There is no {} yet{}\n", support::printable(place->path), meantInstead(env, onDisk))
          : "";
  return ConfigAnswer{missing + config::explainText(*configuration, what), {}};
}

/// The files of a folder that a project can consist of, relative to it.
std::vector<std::string> filesBelow(const support::Files& files, const std::string& root) {
  std::vector<std::string> found, folders{""};
  while (!folders.empty()) {
    const std::string folder = std::move(folders.back());
    folders.pop_back();
    for (const std::string& name : files.list(joinPath(root, folder))) {
      const std::string path = joinPath(folder, name), onDisk = joinPath(root, path);
      if (name == ".git" || files.isLink(onDisk)) continue;
      if (files.isFolder(onDisk)) folders.push_back(path);
      else found.push_back(path);
    }
  }
  return found;
}

/// What is committed; what lies around on disk only where nothing is.
std::vector<std::string> projectFiles(const Env& env, const std::string& root) {
  if (const auto repository = build::Repository::open(root))
    if (const auto head = repository->resolve("HEAD"); head && !head->tree.empty()) {
      std::vector<std::string> paths;
      for (const build::TreeFile& file : head->tree.files()) paths.push_back(file.path);
      return paths;
    }
  return filesBelow(env.files, root);
}

Result<ConfigAnswer> init(Env& env, const ConfigOptions& options) {
  auto place = placeOf(env, options);
  if (!place) return std::unexpected(std::move(place.error()));
  const std::string path = joinPath(place->root, config::fileName);
  if ((env.files.exists(path) || env.files.isLink(path)) && !options.force)
    return std::unexpected(
        support::Error(support::ErrorKind::Usage, path + " is there already").hint("--force writes a new one over it"));
  const std::vector<std::string> files = projectFiles(env, place->root);
  const build::BuildCandidate build = build::detectBuilds(files, {}).front();
  const std::string text = config::proposal(config::surveyOf(files), {std::string(nameOf(build.method)), build.why});
  if (auto written = env.files.write(path, text); !written) return std::unexpected(std::move(written.error()));
  return ConfigAnswer{fmt::format("wrote {}\nRead through it, then: beagle config validate\n", path), {}};
}

} // namespace

Result<ConfigAnswer> runConfig(Env& env, const ConfigOptions& options) {
  switch (options.action) {
  case ConfigOptions::Action::Init: return init(env, options);
  case ConfigOptions::Action::Validate: return validate(env, options);
  case ConfigOptions::Action::Explain: return explain(env, options);
  case ConfigOptions::Action::Schema: return ConfigAnswer{config::schemaText(), {}};
  case ConfigOptions::Action::Reference: return ConfigAnswer{config::referenceText(), {}};
  }
  return support::cannotRun("`config` has no such action");
}

} // namespace beagle::pipeline
