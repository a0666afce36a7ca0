#include "analysis/build/version.h"

#include "analysis/build/build_steps.h"
#include "analysis/build/checkout.h"
#include "analysis/build/flags.h"
#include "analysis/build/folder_files.h"
#include "analysis/build/paths.h"
#include "analysis/build/position_independence.h"
#include "analysis/support/digest.h"
#include "analysis/support/text.h"

#include <nlohmann/json.hpp>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>

namespace beagle::build {

namespace fs = std::filesystem;
using support::Result;

namespace {

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
  digest.add("version 2").add(toolchain_.stamp).add(version.tree().id());
  digest.add(plan.method ? nameOf(*plan.method) : "auto").add(plan.command).add(plan.prepare).add(plan.prepareNetwork);
  for (const std::string& glob : plan.plainGlobs) digest.add(glob);
  digest.add("|");
  for (const std::string& flag : plan.extraFlags) digest.add(flag);
  // An untracked compile database is part of what this version is.
  std::vector<std::string> databases;
  if (!plan.database.empty()) databases.push_back(plan.database);
  else
    for (const std::string& name : databasesOf(files_, version.workingFolder_))
      databases.push_back(support::joinPath(version.workingFolder_, name));
  for (const std::string& path : databases)
    if (const auto text = files_.read(path)) digest.add(path).add(*text);
  return digest.hex();
}

/// See BuildPlan::taken.
std::string VersionBuilder::takenBy(const Version& version, const BuildPlan& plan) const {
  support::Digest digest;
  for (const std::string& folder : plan.lookedFor)
    digest.add(folder).add(static_cast<std::uint64_t>(files_.isFolder(folder)));
  for (const std::string& folder : plan.headerFolders)
    for (const std::string& name : files_.list(support::joinPath(version.workingFolder_, folder))) {
      const std::string path = support::joinPath(folder, name);
      if (!isHeader(name) || version.tree().find(path) ||
          std::ranges::find(version.trackedElsewhere_, path) != version.trackedElsewhere_.end())
        continue;
      const auto copied = plan.copied.find(path);
      const auto status = copied == plan.copied.end() ? files_.status(support::joinPath(version.workingFolder_, path))
                                                      : std::optional(copied->second);
      if (status) digest.add(path).add(status->size).add(static_cast<std::uint64_t>(status->modifiedNs));
    }
  return digest.hex();
}

std::vector<VersionBuilder::MountedFile> VersionBuilder::listMounts(const BuildPlan& plan) const {
  std::vector<MountedFile> mounted;
  for (const Mount& mount : plan.mounts) {
    const auto below = support::pathBelow(mount.inside, sourceRoot);
    const std::string name = below ? *below : mount.inside;
    visitBelow(files_, mount.outside,
               [&](const std::string& path, const support::FileStatus& status, bool isBehindLink) {
                 mounted.push_back({name + path.substr(mount.outside.size()), path, status, isBehindLink});
               });
  }
  return mounted;
}

/// What the mounts hold, as far as units may read it: an object that is compiled again changes nothing. The version
/// knows which files those are; one that units read anew comes with another name, or with the change of one that they
/// read before.
std::string VersionBuilder::stampOf(const std::vector<MountedFile>& mounted, const Version& version) {
  support::Digest digest;
  for (const MountedFile& file : mounted) {
    digest.add(file.place).add(static_cast<std::uint64_t>(file.status.type));
    if (file.isBehindLink || version.generated().contains(file.name))
      digest.add(file.status.size).add(static_cast<std::uint64_t>(file.status.modifiedNs));
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
  // What the user's disk held when a plan was made is known from that plan only: each state that is not the one of
  // a plan leads on to the next.
  version.folderKey_ = keyOf(version);
  for (;;) {
    const std::string listed = loadStored(version);
    if (listed.empty())
      if (auto loaded = loadBuilt(version, cancel); !loaded) return std::unexpected(std::move(loaded.error()));
    const std::string taken = takenBy(version, version.plan_);
    if (version.plan_.taken == taken) {
      // Listed before they are read: a file that changes in between has another stamp next time.
      const std::vector<MountedFile> mounted = listMounts(version.plan_);
      std::string stamp = listed.empty() ? listed : stampOf(mounted, version);
      if (listed.empty() || listed != stamp) {
        auto folder = folderOf(version, cancel);
        if (!folder) return std::unexpected(std::move(folder.error()));
        // Units that were joined may ask now.
        if (auto loaded = loadBuilt(version, cancel); !loaded) return std::unexpected(std::move(loaded.error()));
        findFiles(version, *folder, mounted);
        stamp = stampOf(mounted, version);
        keepStored(version, stamp);
      }
      version.key_ = support::Digest().add(version.folderKey_).add(stamp).hex();
      return version;
    }
    version.folderKey_ = support::Digest().add(version.folderKey_).add(taken).hex();
    version.folder_.reset();
  }
}

void VersionBuilder::forgetFiles(Version& version) const {
  version.generated_ = std::make_shared<GeneratedFiles>(files_);
  version.includes_ = std::make_shared<IncludeGraph>(version.tree(), version.generated_);
}

/// The plan and the files that were found with it, from the store: what mounts held then, or nothing.
std::string VersionBuilder::loadStored(Version& version) {
  const auto stored = store_.get("plan", version.folderKey_);
  if (!stored) return {};
  forgetFiles(version);
  try {
    const auto document = nlohmann::json::parse(*stored);
    auto plan = planFromJson(document.at("plan").get<std::string>());
    if (!plan) return {};
    version.plan_ = std::move(*plan);
    for (const auto& [name, file] : document.at("generated").items()) {
      GeneratedFile generated{file.at(0), {}};
      for (const auto& include : file.at(1))
        generated.includes.push_back({include.at(0), include.at(1), include.at(2)});
      version.generated_->add(support::textToBytes(name), std::move(generated));
    }
    return document.at("mounted");
  } catch (const nlohmann::json::exception&) {
    return {}; // written by another version of Beagle
  }
}

void VersionBuilder::keepStored(const Version& version, const std::string& mounted) {
  nlohmann::json generated = nlohmann::json::object();
  for (const auto& [name, file] : version.generated()) {
    nlohmann::json includes = nlohmann::json::array();
    for (const IncludeDirective& include : file.includes)
      includes.push_back({include.name, include.quoted, include.next});
    generated[support::bytesToText(name)] = {file.id, std::move(includes)};
  }
  const nlohmann::json document{
      {"plan", toJson(version.plan_)}, {"mounted", mounted}, {"generated", std::move(generated)}};
  if (auto stored = store_.put("plan", version.folderKey_,
                               document.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
      !stored)
    log_.detail(stored.error().str());
}

Result<void> VersionBuilder::loadBuilt(Version& version, const support::CancelToken& cancel) {
  const auto folder = folderOf(version, cancel);
  if (!folder) return std::unexpected(folder.error());
  const auto text = files_.read(*folder + "/plan.json");
  if (!text) return std::unexpected(text.error());
  auto plan = planFromJson(*text);
  if (!plan) return std::unexpected(std::move(plan.error()));
  version.plan_ = std::move(*plan);
  return {};
}

Result<std::string> VersionBuilder::folderOf(Version& version, const support::CancelToken& cancel) {
  if (!version.folder_) {
    auto folder = store_.folder(
        "version", version.folderKey_, [&](const std::string& place) { return build(version, place, cancel); }, cancel,
        options_.plan.deadline);
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
  plan->taken = takenBy(version, *plan);
  return files_.write(folder + "/plan.json", toJson(*plan));
}

void VersionBuilder::findFiles(Version& version, const std::string& folder,
                               const std::vector<MountedFile>& mounted) const {
  forgetFiles(version);
  listGenerated(version, folder, mounted);
  joinUnits(version, folder);
  // What no unit may read is of no interest, now or later.
  if (!version.generated_->empty())
    for (const CompileCommand& command : version.plan_.commands) static_cast<void>(version.includes_->reachOf(command));
  version.generated_->forgetUnread();
}

void VersionBuilder::joinUnits(Version& version, const std::string& folder) const {
  const std::vector<Bind> binds = bindsOf(folder + "/src", folder + "/build", version.plan_);
  const PathMap paths(binds);
  std::vector<std::string> folders;
  for (const Bind& bind : binds) folders.push_back(bind.outside);
  std::map<IncludeGraph::File, bool> asks;
  joinPositionIndependent(version.plan_.commands, [&](const CompileCommand& command) {
    return std::ranges::any_of(version.includes_->reachOf(command), [&](IncludeGraph::File file) {
      const auto [it, isNew] = asks.try_emplace(file);
      if (!isNew) return it->second;
      const auto text =
          readBelow(paths.outward(support::joinPath(sourceRoot, version.includes_->nameOf(file))), folders);
      return it->second = !text || asksForPositionIndependence(*text);
    });
  });
}

void VersionBuilder::listGenerated(Version& version, const std::string& folder,
                                   const std::vector<MountedFile>& mounted) const {
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
  for (const MountedFile& file : mounted)
    if (file.status.type == support::FileStatus::Type::Regular && !file.isBehindLink)
      version.generated_->list(file.name, file.place);
}

} // namespace beagle::build
