#include "analysis/build/version.h"

#include "analysis/build/checkout.h"
#include "analysis/build/flags.h"
#include "analysis/build/paths.h"
#include "analysis/support/digest.h"
#include "analysis/support/text.h"

#include <nlohmann/json.hpp>
#include <sys/stat.h>

#include <filesystem>

namespace beagle::build {

namespace fs = std::filesystem;
using support::Result;

namespace {

/// What a change of the user's own build folder would change: names, sizes and times of what lies there.
std::string stampOf(const fs::path& folder) {
  support::Digest digest;
  std::error_code ignored;
  std::vector<std::string> rows;
  for (fs::recursive_directory_iterator it(folder, fs::directory_options::skip_permission_denied, ignored), end;
       it != end; it.increment(ignored)) {
    if (!isHeader(it->path().string()) && !isSource(it->path().string())) continue;
    struct stat info{};
    if (::stat(it->path().c_str(), &info) == 0)
      rows.push_back(
          fmt::format("{} {} {}.{}", it->path().string(), info.st_size, info.st_mtim.tv_sec, info.st_mtim.tv_nsec));
  }
  std::ranges::sort(rows);
  for (const std::string& row : rows) digest.add(row);
  return digest.hex();
}

bool isAsCheckedOut(const std::string& path) {
  struct stat info{};
  return ::stat(path.c_str(), &info) == 0 && info.st_mtim.tv_sec == checkoutTime;
}

} // namespace

std::string Version::idOf(const std::string& path) const {
  if (const GeneratedFile* file = generated_->find(path)) return file->id;
  const TreeFile* file = tree().find(path);
  return file ? file->id : std::string();
}

std::string VersionBuilder::keyOf(const Version& version) const {
  const PlanOptions& plan = options_.plan;
  support::Digest digest;
  digest.add("version 1").add(toolchain_.stamp).add(version.tree().id());
  digest.add(plan.method ? nameOf(*plan.method) : "auto").add(plan.command).add(plan.prepare).add(plan.prepareNetwork);
  for (const std::string& glob : plan.plainGlobs) digest.add(glob);
  digest.add("|");
  for (const std::string& flag : plan.extraFlags) digest.add(flag);
  // An untracked compile database and what it leads to are part of what this version is.
  const std::string& working = version.workingFolder_;
  std::vector<std::string> databases;
  if (!plan.database.empty()) {
    databases.push_back(plan.database);
  } else if (!working.empty()) {
    databases.push_back(working + "/compile_commands.json");
    for (const std::string& name : files_.list(working))
      if (name.starts_with("build") || name.starts_with("cmake-build") || name == "out")
        databases.push_back(working + "/" + name + "/compile_commands.json");
  }
  for (const std::string& path : databases) {
    const auto text = files_.read(path);
    if (!text) continue;
    digest.add(path).add(*text);
    if (const std::string folder = support::parentPath(path); folder != working) digest.add(stampOf(folder));
  }
  return digest.hex();
}

Result<Version> VersionBuilder::prepare(const Revision& revision, const std::string& workingFolder,
                                        const std::vector<std::string>& trackedElsewhere,
                                        const support::CancelToken& cancel) {
  Version version;
  version.revision_ = revision;
  version.workingFolder_ = workingFolder;
  version.trackedElsewhere_ = trackedElsewhere;
  version.generated_ = std::make_shared<GeneratedFiles>(files_);
  version.includes_ = std::make_shared<IncludeGraph>(revision.tree, version.generated_);
  version.key_ = keyOf(version);
  if (const auto stored = store_.get("plan", version.key_)) {
    try {
      const auto document = nlohmann::json::parse(*stored);
      auto plan = planFromJson(document.at("plan").get<std::string>());
      if (plan) {
        version.plan_ = std::move(*plan);
        for (const auto& [name, file] : document.at("generated").items()) {
          GeneratedFile generated{file.at(0), {}};
          for (const auto& include : file.at(1))
            generated.includes.push_back({include.at(0), include.at(1), include.at(2)});
          version.generated_->add(support::textToBytes(name), std::move(generated));
        }
        return version;
      }
    } catch (const nlohmann::json::exception&) {
      // Written by another version of Beagle: made again below.
    }
  }
  auto folder = store_.folder(
      "version", version.key_, [&](const std::string& place) { return build(version, place, cancel); }, cancel);
  if (!folder) return std::unexpected(std::move(folder.error()));
  version.folder_ = std::make_shared<FolderLease>(std::move(*folder));
  const auto plan = files_.read(version.folder_->path() + "/plan.json");
  if (!plan) return std::unexpected(plan.error());
  auto parsed = planFromJson(*plan);
  if (!parsed) return std::unexpected(std::move(parsed.error()));
  version.plan_ = std::move(*parsed);
  listGenerated(version, version.folder_->path());
  // What no unit may read is of no interest, now or later.
  if (!version.generated_->empty())
    for (const CompileCommand& command : version.plan_.commands) static_cast<void>(version.includes_->reachOf(command));
  version.generated_->forgetUnread();
  nlohmann::json generated = nlohmann::json::object();
  for (const auto& [name, file] : version.generated()) {
    nlohmann::json includes = nlohmann::json::array();
    for (const IncludeDirective& include : file.includes)
      includes.push_back({include.name, include.quoted, include.next});
    generated[support::bytesToText(name)] = {file.id, std::move(includes)};
  }
  const nlohmann::json document{{"plan", toJson(version.plan_)}, {"generated", std::move(generated)}};
  if (auto stored =
          store_.put("plan", version.key_, document.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
      !stored)
    log_.detail(stored.error().str());
  return version;
}

Result<std::string> VersionBuilder::folderOf(Version& version, const support::CancelToken& cancel) {
  if (!version.folder_) {
    auto folder = store_.folder(
        "version", version.key_, [&](const std::string& place) { return build(version, place, cancel); }, cancel);
    if (!folder) return std::unexpected(std::move(folder.error()));
    version.folder_ = std::make_shared<FolderLease>(std::move(*folder));
  }
  return version.folder_->path();
}

Result<void> VersionBuilder::build(Version& version, const std::string& folder, const support::CancelToken& cancel) {
  const std::string source = folder + "/src";
  const std::string buildFolder = folder + "/build";
  auto checkedOut = writeFiles(version.tree(), source);
  if (!checkedOut) return std::unexpected(std::move(checkedOut.error()));
  if (auto made = files_.makeFolders(buildFolder); !made) return made;
  PlanRequest request;
  request.tree = source;
  request.buildFolder = buildFolder;
  request.recorder = toolchain_.recorder;
  request.scratchFolder = options_.scratchFolder;
  request.workingFolder = version.workingFolder_;
  request.trackedElsewhere = version.trackedElsewhere_;
  request.options = options_.plan;
  auto plan = planBuild(request, sandbox_, log_, progress_, cancel);
  if (!plan) return std::unexpected(std::move(plan.error()));
  for (const std::string& path : checkedOut->emptySubmodules)
    plan->notes.push_back(
        fmt::format("submodule {} is left out (--submodules includes it, where its commit is here)", path));
  return files_.write(folder + "/plan.json", toJson(*plan));
}

void VersionBuilder::listGenerated(Version& version, const std::string& folder) const {
  auto scan = [&](const std::string& root, const std::string& prefix, bool tracked) {
    std::error_code ignored;
    for (fs::recursive_directory_iterator it(root, fs::directory_options::skip_permission_denied, ignored), end;
         it != end; it.increment(ignored)) {
      std::string place = it->path().string();
      const std::string below = place.substr(root.size() + 1);
      if (!it->is_regular_file(ignored)) continue;
      // A build may rewrite what git tracks; what it left alone is found by its time.
      if (tracked && version.tree().find(below) && isAsCheckedOut(place)) continue;
      version.generated_->list(prefix + below, std::move(place));
    }
  };
  scan(folder + "/src", "", true);
  scan(folder + "/build", std::string(buildRoot) + "/", false);
  for (const Mount& mount : version.plan_.mounts) {
    const auto below = support::pathBelow(mount.inside, sourceRoot);
    scan(mount.outside, (below ? *below : mount.inside) + "/", false);
  }
}

} // namespace beagle::build
